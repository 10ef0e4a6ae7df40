package dev.riffle.cli.convert;

import dev.riffle.arrow.ArrowColumnException;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.jspecify.annotations.Nullable;

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
    private final ArrowMessages messages;
    private final BufferAllocator allocator;
    private final ArrowReader reader;

    private ArrowSource(ByteSource source, ArrowMessages messages, BufferAllocator allocator) {
        this.source = source;
        this.messages = messages;
        this.allocator = allocator;
        this.reader = new ArrowBatchReader(messages, allocator);
    }

    /**
     * Opens a source.
     *
     * @param source a source of known size that opens several times
     * @param watched the same source, or one that also counts bytes
     */
    static ArrowSource open(ByteSource source, ByteSource watched, ArrowKind kind) throws IOException {
        long size = source.size().orElseThrow();
        ArrowMessages messages = switch (kind) {
            case ARROW -> new ArrowFileMessages(watched, footer(source));
            case ARROWS -> new ArrowStreamMessages(watched.open(0), size);
        };
        return new ArrowSource(source, messages, new RootAllocator(2 * size + MORE_BYTES));
    }

    private static ArrowFooter footer(ByteSource source) throws IOException {
        try {
            return ArrowFooters.read(source);
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(source.name(), e);
        } catch (IOException e) {
            throw damaged(source, e.getMessage(), e);
        }
    }

    /** Work with the reader of a source. */
    @FunctionalInterface
    interface Work<T> {
        T of(ArrowReader reader) throws IOException;
    }

    /**
     * Runs work, and describes damage. Arrow's classes throw many types of exceptions for invalid data, and their
     * messages describe Arrow's code rather than the data.
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
        } catch (OutOfMemoryException e) {
            throw damaged(
                    source,
                    messages.damaged("states more values than the file can hold")
                            .getMessage(),
                    e);
        } catch (UncheckedIOException e) {
            throw failed(Objects.requireNonNullElse(e.getCause(), e));
        } catch (IOException e) {
            throw failed(e);
        } catch (StackOverflowError | AssertionError | RuntimeException e) {
            String reason = "cannot be read: expected a valid schema or batch, found damaged metadata";
            throw damaged(source, messages.damaged(reason).getMessage(), e);
        }
    }

    private IOException failed(Exception e) {
        return e instanceof ArrowBatchCheck.LimitException
                ? new IOException(source.name() + ": " + e.getMessage(), e)
                : damaged(source, e.getMessage(), e);
    }

    private static String hint(ArrowColumnException e) {
        return e.reason().endsWith(ROUNDING) ? " with --float32 rounded" : "";
    }

    private static IOException damaged(ByteSource source, @Nullable String reason, Throwable cause) {
        String text = reason == null ? "it cannot be read further" : reason;
        return new IOException(source.name() + ": not valid Arrow data, or incomplete: " + text, cause);
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
