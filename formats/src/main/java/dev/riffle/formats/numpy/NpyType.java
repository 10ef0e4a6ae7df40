package dev.riffle.formats.numpy;

import dev.riffle.tensor.DType;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of elements as a header states it, such as {@code <f4}: byte order, kind and size.
 *
 * @param kind NumPy's letter: f, i, u, b, c, S for bytes or U for text
 * @param bytes the number of bytes of an element
 * @param order the byte order of numbers and characters
 */
record NpyType(char kind, int bytes, ByteOrder order) {

    private static final Pattern DESCRIPTION = Pattern.compile("([<>|=])?([?]|[a-zA-Z](?=\\d))(\\d{0,9})(\\[.*])?");

    private static final int CHARACTER_BYTES = Integer.BYTES;

    /** The types that both NumPy and tensors have, with the letter of their kind. */
    private enum Known {
        FLOAT16(DType.FLOAT16, 'f'),
        FLOAT32(DType.FLOAT32, 'f'),
        FLOAT64(DType.FLOAT64, 'f'),
        INT8(DType.INT8, 'i'),
        INT16(DType.INT16, 'i'),
        INT32(DType.INT32, 'i'),
        INT64(DType.INT64, 'i'),
        UINT8(DType.UINT8, 'u'),
        UINT16(DType.UINT16, 'u'),
        UINT32(DType.UINT32, 'u'),
        UINT64(DType.UINT64, 'u'),
        BOOL(DType.BOOL, 'b'),
        COMPLEX64(DType.COMPLEX64, 'c'),
        COMPLEX128(DType.COMPLEX128, 'c');

        private final DType dtype;
        private final char kind;

        Known(DType dtype, char kind) {
            this.dtype = dtype;
            this.kind = kind;
        }
    }

    /** Parses a description. Empty if it is malformed, or Riffle does not read the type. */
    static Optional<NpyType> parse(String description) {
        Matcher parts = DESCRIPTION.matcher(description);
        if (!parts.matches() || parts.group(4) != null) {
            return Optional.empty();
        }
        ByteOrder order = ">".equals(parts.group(1)) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        char kind = parts.group(2).charAt(0) == '?' ? 'b' : parts.group(2).charAt(0);
        int size = parts.group(3).isEmpty() ? 1 : Integer.parseInt(parts.group(3));
        if (kind == 'U') {
            return size < 1 || size > Integer.MAX_VALUE / CHARACTER_BYTES
                    ? Optional.empty()
                    : Optional.of(new NpyType(kind, size * CHARACTER_BYTES, order));
        }
        if (kind == 'S' || kind == 'a') {
            return size < 1 ? Optional.empty() : Optional.of(new NpyType('S', size, order));
        }
        return Arrays.stream(Known.values())
                .filter(known -> known.kind == kind && known.dtype.byteSize() == size)
                .findFirst()
                .map(known -> new NpyType(kind, size, order));
    }

    /** Checks that NumPy has a type. */
    static void check(DType dtype) {
        if (dtype != DType.STRING && Arrays.stream(Known.values()).noneMatch(known -> known.dtype == dtype)) {
            throw new IllegalArgumentException(
                    "NumPy's files have no " + dtype + "; convert the values to a type of NumPy first");
        }
    }

    /** Returns the type that Riffle writes for the elements of an array. */
    static NpyType of(NpyArray array) {
        if (array.dtype() == DType.STRING) {
            return new NpyType('S', array.stringBytes(), ByteOrder.LITTLE_ENDIAN);
        }
        return Arrays.stream(Known.values())
                .filter(known -> known.dtype == array.dtype())
                .findFirst()
                .map(known -> new NpyType(known.kind, known.dtype.byteSize(), ByteOrder.LITTLE_ENDIAN))
                .orElseThrow();
    }

    /** Returns the type of the tensors that hold such elements. */
    DType dtype() {
        return Arrays.stream(Known.values())
                .filter(known -> known.kind == kind && known.dtype.byteSize() == bytes)
                .map(known -> known.dtype)
                .findFirst()
                .orElse(DType.STRING);
    }

    boolean isText() {
        return kind == 'U';
    }

    /** Returns the number of bytes that have one byte order: a number, a part of a complex number, or a character. */
    int orderedBytes() {
        return switch (kind) {
            case 'c' -> bytes / 2;
            case 'U' -> CHARACTER_BYTES;
            case 'S' -> 1;
            default -> bytes;
        };
    }

    /** Returns the description in NumPy's form. */
    @Override
    public String toString() {
        String sign = orderedBytes() == 1 ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
        return sign + kind + (isText() ? bytes / CHARACTER_BYTES : bytes);
    }
}
