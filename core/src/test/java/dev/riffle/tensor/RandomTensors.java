package dev.riffle.tensor;

import dev.riffle.internal.Varints;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Creates random tensors of every type, and unusual tensor messages. The fields of a message can be repeated, too
 * short, or in any order.
 */
public final class RandomTensors {

    private static final int[] NUMBERS_BY_TYPE = {
        0, 5, 6, 7, 7, 7, 7, 8, 9, 10, 11, 7, 7, 7, 13, 7, 7, 7, 12, 13, 14, 15, 16, 17, 18, 18, 18, 18, 18, 7, 7
    };

    private final Random random;

    public RandomTensors(Random random) {
        this.random = random;
    }

    /** Returns a random tensor with few elements. BOOL elements are 0 or 1. */
    public DenseTensor tensor(DType dtype, int rank) {
        int[] dims = new int[rank];
        int most = rank > 4 ? 3 : 5;
        for (int i = 0; i < rank; i++) {
            dims[i] = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(most);
        }
        Shape shape = Shape.of(dims);
        return DenseTensor.of(shape, values(dtype, (int) shape.elements()));
    }

    private Values values(DType dtype, int count) {
        if (dtype == DType.STRING) {
            List<Bytes> strings = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                strings.add(Bytes.ofOwned(bytes(random.nextInt(10) == 0 ? 200 : random.nextInt(4))));
            }
            return Values.ofBytes(strings);
        }
        byte[] data = bytes(count * dtype.byteSize());
        if (dtype == DType.BOOL) {
            for (int i = 0; i < data.length; i++) {
                data[i] &= 1;
            }
        }
        return Values.wrap(dtype, count, ByteBuffer.wrap(data));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a TensorProto that a protobuf parser accepts. The message may be invalid as a tensor. */
    public byte[] message() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int type = random.nextInt(20) == 0 ? random.nextInt(40) : 1 + random.nextInt(30);
        List<byte[]> fields = new ArrayList<>();
        if (random.nextInt(20) > 0) {
            fields.add(field(1, 0, varint(type)));
        }
        long elements = 1;
        if (random.nextInt(10) > 0) {
            long[] dims = random.nextInt(12) == 0 ? oddDims() : dims(random.nextInt(4));
            fields.add(field(2, 2, shape(dims)));
            for (long dim : dims) {
                // The message has values for at most 300 elements.
                elements = Math.min(300, elements * Math.max(0, Math.min(300, dim)));
            }
        }
        int byteSize = DType.numbered(type).map(DType::byteSize).orElse(4);
        if (random.nextInt(4) == 0) {
            fields.add(field(4, 2, content(type, elements, byteSize)));
        }
        int field =
                type < NUMBERS_BY_TYPE.length && random.nextInt(8) > 0 ? NUMBERS_BY_TYPE[type] : 1 + random.nextInt(20);
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(list(field, random.nextInt((int) elements + 3)));
        }
        if (random.nextInt(10) == 0) {
            fields.add(list(1 + random.nextInt(20), random.nextInt(3)));
        }
        if (random.nextInt(4) == 0) {
            Collections.shuffle(fields, random);
        }
        fields.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private long[] dims(int rank) {
        return random.longs(rank, 0, 24).map(n -> n < 3 ? 0 : 1 + n % 3).toArray();
    }

    /**
     * Returns dimensions near the limits: the maximum number of dimensions and one more, large or repeated sizes, and
     * products beyond 64 bits.
     */
    private long[] oddDims() {
        return switch (random.nextInt(6)) {
            case 0 -> ones(254);
            case 1 -> ones(255);
            case 2 -> new long[] {1L << random.nextInt(64), dims(1)[0]};
            case 3 -> random.longs(2 + random.nextInt(4), 0, 1L << 40).toArray();
            case 4 -> new long[] {(1L << 31) - 2 + random.nextInt(4), dims(1)[0]};
            default -> new long[] {TensorProto.DEFAULT_LIMIT - 16 + random.nextInt(32)};
        };
    }

    private static long[] ones(int rank) {
        long[] dims = new long[rank];
        Arrays.fill(dims, 1);
        return dims;
    }

    private byte[] content(int type, long elements, int byteSize) {
        if (type == DType.STRING.number()) {
            ByteArrayOutputStream lengths = new ByteArrayOutputStream();
            int total = 0;
            for (int i = 0; i < elements; i++) {
                int length = random.nextInt(4);
                total += length;
                lengths.writeBytes(varint(length));
            }
            lengths.writeBytes(bytes(total + (random.nextInt(6) == 0 ? 1 : 0)));
            return lengths.toByteArray();
        }
        byte[] content = bytes((int) elements * byteSize + (random.nextInt(6) == 0 ? 1 : 0));
        if (type == DType.BOOL.number() && random.nextInt(6) > 0) {
            for (int i = 0; i < content.length; i++) {
                content[i] &= 1;
            }
        }
        return content;
    }

    private byte[] shape(long... dims) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long dim : dims) {
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            if (dim != 0 || random.nextInt(4) == 0) {
                one.writeBytes(field(1, 0, varint(dim)));
            }
            if (random.nextInt(20) == 0) {
                one.writeBytes(field(2, 2, random.nextInt(3) == 0 ? bytes(2) : new byte[] {'x'}));
            }
            out.writeBytes(field(2, 2, one.toByteArray()));
        }
        if (random.nextInt(20) == 0) {
            out.writeBytes(field(3, 0, varint(random.nextInt(2))));
        }
        return out.toByteArray();
    }

    /**
     * Returns this number of encoded values of a TensorProto field, packed or as separate fields. An unknown field
     * contains random bytes.
     */
    private byte[] list(int field, int count) {
        boolean packed = random.nextInt(4) > 0;
        return switch (field) {
            case 5, 9 -> numbers(field, count, packed, 5, 4);
            case 6, 12 -> numbers(field, count, packed, 1, 8);
            case 7, 10, 11, 13, 16, 17 -> numbers(field, count, packed, 0, 0);
            case 4, 18 -> field(field, 2, bytes(count));
            case 14 -> field(field, 2, field(1 + random.nextInt(7), 2, new byte[] {'d'}));
            case 15 -> field(field, 2, field(1 + random.nextInt(4), 2, random.nextBoolean() ? message() : bytes(2)));
            default -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                for (int i = 0; i < count; i++) {
                    out.writeBytes(field(Math.max(8, field), 2, bytes(random.nextInt(4))));
                }
                yield out.toByteArray();
            }
        };
    }

    private byte[] numbers(int field, int count, boolean packed, int wireType, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            byte[] number = wireType == 0 ? varint(integer()) : bytes(size);
            out.writeBytes(packed ? number : field(field, wireType, number));
        }
        return packed ? field(field, 2, out.toByteArray()) : out.toByteArray();
    }

    private long integer() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt();
            case 2 -> -1;
            default -> random.nextInt(300);
        };
    }

    private static byte[] varint(long value) {
        byte[] bytes = new byte[Varints.MAX_SIZE];
        return Arrays.copyOf(bytes, Varints.write(bytes, 0, value));
    }

    private static byte[] field(int number, int wireType, byte[] value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(varint((long) number << 3 | wireType));
        if (wireType == 2) {
            out.writeBytes(varint(value.length));
        }
        out.writeBytes(value);
        return out.toByteArray();
    }
}
