package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Creates random messages with many extreme values, for example empty lists, the largest and smallest numbers, NaN, and
 * unusual names.
 */
public final class RandomMessages {

    private static final String[] NAMES = {
        "",
        "a",
        "aa",
        "a\0",
        "b",
        "label",
        "image/encoded",
        "image",
        "é",
        "日本",
        "\uffff",
        "\ud83d\ude42",
        "x y",
        "\"'\\\n",
        "a name of more than sixty-four bytes, which no cache of names keeps for the next message"
    };
    private static final long[] LONGS = {
        0,
        1,
        -1,
        127,
        128,
        16383,
        16384,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 53,
        (1L << 53) + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final float[] FLOATS = {
        0,
        -0f,
        1,
        0.1f,
        Float.MAX_VALUE,
        Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY
    };
    private static final double[] DOUBLES = {
        0,
        -0d,
        1,
        0.1,
        Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1e16,
        123456789012345680.0
    };

    private final Random random;

    public RandomMessages(Random random) {
        this.random = random;
    }

    public Example example(Dialect dialect) {
        if (random.nextInt(20) == 0) {
            return Example.empty();
        }
        ExampleBuilder builder = Example.builder();
        for (int i = random.nextInt(8); i > 0; i--) {
            builder.put(name(), feature(dialect));
        }
        return builder.build();
    }

    public SequenceExample sequenceExample() {
        SequenceExampleBuilder builder = SequenceExample.builder();
        if (random.nextBoolean()) {
            builder.context(example(Dialect.TENSORFLOW));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            List<Feature> steps = new ArrayList<>();
            for (int step = random.nextInt(5); step > 0; step--) {
                steps.add(feature(Dialect.TENSORFLOW));
            }
            builder.put(name(), steps);
        }
        return builder.build();
    }

    String name() {
        return random.nextInt(4) == 0 ? "key_" + random.nextInt(1000) : NAMES[random.nextInt(NAMES.length)];
    }

    Feature feature(Dialect dialect) {
        int which = random.nextInt(dialect.kinds().size() + 1);
        Kind kind = which == 0 ? Kind.NOT_SET : dialect.kinds().get(which - 1);
        int count = random.nextInt(5) == 0 ? random.nextInt(200) : random.nextInt(4);
        ListBuilder list = new ListBuilder(kind);
        for (int i = 0; i < count; i++) {
            switch (kind) {
                case BYTES -> list.add(bytes());
                case FLOAT -> list.add((double) floatValue());
                case DOUBLE -> list.add(doubleValue());
                case INT64 -> list.add(longValue());
                case INT32 -> list.add((long) (int) longValue());
                case NOT_SET -> {}
            }
        }
        return list.build();
    }

    Bytes bytes() {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(10)];
        random.nextBytes(bytes);
        return Bytes.ofOwned(bytes);
    }

    long longValue() {
        return switch (random.nextInt(3)) {
            case 0 -> LONGS[random.nextInt(LONGS.length)];
            case 1 -> random.nextInt(300);
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    float floatValue() {
        return switch (random.nextInt(3)) {
            case 0 -> FLOATS[random.nextInt(FLOATS.length)];
            case 1 -> Float.intBitsToFloat(random.nextInt());
            default -> random.nextInt(20_000) / 100f;
        };
    }

    double doubleValue() {
        return switch (random.nextInt(3)) {
            case 0 -> DOUBLES[random.nextInt(DOUBLES.length)];
            case 1 -> Double.longBitsToDouble(random.nextLong());
            default -> random.nextInt(20_000) / 100d;
        };
    }
}
