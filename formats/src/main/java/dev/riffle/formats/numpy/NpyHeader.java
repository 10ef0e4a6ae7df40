package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The beginning of a file: NumPy's signature, a version, and a Python dictionary with type, order and shape.
 *
 * @param type the type of the elements in the file
 * @param array the type and the shape for tensors
 * @param bytes the number of bytes before the elements
 */
record NpyHeader(NpyType type, NpyArray array, long bytes) {

    private static final byte[] SIGNATURE = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** The elements begin at a multiple of this number. */
    private static final int ALIGNMENT = 64;

    /** A larger header belongs to an array with very many fields, or to no array. */
    private static final int MOST_TEXT_BYTES = 1 << 20;

    /** Reads a header from the beginning of a stream. */
    static NpyHeader read(String source, InputStream in) throws IOException {
        byte[] start = in.readNBytes(SIGNATURE.length + 2);
        if (start.length < SIGNATURE.length + 2 || !ByteBuffer.wrap(start, 0, 6).equals(ByteBuffer.wrap(SIGNATURE))) {
            throw new MalformedArrayException(
                    source, "not an array of NumPy: the file does not begin with NumPy's signature");
        }
        int version = start[SIGNATURE.length];
        if (version < 1 || version > 3) {
            throw new MalformedArrayException(
                    source, "version " + version + " of the format is unknown; Riffle reads the versions 1 to 3");
        }
        int sizeBytes = version == 1 ? Short.BYTES : Integer.BYTES;
        long size = 0;
        byte[] sizes = readFully(source, in, sizeBytes);
        for (int i = sizeBytes - 1; i >= 0; i--) {
            size = size << Byte.SIZE | sizes[i] & 0xff;
        }
        if (size > MOST_TEXT_BYTES) {
            throw new MalformedArrayException(
                    source,
                    "the header has " + size + " bytes, more than " + MOST_TEXT_BYTES + "; the file is damaged");
        }
        String text = new String(
                readFully(source, in, (int) size), version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        return of(source, new PythonDict(source, text).read(), SIGNATURE.length + 2 + sizeBytes + size);
    }

    private static byte[] readFully(String source, InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new MalformedArrayException(source, "the file ends in its header; it is incomplete");
        }
        return bytes;
    }

    private static NpyHeader of(String source, PythonDict.Header header, long bytes) throws IOException {
        NpyType type = NpyType.parse(header.description())
                .orElseThrow(() -> new MalformedArrayException(
                        source,
                        "the type " + Argument.shown(header.description())
                                + " is not supported; convert the array to integers, floats, truth values, complex"
                                + " numbers, bytes or text, for example with array.astype('float32')"));
        List<Long> shape = header.shape();
        if (shape.isEmpty()) {
            throw new MalformedArrayException(
                    source, "the array is a single value without a first dimension; save array.reshape(1) instead");
        }
        if (header.fortranOrder() && shape.stream().filter(dim -> dim != 1).count() > 1) {
            throw new MalformedArrayException(
                    source,
                    "the array has Fortran's order, so its rows are not together; save"
                            + " numpy.ascontiguousarray(array) instead");
        }
        int[] rowDims = new int[shape.size() - 1];
        for (int i = 0; i < rowDims.length; i++) {
            long dim = shape.get(i + 1);
            if (dim > Integer.MAX_VALUE) {
                throw new MalformedArrayException(source, "dimension " + (i + 1) + " is too large: " + dim);
            }
            rowDims[i] = (int) dim;
        }
        try {
            // A character of text has at most four bytes in UTF-8, as many as in the file.
            NpyArray array = type.kind() == 'S' || type.isText()
                    ? NpyArray.ofStrings(type.bytes(), shape.get(0), Shape.of(rowDims))
                    : NpyArray.of(type.dtype(), shape.get(0), Shape.of(rowDims));
            return new NpyHeader(type, array, bytes);
        } catch (IllegalArgumentException e) {
            throw (IOException) new MalformedArrayException(source, String.valueOf(e.getMessage())).initCause(e);
        }
    }

    /** Returns the header that NumPy writes for an array, in the oldest version that can hold it. */
    static byte[] write(NpyArray array) {
        StringBuilder shape = new StringBuilder().append(array.rows()).append(',');
        for (int dim : array.rowShape().toArray()) {
            shape.append(' ').append(dim).append(',');
        }
        if (array.rowShape().rank() > 0) {
            shape.setLength(shape.length() - 1);
        }
        String text = "{'descr': '" + NpyType.of(array) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
        int before = SIGNATURE.length + 2 + Short.BYTES;
        // NumPy leaves space for a first dimension of 21 digits, so that a program can append rows.
        int growth = Math.max(0, 21 - Long.toString(array.rows()).length());
        int spaces = growth + ALIGNMENT - (before + text.length() + growth + 1) % ALIGNMENT;
        int size = text.length() + spaces + 1;
        ByteBuffer header = ByteBuffer.allocate(before + size).order(ByteOrder.LITTLE_ENDIAN);
        header.put(SIGNATURE).put((byte) 1).put((byte) 0).putShort((short) size);
        header.put((text + " ".repeat(spaces) + "\n").getBytes(StandardCharsets.ISO_8859_1));
        return header.array();
    }
}
