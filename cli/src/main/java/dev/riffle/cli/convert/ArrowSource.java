package dev.riffle.cli.convert;

import dev.riffle.arrow.ArrowColumnException;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;

/**
 * Opens Arrow's IPC data. The memory for its batches is limited by the size of the source, because a damaged file can
 * state any length. One thread at a time may use this object.
 */
final class ArrowSource implements Closeable {

    /** Memory for the validity of values, which a file may omit, and for rounding of sizes. */
    private static final long MORE_BYTES = 16 << 20;

    /** The end of a reason that names an option of the library, which is a flag here. */
    private static final String ROUNDING = "allow the rounding of values";

    private final ByteSource source;
    private final BufferAllocator allocator;
    private final ArrowReader reader;

    private ArrowSource(ByteSource source, BufferAllocator allocator, ArrowReader reader) {
        this.source = source;
        this.allocator = allocator;
        this.reader = reader;
    }

    /**
     * Opens a source.
     *
     * @param source a source of known size that opens several times
     * @param watched the same source, or one that also counts bytes
     */
    static ArrowSource open(ByteSource source, ByteSource watched, ArrowKind kind) throws IOException {
        long size = source.size().orElseThrow();
        BufferAllocator allocator = new RootAllocator(2 * size + MORE_BYTES);
        try {
            ArrowReader reader = switch (kind) {
                case ARROW ->
                    new ArrowFileReader(new SeekableSource(watched), allocator, new ArrowCodecs()) {
                        @Override
                        protected void loadDictionary(ArrowDictionaryBatch dictionary) {
                            checkDictionary(dictionary);
                            super.loadDictionary(dictionary);
                        }
                    };
                case ARROWS ->
                    new ArrowStreamReader(
                            ArrowMessages.of(watched.open(0), size, allocator), allocator, new ArrowCodecs()) {
                        @Override
                        protected void loadDictionary(ArrowDictionaryBatch dictionary) {
                            checkDictionary(dictionary);
                            super.loadDictionary(dictionary);
                        }
                    };
            };
            return new ArrowSource(source, allocator, reader);
        } catch (IOException e) {
            allocator.close();
            throw e;
        }
    }

    /** Rejects a delta, because Arrow appends it without bounds checks. Damaged offsets then crash the JVM. */
    private static void checkDictionary(ArrowDictionaryBatch dictionary) {
        if (dictionary.isDelta()) {
            long id = dictionary.getDictionaryId();
            dictionary.close();
            throw new UncheckedIOException(new IOException("the dictionary " + id + " continues an earlier dictionary"
                    + " (delta), which is not supported; write the data again without deltas"));
        }
    }

    /** Work with the reader of a source. */
    @FunctionalInterface
    interface Work<T> {
        T of(ArrowReader reader) throws IOException;
    }

    /**
     * Runs work, and describes damage. Arrow's classes throw many types of exceptions for invalid data.
     *
     * @throws IOException if the data are damaged; the message names the source
     */
    <T> T read(Work<T> work) throws IOException {
        try {
            return work.of(reader);
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(source.name(), e);
        } catch (ArrowColumnException e) {
            throw new IOException(source.name() + ": " + e.getMessage() + hint(e), e);
        } catch (UncheckedIOException e) {
            throw damaged(Objects.requireNonNullElse(e.getCause(), e));
        } catch (StackOverflowError | AssertionError | IOException | RuntimeException e) {
            throw damaged(e);
        }
    }

    private static String hint(ArrowColumnException e) {
        return e.reason().endsWith(ROUNDING) ? " with --float32 rounded" : "";
    }

    private IOException damaged(Throwable cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new IOException(source.name() + ": not valid Arrow data, or incomplete: " + reason, cause);
    }

    /** Closes the reader and returns its memory. */
    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } finally {
            release();
        }
    }

    private void release() {
        try {
            allocator.close();
        } catch (IllegalStateException e) {
            // Arrow loses buffers if a batch is damaged. The damage is reported, and the process ends soon.
        }
    }
}
