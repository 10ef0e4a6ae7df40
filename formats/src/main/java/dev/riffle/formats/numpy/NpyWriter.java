package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import dev.riffle.internal.WriterAccess;
import dev.riffle.io.ByteSink;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes an array to a {@code .npy} file in parts along its first dimension. The file appears at the commit.
 *
 * <pre>{@code
 * NpyArray array = NpyArray.of(DType.FLOAT32, 60_000, Shape.of(28, 28));
 * try (NpyWriter writer = NpyWriter.create(ByteSink.of(path), array)) {
 *     for (DenseTensor images : batches) {
 *         writer.write(images);
 *     }
 *     writer.commit();
 * }
 * }</pre>
 *
 * <p>The file equals the file of {@code numpy.save}, with little-endian numbers. One thread at a time may use a writer.
 *
 * @since 0.1
 */
public final class NpyWriter implements Closeable {

    /** The largest number of bytes that the writer encodes at once. */
    private static final int BUFFER_BYTES = 64 << 10;

    private final NpyArray array;
    private final ByteSink.Output out;
    private final WriterAccess access;
    private long written;
    private boolean committed;

    private NpyWriter(NpyArray array, ByteSink.Output out, String name) {
        this.array = array;
        this.out = out;
        this.access = new WriterAccess(name);
    }

    /**
     * Opens a file for an array of which the number of rows is known.
     *
     * @throws IOException if the sink cannot be written
     */
    public static NpyWriter create(ByteSink sink, NpyArray array) throws IOException {
        Argument.present(sink, "sink");
        Argument.present(array, "array");
        ByteSink.Output out = sink.create();
        try {
            NpyWriter writer = new NpyWriter(array, out, sink.name());
            writer.writeAll(ByteBuffer.wrap(NpyHeader.write(array)));
            return writer;
        } catch (Throwable e) {
            out.close();
            throw e;
        }
    }

    /**
     * Writes the next rows. The first dimension of the tensor counts them.
     *
     * @throws IllegalArgumentException if the tensor has another type or shape than the array, or more rows than the
     *     array still has. Also if a string is longer than the strings of the array, or ends with a zero byte, which
     *     NumPy does not keep. The writer has then written no part of the tensor
     * @throws IllegalStateException after the commit, or after a failed write
     * @throws java.util.ConcurrentModificationException if another thread is in a call of this writer, which then
     *     cannot commit any more
     * @throws IOException if the file cannot be written
     */
    public void write(DenseTensor rows) throws IOException {
        Argument.present(rows, "rows");
        access.begin();
        try {
            check(rows);
        } catch (IllegalArgumentException e) {
            access.end();
            throw e;
        }
        try {
            if (array.dtype() == DType.STRING) {
                writeStrings(rows.values());
            } else {
                writeAll(rows.values().data());
            }
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        written += rows.shape().dim(0);
        access.end();
    }

    private void check(DenseTensor rows) {
        int count = rows.shape().rank() == 0 ? 0 : rows.shape().dim(0);
        if (rows.dtype() != array.dtype()
                || !rows.shape().equals(array.rowShape().prepend(count))) {
            throw new IllegalArgumentException("the array has rows of " + array.dtype() + " with the shape "
                    + array.rowShape() + ", not " + rows.dtype() + " with the shape " + rows.shape());
        }
        if (count > array.rows() - written) {
            throw new IllegalArgumentException("the array has " + array.rows() + " rows, and " + written
                    + " are written; the tensor has " + count + " more");
        }
        if (array.dtype() == DType.STRING) {
            checkStrings(rows.values());
        }
    }

    private void checkStrings(Values strings) {
        for (int i = 0; i < strings.size(); i++) {
            ByteBuffer string = strings.viewAt(i);
            int size = string.remaining();
            if (size > array.stringBytes()) {
                throw new IllegalArgumentException(
                        "row " + rowOf(i) + ": a string has " + size + " bytes, more than " + array.stringBytes());
            }
            if (size > 0 && string.get(size - 1) == 0) {
                throw new IllegalArgumentException(
                        "row " + rowOf(i) + ": a string ends with a zero byte, which NumPy does not keep");
            }
        }
    }

    private long rowOf(int element) {
        return written + element / array.rowElements();
    }

    private void writeStrings(Values strings) throws IOException {
        int each = array.stringBytes();
        ByteBuffer padded = ByteBuffer.allocate(Math.max(each, BUFFER_BYTES / each * each));
        for (int i = 0; i < strings.size(); i++) {
            if (padded.remaining() < each) {
                writeAll(padded.flip());
                padded.clear();
            }
            int from = padded.position();
            padded.put(strings.viewAt(i));
            while (padded.position() < from + each) {
                padded.put((byte) 0);
            }
        }
        writeAll(padded.flip());
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    /** Returns the description of the array. */
    public NpyArray array() {
        return array;
    }

    /** Returns whether all rows are written and committed. */
    boolean isCommitted() {
        return committed;
    }

    /**
     * Publishes the file.
     *
     * @throws IllegalStateException if the array does not have all its rows, or a write has failed
     * @throws IOException if the file cannot be written
     */
    public void commit() throws IOException {
        access.begin();
        if (written < array.rows()) {
            access.end();
            throw new IllegalStateException(
                    "the array has " + array.rows() + " rows, but only " + written + " are written");
        }
        try {
            out.commit();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        committed = true;
        access.commit();
    }

    /** Ends the writing. Without an earlier commit, no file appears. Idempotent. */
    @Override
    public void close() throws IOException {
        WriterAccess.Closing unused = access.close(out);
    }
}
