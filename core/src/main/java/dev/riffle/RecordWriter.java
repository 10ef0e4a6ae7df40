package dev.riffle;

import dev.riffle.internal.Utf8;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Writes the records of one TFRecord or OFRecord file.
 *
 * <pre>{@code
 * RecordWriter.write(path, RecordWriterOptions.defaults(), records -> {
 *     records.write(payload);
 * });
 * }</pre>
 *
 * <p>A file appears whole, when {@link #commit()} publishes it, or not at all: a writer that is closed before deletes what
 * it wrote and throws. {@link #write(Path, RecordWriterOptions, Body)} commits for you. Belongs to one thread at a time.
 */
public final class RecordWriter implements Closeable {

    private enum State {
        OPEN,
        FAILED,
        COMMITTED,
        CLOSED
    }

    private final String name;
    private final FrameEncoder frames;
    private final RecordOutput out;
    private final RecordWriterOptions options;

    private State state = State.OPEN;
    private long count;

    RecordWriter(String name, RecordOutput out, RecordWriterOptions options) {
        this.name = name;
        this.out = out;
        this.options = options;
        this.frames = FrameEncoder.of(options.format(), out);
    }

    /** Writes records and commits them. */
    @FunctionalInterface
    public interface Body<E extends Exception> {

        /** Writes the records. If it throws, nothing is published. */
        void write(RecordWriter records) throws IOException, E;
    }

    /**
     * Writes a whole file: runs {@code body}, then commits. If the body throws, nothing is left behind.
     *
     * @throws IOException if the file cannot be written; the message names it and says what to do
     */
    public static <E extends Exception> void write(Path path, RecordWriterOptions options, Body<E> body)
            throws IOException, E {
        try (RecordWriter writer = create(path, options)) {
            body.write(writer);
            writer.commit();
        }
    }

    /** Begins a new TFRecord file. A file that is there already is refused. */
    public static RecordWriter create(Path path) throws IOException {
        return create(path, RecordWriterOptions.defaults());
    }

    /**
     * Begins a new file.
     *
     * @throws IOException if the place cannot be written; the message names it and says what to do
     * @throws IllegalArgumentException if the format does not go with the compression
     */
    public static RecordWriter create(Path path, RecordWriterOptions options) throws IOException {
        boolean replace = options.existing() == RecordWriterOptions.Existing.REPLACE;
        ByteSink sink = switch (options.publishing()) {
            case ON_COMMIT -> replace ? ByteSink.replacing(path) : ByteSink.of(path);
            case AT_ONCE -> replace ? ByteSink.replacingInPlace(path) : ByteSink.inPlace(path);
        };
        return create(sink, options);
    }

    /** Writes to a stream of the caller's, which stays open; messages call it by {@code name}. */
    public static RecordWriter create(OutputStream stream, String name, RecordWriterOptions options)
            throws IOException {
        return create(ByteSink.of(stream, name), options);
    }

    /** Begins to write to any sink; what the options say about files does not matter then. */
    public static RecordWriter create(ByteSink sink, RecordWriterOptions options) throws IOException {
        RecordReaderOpening.checkCompression(sink.name(), options.format(), options.compression());
        return new RecordWriter(
                sink.name(), RecordOutput.open(sink, options.compression(), options.bufferSize()), options);
    }

    /** Appends to an uncompressed TFRecord file; see {@link #append(Path, RecordWriterOptions)}. */
    public static RecordWriter append(Path path) throws IOException {
        return append(path, RecordWriterOptions.defaults());
    }

    /**
     * Appends to an uncompressed file that is there already, in the format of the options. All its frames are walked first:
     * records are never put behind a torn one. A writer that is closed without {@link #commit()} cuts the file back.
     *
     * @throws CorruptRecordException if the file is damaged; its offset tells where it could be cut
     * @throws IllegalArgumentException if the options ask for a compression
     */
    public static RecordWriter append(Path path, RecordWriterOptions options) throws IOException {
        return Appending.open(path, options);
    }

    /** Writes a record. The array is not kept. */
    public void write(byte[] payload) throws IOException {
        write(payload, 0, payload.length);
    }

    /** Writes a part of an array as a record. */
    public void write(byte[] payload, int offset, int size) throws IOException {
        write(ByteBuffer.wrap(payload, offset, size));
    }

    /** Writes a record. */
    public void write(Bytes payload) throws IOException {
        write(payload.asByteBuffer());
    }

    /**
     * Writes the UTF-8 form of a text as a record.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public void write(String payload) throws IOException {
        write(Utf8.encode(payload));
    }

    /**
     * Writes what {@code payload} has between its position and its limit as a record; the position moves to the limit.
     *
     * @throws IllegalArgumentException if the format cannot hold it: OFRecord takes OFRecord messages only, none of them
     *     empty
     * @throws IOException if it cannot be written; the writer is of no use then, and {@link #commit()} refuses
     */
    public void write(ByteBuffer payload) throws IOException {
        checkOpen();
        frames.check(payload);
        state = State.FAILED;
        frames.write(payload);
        state = State.OPEN;
        count++;
    }

    /**
     * Writes each element of a stream as a record, in the stream's order; nothing is made before it is written. The stream is
     * used up, but closing it stays with the caller.
     *
     * @throws IllegalArgumentException if the format cannot hold an element; those before it have been written
     * @throws IOException if one cannot be written
     */
    public void writeAll(Stream<Bytes> payloads) throws IOException {
        for (Iterator<Bytes> each = payloads.iterator(); each.hasNext(); ) {
            write(each.next());
        }
    }

    /** Where frames that are right already are put. Until {@link #tookFrames} the writer counts as failed. */
    RecordOutput takeFrames() {
        checkOpen();
        state = State.FAILED;
        return out;
    }

    /** So many whole frames were put there. */
    void tookFrames(long frames) {
        state = State.OPEN;
        count += frames;
    }

    /** How many records were written. */
    public long count() {
        return count;
    }

    /** How many bytes the records take so far, frames included, before compression. */
    public long uncompressedSize() {
        return out.uncompressedSize();
    }

    /** Hands over everything written so far, so that somebody who follows the file or the stream sees it. */
    public void flush() throws IOException {
        checkOpen();
        state = State.FAILED;
        out.flush();
        state = State.OPEN;
    }

    /** Flushes, and waits until the storage keeps it. */
    public void sync() throws IOException {
        flush();
        state = State.FAILED;
        out.sync();
        state = State.OPEN;
    }

    /**
     * Completes the file and publishes it. Nothing can be written afterwards.
     *
     * @throws IllegalStateException if it was committed or closed before, or a write has failed
     * @throws IOException if it cannot be published
     */
    public void commit() throws IOException {
        checkOpen();
        state = State.FAILED;
        out.finish();
        if (options.sync() == RecordWriterOptions.Sync.ON_COMMIT) {
            out.sync();
        }
        out.commit();
        state = State.COMMITTED;
    }

    private void checkOpen() {
        switch (state) {
            case OPEN -> {}
            case FAILED ->
                throw new IllegalStateException(
                        name + ": an earlier write failed, so the file would not be whole; write it again");
            case COMMITTED, CLOSED ->
                throw new IllegalStateException(
                        name + ": the writer is " + (state == State.COMMITTED ? "committed" : "closed"));
        }
    }

    /**
     * Ends the writing. Idempotent.
     *
     * @throws IllegalStateException if nothing was committed: what was written is deleted, and this says so
     */
    @Override
    public void close() throws IOException {
        if (state == State.CLOSED) {
            return;
        }
        State before = state;
        state = State.CLOSED;
        out.close();
        if (before != State.COMMITTED) {
            throw new IllegalStateException(name + ": closed without commit(); its " + count
                    + (count == 1 ? " record is" : " records are") + " not kept");
        }
    }

    /** What is written. */
    public RecordFormat format() {
        return options.format();
    }

    /** How it is compressed. */
    public Compression compression() {
        return options.compression();
    }
}
