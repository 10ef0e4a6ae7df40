package dev.riffle.shard;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.internal.Argument;
import dev.riffle.internal.ReadingIterator;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.scan.internal.RecordSequence;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads the records of several files as one sequence, in the order of the files.
 *
 * <pre>{@code
 * try (RecordSetReader records = RecordSetReader.open(RecordSet.find(directory, "train.tfrecord@10"))) {
 *     while (records.next()) {
 *         ByteBuffer payload = records.payload();
 *     }
 * }
 * }</pre>
 *
 * <p>The reader opens each file after it has read the previous one, so at most one file is open. Files may have
 * different compressions, but not different formats. A file without records fits both formats.
 *
 * <p>Each file is read like by {@link RecordReader}: the reader verifies the checksums and applies the damage policy of
 * the input. {@link #payload()} returns a view that is valid until the next call of {@link #next()}. To keep a record,
 * call {@link #payloadBytes()}. Methods of the current record throw {@link IllegalStateException} if the reader has no
 * current record or is closed. One thread at a time may use a reader.
 *
 * @since 0.1
 */
public final class RecordSetReader implements Closeable, Iterable<Bytes> {

    private final RecordSequence sequence;
    private final OperationProgress progress;

    private RecordSetReader(RecordSequence sequence, OperationProgress progress) {
        this.sequence = sequence;
        this.progress = progress;
    }

    /**
     * Like {@link #open(RecordInput)}, with a record set and the default reader options. A set without files has no
     * records.
     */
    public static RecordSetReader open(RecordSet set) throws IOException {
        Argument.present(set, "set");
        try {
            return open(RecordInput.of(set));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Like {@link #open(RecordSet)}, with the names of all files of the set. */
    public static RecordSetReader open(ShardNames names) throws IOException {
        return open(RecordSet.of(names));
    }

    /**
     * Returns a reader of all records of an input, and opens the first source. The progress listener of the input
     * receives an event at least every 256 records and about every MiB of records. It receives the last event at the
     * end of the records or when the reader is closed.
     *
     * @throws dev.riffle.UnrecognizedFileException if the first source is not a record file
     * @throws IllegalArgumentException if the options follow a growing file, or a reader does not support them for the
     *     first source
     * @throws IOException if the first source cannot be read. The message names the source
     */
    public static RecordSetReader open(RecordInput input) throws IOException {
        Argument.present(input, "input");
        if (input.options().follows()) {
            throw new IllegalArgumentException(
                    "cannot follow the files of a set; follow one file with RecordReader, or remove follow()");
        }
        OperationProgress progress = OperationProgress.of(input.progress(), input.sources());
        RecordSequence sequence = new RecordSequence(input.sources(), input.options(), progress);
        try {
            sequence.open();
        } catch (Throwable e) {
            try (progress) {
                throw e;
            }
        }
        return new RecordSetReader(sequence, progress);
    }

    /**
     * Advances to the next record. Opens the next file if the current file has no more records.
     *
     * @return false after the last record of the last file
     * @throws CorruptRecordException if the record is damaged and the damage policy does not skip it. Further calls
     *     throw the exception again
     * @throws IllegalStateException if the reader is closed
     * @throws IOException if a file cannot be opened or read, is not a record file, or has another format than the
     *     files before it. The message names the file. Further calls try to open the same file again
     */
    public boolean next() throws IOException {
        boolean found = sequence.next();
        if (!found) {
            progress.close();
        }
        return found;
    }

    /** Returns the payload of the current record as a view, like {@link RecordReader#payload()}. */
    public ByteBuffer payload() throws IOException {
        return sequence.reader().payload();
    }

    /** Returns the size of the current record's payload in bytes. */
    public int payloadSize() {
        return sequence.reader().payloadSize();
    }

    /**
     * Returns the payload of the current record as an array that the caller owns, like {@link
     * RecordReader#payloadBytes()}.
     */
    public byte[] payloadBytes() throws IOException {
        return sequence.reader().payloadBytes();
    }

    /**
     * Returns the number of records read so far in all files. The number of the current record in the set is one less.
     * Does not count skipped regions.
     */
    public long count() {
        return sequence.count();
    }

    /**
     * Returns the number of the current record in its file. The first record has the number 0. A skipped region counts
     * as one record.
     */
    public long index() {
        return sequence.reader().index();
    }

    /** Returns the file of the current record, and the record's offset in uncompressed bytes. */
    public SourcePart place() {
        RecordReader reader = sequence.reader();
        return new SourcePart(reader.name(), reader.offset());
    }

    /** Returns the format of the current record. All records of the set have this format. */
    public RecordFormat format() {
        RecordReader reader = sequence.reader();
        reader.index();
        return reader.format();
    }

    /**
     * Returns the incomplete records at which {@link DamagePolicy#STOP_AT_TORN_TAIL} ended files. The reader continues
     * with the next file after such a record. Contains the files that the reader has left.
     */
    public List<CorruptRecordException> tornTails() {
        return sequence.tornTails();
    }

    /**
     * Returns an iterator over the remaining records. Each element is a copy of a payload. The iterator wraps I/O
     * errors in {@link UncheckedIOException}.
     */
    @Override
    public Iterator<Bytes> iterator() {
        return records();
    }

    private ReadingIterator<Bytes> records() {
        return new ReadingIterator<>("the end of the set") {
            @Override
            protected boolean advance() throws IOException {
                return RecordSetReader.this.next();
            }

            @Override
            protected Bytes copy() throws IOException {
                return Bytes.ofOwned(payloadBytes());
            }
        };
    }

    /**
     * Returns a stream of copies of the remaining records. The stream wraps I/O errors in {@link UncheckedIOException}.
     * Closing the stream closes the reader.
     */
    public Stream<Bytes> stream() {
        return records().stream(this);
    }

    /** Like {@link #stream()}, with a function that parses each record, for example {@code stream(Example::parse)}. */
    public <T> Stream<T> stream(Function<? super Bytes, ? extends T> parse) {
        Argument.present(parse, "parse");
        return stream().map(parse);
    }

    /** Closes the current file. Idempotent. */
    @Override
    public void close() throws IOException {
        try (progress) {
            sequence.close();
        }
    }
}
