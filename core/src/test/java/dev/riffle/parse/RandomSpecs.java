package dev.riffle.parse;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Creates specs of all kinds with unusual keys and values. No two specs read a key in different ways. */
final class RandomSpecs {

    private static final String[] PIECES = {
        "a",
        "b64",
        "image/encoded",
        " ",
        "\"",
        "\\",
        ":",
        ",",
        "[",
        "]",
        "(",
        ")",
        "=",
        "?",
        "*",
        "!",
        "\n",
        "\u0000",
        "\u2028",
        "é",
        "\uD83D\uDE00",
        "-1",
        "context",
        "sorted",
        "x_y.z+@"
    };

    private final Random random;
    private int keys;

    RandomSpecs(long seed) {
        random = new Random(seed);
    }

    FeatureSpecs specs() {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        for (int i = random.nextInt(6); i > 0; i--) {
            specs.put(key(), spec());
        }
        return specs.build();
    }

    FeatureSpec spec() {
        DType dtype = oneOf(DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT64, DType.STRING);
        return switch (random.nextInt(5)) {
            case 0 -> fixedLen(dtype);
            case 1 -> {
                Optional<Values> padding = random.nextBoolean() ? Optional.of(values(dtype, 1)) : Optional.empty();
                yield new FeatureSpec.FixedLenSequence(dtype, shape(1), oneOf(FeatureSpec.Missing.values()), padding);
            }
            case 2 -> FeatureSpec.varLen(dtype);
            case 3 -> {
                Shape size = shape(0).prepend(random.nextInt(50));
                List<String> indexKeys = new ArrayList<>();
                for (int i = 0; i < size.rank(); i++) {
                    indexKeys.add(key());
                }
                yield new FeatureSpec.Sparse(indexKeys, key(), dtype, size, oneOf(FeatureSpec.IndexOrder.values()));
            }
            default -> ragged(dtype);
        };
    }

    private FeatureSpec fixedLen(DType dtype) {
        Shape shape = shape(0);
        Optional<Values> values =
                random.nextBoolean() ? Optional.of(values(dtype, (int) shape.elements())) : Optional.empty();
        return new FeatureSpec.FixedLen(dtype, shape, values);
    }

    private FeatureSpec ragged(DType dtype) {
        List<Partition> partitions = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            partitions.add(
                    random.nextInt(4) == 0
                            ? new Partition.UniformRowLength(1 + random.nextInt(9))
                            : oneOf(PartitionKind.values()).partition(key()));
        }
        Optional<String> valueKey = random.nextBoolean() ? Optional.of(key()) : Optional.empty();
        return new FeatureSpec.Ragged(
                dtype,
                valueKey,
                partitions,
                random.nextBoolean() ? DType.INT32 : DType.INT64,
                oneOf(FeatureSpec.Validation.values()));
    }

    private Shape shape(int least) {
        int[] dims = new int[random.nextInt(3)];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = least + random.nextInt(3);
        }
        return Shape.of(dims);
    }

    private String key() {
        return text() + keys++;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(oneOf(PIECES));
        }
        return text.toString();
    }

    private Values values(DType dtype, int size) {
        List<Bytes> strings = new ArrayList<>();
        long[] longs = new long[size];
        int[] ints = new int[size];
        float[] floats = new float[size];
        double[] doubles = new double[size];
        for (int i = 0; i < size; i++) {
            byte[] bytes = new byte[random.nextInt(4)];
            random.nextBytes(bytes);
            strings.add(random.nextBoolean() ? Bytes.copyOf(bytes) : Bytes.ofUtf8(text()));
            longs[i] = random.nextLong() >> random.nextInt(64);
            ints[i] = random.nextInt();
            floats[i] = random.nextInt(8) == 0 ? -0.0f : Float.intBitsToFloat(ints[i] | random.nextInt(2) * 0x7f800000);
            doubles[i] = Double.longBitsToDouble(longs[i] | random.nextInt(2) * 0x7ff0000000000000L);
        }
        return switch (dtype) {
            case STRING -> Values.ofBytes(strings);
            case INT64 -> Values.ofLongs(longs);
            case INT32 -> Values.ofInts(ints);
            case FLOAT32 -> Values.ofFloats(floats);
            case FLOAT64 -> Values.ofDoubles(doubles);
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        };
    }

    @SafeVarargs
    private <T> T oneOf(T... all) {
        return all[random.nextInt(all.length)];
    }
}
