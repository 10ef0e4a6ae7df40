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

    /** The kind of types that only tensors have. */
    private static final char UNKNOWN = ' ';

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
        return number(kind, size).map(dtype -> new NpyType(kind, size, order));
    }

    /** Returns the type of tensors for a kind and a size. Empty for strings and for types that tensors do not have. */
    private static Optional<DType> number(char kind, int bytes) {
        return Arrays.stream(DType.values())
                .filter(dtype -> dtype.byteSize() == bytes && kind(dtype) == kind)
                .findFirst();
    }

    /** Returns NumPy's letter for the kind of a type. */
    private static char kind(DType dtype) {
        return switch (dtype) {
            case FLOAT16, FLOAT32, FLOAT64 -> 'f';
            case INT8, INT16, INT32, INT64 -> 'i';
            case UINT8, UINT16, UINT32, UINT64 -> 'u';
            case BOOL -> 'b';
            case COMPLEX64, COMPLEX128 -> 'c';
            case STRING -> 'S';
            default -> UNKNOWN;
        };
    }

    /** Checks that NumPy has a type. */
    static void check(DType dtype) {
        if (kind(dtype) == UNKNOWN) {
            throw new IllegalArgumentException(
                    "NumPy's files have no " + dtype + "; convert the values to a type of NumPy first");
        }
    }

    /** Returns the type that Riffle writes for the elements of an array. */
    static NpyType of(NpyArray array) {
        return new NpyType(kind(array.dtype()), array.elementBytes(), ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the type of the tensors that hold such elements. */
    DType dtype() {
        return number(kind, bytes).orElse(DType.STRING);
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
