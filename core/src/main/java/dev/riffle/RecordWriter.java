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
 * try (RecordWriter records = RecordWriter.create(path)) {
 *     records.write(payload);
 *     records.commit();
 * }
 * }</pre>
 *
 * <p>{@link #commit()} publishes the file. A writer that is closed without {@link #commit()} deletes its output and
 * throws. {@link #write(Path, RecordWriterOptions, Body)} commits for you:
 *
 * <pre>{@code
 * RecordWriter.write(path, RecordWriterOptions.defaults(), records -> {
 *     records.write(payload);
 * });
 * }</pre>
 *
 * <p>One thread at a time may use a writer.
 *
 * @since 0.1
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

    /**
     * Writes the records of a file that {@link RecordWriter#write(Path, RecordWriterOptions, Body)} commits. The thread
     * that calls that method runs the body.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface Body<E extends Exception> {

        /** Writes the records. If it throws, the writer publishes nothing. */
        void write(RecordWriter records) throws IOException, E;
    }

    /**
     * Writes a file: runs {@code body}, then commits. If the body throws, the writer deletes its output.
     *
     * @throws IOException if the file cannot be written; the message names it and a remedy
     */
    public static <E extends Exception> void write(Path path, RecordWriterOptions options, Body<E> body)
            throws IOException, E {
        try (RecordWriter writer = create(path, options)) {
            body.write(writer);
            writer.commit();
        }
    }

    /** Creates a TFRecord file. Fails if the file exists. */
    public static RecordWriter create(Path path) throws IOException {
        return create(path, RecordWriterOptions.defaults());
    }

    /**
     * Like {@link #create(Path)}, with options.
     *
     * @throws IOException if the path cannot be written; the message names it and a remedy
     * @throws IllegalArgumentException if the format does not allow the compression
     */
    public static RecordWriter create(Path path, RecordWriterOptions options) throws IOException {
        boolean replace = options.existing() == RecordWriterOptions.Existing.REPLACE;
        ByteSink sink = switch (options.publishing()) {
            case ON_COMMIT -> replace ? ByteSink.replacing(path) : ByteSink.of(path);
            case AT_ONCE -> replace ? ByteSink.replacingInPlace(path) : ByteSink.inPlace(path);
        };
        return create(sink, options);
    }

    /** Writes to a stream of the caller, which stays open; messages use {@code name}. */
    public static RecordWriter create(OutputStream stream, String name, RecordWriterOptions options)
            throws IOException {
        return create(ByteSink.of(stream, name), options);
    }

    /**
     * Writes to any sink. The options {@link RecordWriterOptions#overwrite()} and {@link RecordWriterOptions#inPlace()}
     * have no effect.
     *
     * @throws IOException if the sink cannot be opened; the message names it
     * @throws IllegalArgumentException if the format does not allow the compression
     */
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
     * Appends to an existing uncompressed file, in the format of the options. Of the other options, only
     * {@link RecordWriterOptions#withoutSync()} has an effect. Checks all frames first: the writer never appends after
     * a torn record. A writer that is closed without {@link #commit()} truncates the file to its old size.
     *
     * @throws CorruptRecordException if the file is damaged; {@link CorruptRecordException#recordOffset()} is where the
     *     file can be cut
     * @throws IllegalArgumentException if the options ask for a compression
     * @throws IOException if the file does not exist, has another format or a compression, or another program appends
     *     to it
     */
    public static RecordWriter append(Path path, RecordWriterOptions options) throws IOException {
        return Appending.open(path, options);
    }

    /** Writes a record. The writer does not keep the array. */
    public void write(byte[] payload) throws IOException {
        write(payload, 0, payload.length);
    }

    /** Like {@link #write(byte[])}, for a part of an array. */
    public void write(byte[] payload, int offset, int size) throws IOException {
        write(ByteBuffer.wrap(payload, offset, size));
    }

    /** Writes a record from immutable bytes. */
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
     * Writes the bytes between position and limit of {@code payload} as a record; the position moves to the limit.
     *
     * @throws IllegalArgumentException if the format does not allow the payload: OFRecord accepts only OFRecord
     *     messages of at least 1 byte
     * @throws IllegalStateException if the writer is committed or closed, or an earlier write has failed
     * @throws IOException if the record cannot be written; the writer has failed then, and {@link #commit()} throws
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
     * Writes each element of a stream as a record, in the stream's order. Evaluates each element just before it is
     * written. Consumes the stream but does not close it.
     *
     * @throws IllegalArgumentException if the format does not allow an element; the elements before it are written
     * @throws IOException if an element cannot be written
     */
    public void writeAll(Stream<Bytes> payloads) throws IOException {
        for (Iterator<Bytes> each = payloads.iterator(); each.hasNext(); ) {
            write(each.next());
        }
    }

    /** Returns the output for appending verified frames. Until {@link #tookFrames} the writer counts as failed. */
    RecordOutput takeFrames() {
        checkOpen();
        state = State.FAILED;
        return out;
    }

    /** Counts the intact frames that the caller put into the output of {@link #takeFrames}. */
    void tookFrames(long frames) {
        state = State.OPEN;
        count += frames;
    }

    /** Returns the number of records written. */
    public long count() {
        return count;
    }

    /** Returns the number of bytes written so far, frames included, before compression. */
    public long uncompressedSize() {
        return out.uncompressedSize();
    }

    /** Passes on all bytes written so far, so that readers that follow the file or the stream see them. */
    public void flush() throws IOException {
        checkOpen();
        state = State.FAILED;
        out.flush();
        state = State.OPEN;
    }

    /** Flushes, and waits until the storage has all bytes. */
    public void sync() throws IOException {
        flush();
        state = State.FAILED;
        out.sync();
        state = State.OPEN;
    }

    /**
     * Completes the file and publishes it. The writer accepts no records afterwards.
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
                        name + ": an earlier write failed, so the file is incomplete; write it again");
            case COMMITTED, CLOSED ->
                throw new IllegalStateException(
                        name + ": the writer is " + (state == State.COMMITTED ? "committed" : "closed"));
        }
    }

    /**
     * Closes the writer. Idempotent.
     *
     * @throws IllegalStateException if the writer was not committed: it has discarded its output, except bytes that a
     *     stream received. The message reports that
     * @throws IOException if the output cannot be closed or discarded
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
                    + (count == 1 ? " record was" : " records were") + " discarded");
        }
    }

    /** Returns the format of the records. */
    public RecordFormat format() {
        return options.format();
    }

    /** Returns the compression of the output. */
    public Compression compression() {
        return options.compression();
    }
}
