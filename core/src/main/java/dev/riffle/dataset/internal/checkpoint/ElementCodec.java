package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.Pair;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads elements as bytes: numbers, text, bytes, tensors, Examples, and pairs, lists and maps of these. Each
 * element begins with its type in one byte. Sizes use four bytes, big-endian. The codec stores a tensor as TensorFlow's
 * message.
 */
public final class ElementCodec {

    private static final int LONG = 1;
    private static final int INTEGER = 2;
    private static final int FLOAT = 3;
    private static final int DOUBLE = 4;
    private static final int BOOLEAN = 5;
    private static final int STRING = 6;
    private static final int BYTES = 7;
    private static final int DENSE = 8;
    private static final int RAGGED = 9;
    private static final int SPARSE = 10;
    private static final int PAIR = 11;
    private static final int LIST = 12;
    private static final int MAP = 13;
    private static final int EXAMPLE = 14;

    private ElementCodec() {}

    /**
     * Returns the bytes of an element.
     *
     * @throws IllegalArgumentException if the element is of another type
     */
    public static byte[] encode(Object element) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(element, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new AssertionError("a stream in memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static void write(Object element, DataOutputStream out) throws IOException {
        if (element instanceof Long value) {
            out.write(LONG);
            out.writeLong(value);
        } else if (element instanceof Integer value) {
            out.write(INTEGER);
            out.writeInt(value);
        } else if (element instanceof Float value) {
            out.write(FLOAT);
            out.writeInt(Float.floatToRawIntBits(value));
        } else if (element instanceof Double value) {
            out.write(DOUBLE);
            out.writeLong(Double.doubleToRawLongBits(value));
        } else if (element instanceof Boolean value) {
            out.write(BOOLEAN);
            out.writeBoolean(value);
        } else if (element instanceof String value) {
            out.write(STRING);
            writeText(value, out);
        } else if (element instanceof Bytes value) {
            out.write(BYTES);
            writeBytes(value, out);
        } else if (element instanceof Example value) {
            out.write(EXAMPLE);
            writeBytes(value.toBytes(), out);
        } else if (element instanceof DenseTensor tensor) {
            out.write(DENSE);
            writeBytes(TensorProto.serialize(tensor), out);
        } else if (element instanceof RaggedTensor tensor) {
            out.write(RAGGED);
            writeValues(tensor.values(), out);
            out.writeInt(tensor.rowSplits().size());
            for (Values splits : tensor.rowSplits()) {
                writeValues(splits, out);
            }
            writeShape(tensor.innerShape(), out);
        } else if (element instanceof SparseTensor tensor) {
            out.write(SPARSE);
            writeValues(tensor.indices(), out);
            writeValues(tensor.values(), out);
            writeShape(tensor.shape(), out);
        } else {
            writeSeveral(element, out);
        }
    }

    private static void writeSeveral(Object element, DataOutputStream out) throws IOException {
        if (element instanceof Pair<?, ?> pair) {
            out.write(PAIR);
            write(pair.first(), out);
            write(pair.second(), out);
        } else if (element instanceof List<?> list) {
            out.write(LIST);
            out.writeInt(list.size());
            for (Object each : list) {
                write(each, out);
            }
        } else if (element instanceof Map<?, ?> map) {
            out.write(MAP);
            out.writeInt(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (!(entry.getKey() instanceof String key)) {
                    throw rejected(entry.getKey(), "the key of a map");
                }
                writeText(key, out);
                write(entry.getValue(), out);
            }
        } else {
            throw rejected(element, "an element");
        }
    }

    private static IllegalArgumentException rejected(@Nullable Object element, String what) {
        return new IllegalArgumentException("a cache file cannot store " + what + " of "
                + (element == null ? "null" : element.getClass().getName())
                + "; map elements to Bytes, numbers, String, tensors, Example, or pairs, lists and maps of these before"
                + " cache, and back after it");
    }

    private static void writeBytes(Bytes bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.size());
        bytes.writeTo(out);
    }

    /** Writes characters unchanged, so that unpaired surrogates are preserved. */
    private static void writeText(String text, DataOutputStream out) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }

    private static void writeValues(Values values, DataOutputStream out) throws IOException {
        writeBytes(TensorProto.serialize(DenseTensor.vector(values)), out);
    }

    private static void writeShape(Shape shape, DataOutputStream out) throws IOException {
        out.writeInt(shape.rank());
        for (int dim : shape.toArray()) {
            out.writeInt(dim);
        }
    }

    /**
     * Returns the element that these bytes encode.
     *
     * @throws IOException if the bytes are not an element
     */
    public static Object decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            Object element = read(in);
            if (in.available() > 0) {
                throw new IOException(in.available() + " bytes after the end of an element");
            }
            return element;
        } catch (RuntimeException e) {
            throw new IOException("not an element: " + e.getMessage(), e);
        }
    }

    private static Object read(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case LONG -> in.readLong();
            case INTEGER -> in.readInt();
            case FLOAT -> Float.intBitsToFloat(in.readInt());
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case BOOLEAN -> in.readBoolean();
            case STRING -> readText(in);
            case BYTES -> readBytes(in);
            case EXAMPLE -> Example.parse(readBytes(in));
            case DENSE -> TensorProto.parse(readBytes(in));
            case RAGGED -> {
                Values values = readValues(in);
                List<Values> splits = new ArrayList<>();
                for (int left = readCount(in); left > 0; left--) {
                    splits.add(readValues(in));
                }
                yield new RaggedTensor(values, splits, readShape(in));
            }
            case SPARSE -> new SparseTensor(readValues(in), readValues(in), readShape(in));
            case PAIR -> Pair.of(read(in), read(in));
            case LIST -> {
                List<Object> list = new ArrayList<>();
                for (int left = readCount(in); left > 0; left--) {
                    list.add(read(in));
                }
                yield list;
            }
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int left = readCount(in); left > 0; left--) {
                    map.put(readText(in), read(in));
                }
                yield map;
            }
            default -> throw new IOException("unknown kind of element: " + kind);
        };
    }

    /** Reads a count that must be at most the number of remaining bytes. */
    private static int readCount(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new IOException("damaged size: " + count);
        }
        return count;
    }

    private static Bytes readBytes(DataInputStream in) throws IOException {
        return Bytes.ofOwned(in.readNBytes(readCount(in)));
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = readCount(in);
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = in.readChar();
        }
        return new String(chars);
    }

    private static Values readValues(DataInputStream in) throws IOException {
        return TensorProto.parse(readBytes(in)).values();
    }

    private static Shape readShape(DataInputStream in) throws IOException {
        int[] dims = new int[readCount(in)];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = in.readInt();
        }
        return Shape.of(dims);
    }
}
