package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads the array of a {@code .npy} file in parts along its first dimension.
 *
 * <pre>{@code
 * try (NpyReader array = NpyReader.open(ByteSource.of(path))) {
 *     for (DenseTensor rows = array.read(1024); rows.shape().dim(0) > 0; rows = array.read(1024)) {
 *         use(rows);
 *     }
 * }
 * }</pre>
 *
 * <p>Numbers keep their type. Big-endian numbers become little-endian. Bytes and text of a fixed length become STRING
 * without the zero bytes at their end, as in NumPy, and text becomes UTF-8. Riffle rejects types with fields, dates and
 * Python objects, Fortran's order, and arrays without a first dimension. One thread at a time may use a reader.
 *
 * @since 0.1
 */
public final class NpyReader implements Closeable {

    private static final int BUFFER_BYTES = 64 << 10;

    /** The memory for the objects and references of a string. */
    private static final int STRING_BYTES = 64;

    private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 2;

    private final String source;
    private final InputStream in;
    private final NpyHeader header;
    private long next;

    NpyReader(String source, InputStream in) throws IOException {
        this.source = source;
        this.in = in;
        this.header = NpyHeader.read(source, in);
    }

    /**
     * Opens the file of an array.
     *
     * @throws MalformedArrayException if the file is not an array that Riffle reads, or does not have the size that its
     *     header states
     * @throws IOException if the source cannot be read
     */
    public static NpyReader open(ByteSource source) throws IOException {
        Argument.present(source, "source");
        InputStream in = new BufferedInputStream(Channels.newInputStream(source.open(0)), BUFFER_BYTES);
        try {
            NpyReader reader = new NpyReader(source.name(), in);
            reader.checkSize(source.size());
            return reader;
        } catch (Throwable e) {
            in.close();
            throw e;
        }
    }

    /** Checks the size of the file, if it is known. */
    void checkSize(OptionalLong bytes) throws MalformedArrayException {
        long expected = header.bytes() + header.array().rows() * rowBytes();
        if (bytes.isPresent() && bytes.getAsLong() != expected) {
            throw new MalformedArrayException(
                    source,
                    "the header states an array of " + expected + " bytes, but the file has " + bytes.getAsLong()
                            + "; the file is " + (bytes.getAsLong() < expected ? "incomplete" : "not only an array"));
        }
    }

    private long rowBytes() {
        return (long) header.array().rowElements() * header.type().bytes();
    }

    /** Returns the type and the shape of the array. For text, the strings have at most four bytes for a character. */
    public NpyArray array() {
        return header.array();
    }

    /** Returns the name of the file, with the name of the array if the file has several. */
    public String name() {
        return source;
    }

    /** Returns the number of the next row, from 0. */
    public long position() {
        return next;
    }

    /**
     * Reads the next rows. All rows of a call need at most half of the maximum heap, for all copies of their bytes.
     *
     * @param most the largest number of rows, at least 1
     * @return the rows; their number is the first dimension. It is 0 at the end of the array
     * @throws MalformedArrayException if the file ends early, if a row needs more than half of the maximum heap, or if
     *     a text has an invalid character
     * @throws IOException if the source cannot be read
     */
    public DenseTensor read(int most) throws IOException {
        Argument.positive(most, "most");
        long rowBytes = rowBytes();
        long memory = rowMemory();
        checkRow(memory);
        long fitting = memory == 0 ? most : Math.max(1, Math.min(MOST_BYTES, Integer.MAX_VALUE - 8) / memory);
        int rows = (int) Math.min(Math.min(most, fitting), header.array().rows() - next);
        int size = (int) (rows * rowBytes);
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new MalformedArrayException(
                    source,
                    "the file ends in row " + (next + bytes.length / rowBytes) + " of "
                            + header.array().rows() + "; it is incomplete");
        }
        Shape shape = header.array().rowShape().prepend(rows);
        DenseTensor tensor =
                DenseTensor.of(shape, values(bytes, rows * header.array().rowElements()));
        next += rows;
        return tensor;
    }

    /** Returns the memory to read a row: its bytes in pieces and then in one array, and its strings. */
    long rowMemory() {
        NpyArray array = header.array();
        long strings =
                array.dtype() == DType.STRING ? array.rowElements() * ((long) array.stringBytes() + STRING_BYTES) : 0;
        return 2 * rowBytes() + strings;
    }

    /**
     * Checks the size of the next row before its memory is allocated. The limit is that of records.
     *
     * @param bytes the memory that the row needs
     */
    void checkRow(long bytes) throws MalformedArrayException {
        if (bytes > MOST_BYTES) {
            throw new MalformedArrayException(
                    source,
                    "row " + next + " needs " + bytes + " bytes of memory, but the limit is " + MOST_BYTES
                            + ", half of the heap; split the row, or raise the heap (-Xmx)");
        }
    }

    private Values values(byte[] bytes, int count) throws MalformedArrayException {
        NpyType type = header.type();
        if (type.order() == ByteOrder.BIG_ENDIAN) {
            reverse(bytes, type.orderedBytes());
        }
        if (type.dtype() == DType.STRING) {
            List<Bytes> strings = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int from = i * type.bytes();
                strings.add(type.isText() ? text(bytes, from, i) : string(bytes, from));
            }
            return Values.ofBytes(strings);
        }
        if (type.dtype() == DType.BOOL) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (bytes[i] == 0 ? 0 : 1);
            }
        }
        return Values.wrap(type.dtype(), count, ByteBuffer.wrap(bytes));
    }

    private static void reverse(byte[] bytes, int each) {
        for (int from = 0; from < bytes.length; from += each) {
            for (int i = from, j = from + each - 1; i < j; i++, j--) {
                byte first = bytes[i];
                bytes[i] = bytes[j];
                bytes[j] = first;
            }
        }
    }

    private Bytes string(byte[] bytes, int from) {
        int size = header.type().bytes();
        while (size > 0 && bytes[from + size - 1] == 0) {
            size--;
        }
        return Bytes.copyOf(bytes, from, size);
    }

    private Bytes text(byte[] bytes, int from, int index) throws MalformedArrayException {
        ByteBuffer characters =
                ByteBuffer.wrap(bytes, from, header.type().bytes()).slice().order(ByteOrder.LITTLE_ENDIAN);
        int size = characters.capacity() / Integer.BYTES;
        while (size > 0 && characters.getInt((size - 1) * Integer.BYTES) == 0) {
            size--;
        }
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; i < size; i++) {
            int character = characters.getInt(i * Integer.BYTES);
            if (!Character.isValidCodePoint(character)
                    || Character.isBmpCodePoint(character) && Character.isSurrogate((char) character)) {
                long row = next + index / Math.max(1, header.array().rowElements());
                throw new MalformedArrayException(
                        source,
                        "row " + row + ": the text has the invalid character 0x" + Integer.toHexString(character));
            }
            text.appendCodePoint(character);
        }
        return Bytes.ofOwned(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
