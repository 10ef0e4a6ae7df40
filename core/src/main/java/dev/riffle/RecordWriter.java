package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.StreamOutput;
import dev.riffle.internal.Utf8;
import dev.riffle.internal.WriterAccess;
import dev.riffle.internal.frame.FileRecordWriter;
import dev.riffle.internal.frame.FrameCopy;
import dev.riffle.internal.frame.FrameWriter;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Writes the records of one record file.
 *
 * <pre>{@code
 * try (RecordWriter records = RecordWriter.create(path)) {
 *     records.write(payload);
 *     records.commit();
 * }
 * }</pre>
 *
 * <p>{@link #commit()} publishes the file, and {@link #discard()} deletes it. A writer that is closed without one of
 * them deletes its output and throws. {@link #write(Path, Body)} calls {@link #commit()} for you:
 *
 * <pre>{@code
 * RecordWriter.write(path, records -> {
 *     records.write(payload);
 * });
 * }</pre>
 *
 * <p>The ending of the name chooses the compression, unless the options set it: see {@link RecordWriterOptions}.
 *
 * <p>One thread at a time may use a writer. A call during a call of another thread throws a {@link
 * java.util.ConcurrentModificationException}. After this and after every failed write, {@link #commit()} publishes
 * nothing and throws, with the first failure as the cause.
 *
 * @since 0.1
 */
public final class RecordWriter implements Closeable {

    private final String name;
    private final FileRecordWriter out;
    private final RecordWriterOptions options;

    private final WriterAccess access;

    private long count;

    RecordWriter(String name, FileRecordWriter out, RecordWriterOptions options) {
        this.name = name;
        this.out = out;
        this.options = options;
        this.access = new WriterAccess(name);
    }

    /**
     * Writes the records of a file that {@link RecordWriter#write(Path, Body)} commits. The body runs on the thread
     * that calls that method.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface Body {

        /**
         * Writes the records. If this method throws, the writer publishes nothing. A body that calls methods with other
         * checked exceptions must wrap them, for example in an {@link IOException}.
         */
        void write(RecordWriter records) throws IOException;
    }

    /**
     * Writes values of one type as records of a file; see {@link RecordWriter#typed}.
     *
     * @param <T> the type of the values
     * @since 0.1
     */
    @FunctionalInterface
    public interface Typed<T> {

        /** Writes a value as a record. If the encoder throws, the writer can write other values. */
        void write(T value) throws IOException;
    }

    /**
     * Writes a TFRecord file: runs {@code body}, then commits. If the body throws, the writer deletes its output. Fails
     * if the file exists.
     *
     * @throws IOException if the file cannot be written. The message names the file and a remedy. Also if the body
     *     throws it
     */
    public static void write(Path path, Body body) throws IOException {
        write(path, RecordWriterOptions.defaults(), body);
    }

    /**
     * Like {@link #write(Path, Body)}, with options.
     *
     * @throws IllegalArgumentException as {@link #create(Path, RecordWriterOptions)}
     */
    public static void write(Path path, RecordWriterOptions options, Body body) throws IOException {
        Argument.present(path, "path");
        Argument.present(options, "options");
        Argument.present(body, "body");
        try (RecordWriter writer = create(path, options)) {
            body.write(writer);
            writer.commit();
        }
    }

    /** Returns a writer that creates a TFRecord file. Fails if the file exists. */
    public static RecordWriter create(Path path) throws IOException {
        return create(path, RecordWriterOptions.defaults());
    }

    /**
     * Like {@link #create(Path)}, with options.
     *
     * @throws IOException if the file cannot be written. The message names the file and a remedy
     * @throws IllegalArgumentException if the format does not allow the compression, or the ending of the name means a
     *     different compression than the options
     */
    public static RecordWriter create(Path path, RecordWriterOptions options) throws IOException {
        Argument.present(path, "path");
        Argument.present(options, "options");
        RecordWriterOptions named = options.forFile(path);
        ByteSink complete = options.overwrites() ? ByteSink.replacing(path) : ByteSink.of(path);
        ByteSink inPlace = options.overwrites() ? ByteSink.replacingInPlace(path) : ByteSink.inPlace(path);
        return create(options.writesInPlace() ? inPlace : complete, named);
    }

    /**
     * Returns a writer to a stream. The stream stays open, because the caller owns it. Only messages use {@code name}:
     * the writer compresses only if the options set a compression.
     */
    public static RecordWriter create(OutputStream stream, String name, RecordWriterOptions options)
            throws IOException {
        return create(ByteSink.of(stream, name), options);
    }

    /**
     * Returns a writer to any sink. If the options set no compression, the ending of the sink's name chooses it, unless
     * the sink is a stream. The writer ignores the options {@link RecordWriterOptions#overwrite()} and {@link
     * RecordWriterOptions#inPlace()}.
     *
     * @throws IOException if the sink cannot be opened. The message names the sink
     * @throws IllegalArgumentException if the format does not allow the compression
     */
    public static RecordWriter create(ByteSink sink, RecordWriterOptions options) throws IOException {
        Argument.present(sink, "sink");
        Argument.present(options, "options");
        Compression compression = options.compression()
                .or(() -> sink instanceof StreamOutput ? Optional.empty() : Compression.ofFileName(sink.name()))
                .orElse(Compression.NONE);
        options.format().checkSupports(compression, sink.name());
        FileRecordWriter out =
                FileRecordWriter.create(sink, options.format().layout(), compression, options.bufferSize());
        return new RecordWriter(sink.name(), out, options.compression(compression));
    }

    /**
     * Returns a writer that appends to an uncompressed TFRecord file. See {@link #append(Path, RecordWriterOptions)}.
     */
    public static RecordWriter append(Path path) throws IOException {
        return append(path, RecordWriterOptions.defaults());
    }

    /**
     * Returns a writer that appends to an existing uncompressed file, in the format of the options. Of the other
     * options, only {@link RecordWriterOptions#withoutSync()} has an effect. This method checks all frames first, so
     * the writer never appends after a torn record. If the writer is closed without {@link #commit()}, it truncates the
     * file to its old size.
     *
     * @throws CorruptRecordException if the file is damaged. The file can be truncated at {@link
     *     CorruptRecordException#recordOffset()}
     * @throws IllegalArgumentException if the options set a compression, or the file is empty and the ending of its
     *     name means a compression
     * @throws IOException if the file does not exist, has another format or a compression, or if another program
     *     appends to the file
     */
    public static RecordWriter append(Path path, RecordWriterOptions options) throws IOException {
        Argument.present(path, "path");
        Argument.present(options, "options");
        return Appending.open(path, options);
    }

    /** Writes a record. The writer does not keep a reference to the array. */
    public void write(byte[] payload) throws IOException {
        Argument.present(payload, "payload");
        write(payload, 0, payload.length);
    }

    /** Like {@link #write(byte[])}, for a part of an array. */
    public void write(byte[] payload, int offset, int size) throws IOException {
        Argument.present(payload, "payload");
        Argument.part(offset, size, payload.length, "payload");
        write(ByteBuffer.wrap(payload, offset, size));
    }

    /** Writes a record from immutable bytes. */
    public void write(Bytes payload) throws IOException {
        Argument.present(payload, "payload");
        write(payload.asByteBuffer());
    }

    /**
     * Writes the UTF-8 form of a text as a record.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public void write(String payload) throws IOException {
        Argument.present(payload, "payload");
        write(Utf8.encode(payload));
    }

    /**
     * Writes the bytes between position and limit of {@code payload} as a record. Moves the position to the limit.
     *
     * @throws IllegalArgumentException if the format does not allow the payload. OFRecord allows only OFRecord messages
     *     of at least 1 byte. The writer can write other payloads
     * @throws IllegalStateException if the writer is committed or closed, or an earlier write has failed
     * @throws java.util.ConcurrentModificationException if another thread is in a call of this writer. The writer has
     *     then failed, and {@link #commit()} throws
     * @throws IOException if the record cannot be written. The writer has then failed, and {@link #commit()} throws
     */
    public void write(ByteBuffer payload) throws IOException {
        Argument.present(payload, "payload");
        access.begin();
        try {
            out.check(payload);
        } catch (IllegalArgumentException e) {
            access.end();
            throw e;
        }
        try {
            out.write(payload);
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        count++;
        access.end();
    }

    /**
     * Writes each element of a stream as a record, in the order of the stream. Evaluates each element just before
     * writing it. Consumes the stream but does not close it.
     *
     * @throws IllegalArgumentException if the format does not allow an element. The elements before it are written
     * @throws IOException if an element cannot be written
     */
    public void writeAll(Stream<Bytes> payloads) throws IOException {
        Argument.present(payloads, "payloads");
        for (Iterator<Bytes> each = payloads.iterator(); each.hasNext(); ) {
            write(each.next());
        }
    }

    /**
     * Returns a writer of values to this file, which the caller commits as before.
     *
     * @param encoder returns the payload of a value, for example {@code codec::encode} of a {@code RecordCodec}
     */
    public <T> Typed<T> typed(Function<? super T, Bytes> encoder) {
        Argument.present(encoder, "encoder");
        return value -> write(encoder.apply(value));
    }

    /** Lets {@code body} append this number of intact frames to the output, which consists of frames. */
    void append(long frames, FrameCopy.Body body) throws IOException {
        change(frames, () -> body.append((FrameWriter) out));
    }

    private interface Change {
        void run() throws IOException;
    }

    private void change(long frames, Change change) throws IOException {
        access.begin();
        try {
            change.run();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        count += frames;
        access.end();
    }

    /** Returns the number of records written. */
    public long count() {
        return count;
    }

    /** Returns the number of bytes written so far, before compression. Includes all bytes of the frames. */
    public long uncompressedSize() {
        return out.uncompressedSize();
    }

    /** Passes on all bytes written so far. Readers that follow the file or the stream then see these bytes. */
    public void flush() throws IOException {
        change(0, out::flush);
    }

    /** Flushes, and waits until all bytes are in storage. */
    public void sync() throws IOException {
        change(0, () -> {
            out.flush();
            out.sync();
        });
    }

    /**
     * Completes the file and publishes it. The writer accepts no records afterwards.
     *
     * @throws IllegalStateException if the writer was committed or closed before, or a write has failed
     * @throws IOException if the file cannot be published
     */
    public void commit() throws IOException {
        access.begin();
        try {
            out.finish();
            if (options.syncs()) {
                out.sync();
            }
            out.commit();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.commit();
    }

    /**
     * Closes the writer and deletes its output, as intended. A stream keeps the complete records that it received.
     * {@link #close()} then has no effect. Idempotent.
     *
     * @throws IllegalStateException if the writer is committed: the file stays
     * @throws IOException if the output cannot be closed or deleted
     */
    public void discard() throws IOException {
        Optional<Throwable> unused = access.flushIntact(out::flushStream);
        access.discard(out);
    }

    /**
     * Closes the writer. Idempotent.
     *
     * @throws IllegalStateException if the writer was neither committed nor discarded. It has discarded its output,
     *     except the complete records that a stream received
     * @throws IOException if the output cannot be closed or discarded
     */
    @Override
    public void close() throws IOException {
        Optional<Throwable> unflushed = access.flushIntact(out::flushStream);
        if (access.close(out) == WriterAccess.Closing.DISCARDED) {
            IllegalStateException discarded = new IllegalStateException(name + ": closed without commit(); its " + count
                    + (count == 1 ? " record was" : " records were") + " discarded");
            unflushed.ifPresent(discarded::addSuppressed);
            throw discarded;
        }
    }

    /** Returns the format of the records. */
    public RecordFormat format() {
        return options.format();
    }

    /** Returns the compression of the output. */
    public Compression compression() {
        return options.compression().orElse(Compression.NONE);
    }
}
