package dev.riffle.spark.internal.read;

import dev.riffle.RecordFormat;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** The types of values. Each type provides random values, their form inside Spark, and the expected features. */
enum SampleType {
    BOOLEAN(DataTypes.BooleanType) {
        @Override
        Object random(Random random) {
            return random.nextBoolean();
        }
    },
    BYTE(DataTypes.ByteType) {
        @Override
        Object random(Random random) {
            return (byte) random.nextInt();
        }
    },
    SHORT(DataTypes.ShortType) {
        @Override
        Object random(Random random) {
            return (short) random.nextInt();
        }
    },
    INT(DataTypes.IntegerType) {
        @Override
        Object random(Random random) {
            return random.nextInt() >> random.nextInt(32);
        }
    },
    LONG(DataTypes.LongType) {
        @Override
        Object random(Random random) {
            return random.nextLong() >> random.nextInt(64);
        }
    },
    FLOAT(DataTypes.FloatType) {
        @Override
        Object random(Random random) {
            return random.nextInt(4) == 0
                    ? List.of(Float.NaN, -0f, Float.MAX_VALUE, Float.NEGATIVE_INFINITY, Float.MIN_VALUE)
                            .get(random.nextInt(5))
                    : (Object) random.nextFloat();
        }
    },
    DOUBLE(DataTypes.DoubleType) {
        @Override
        Object random(Random random) {
            return random.nextInt(4) == 0
                    ? List.of(Double.NaN, -0.0, (double) Float.MAX_VALUE, Double.POSITIVE_INFINITY, Double.MIN_VALUE)
                            .get(random.nextInt(5))
                    : (Object) random.nextGaussian();
        }
    },
    STRING(DataTypes.StringType) {
        @Override
        Object random(Random random) {
            return List.of("", "a", "größer", "\ud83d\ude80 up", "x".repeat(random.nextInt(300)))
                    .get(random.nextInt(5));
        }

        @Override
        Object internal(Object value) {
            return UTF8String.fromString((String) value);
        }
    },
    BINARY(DataTypes.BinaryType) {
        @Override
        Object random(Random random) {
            byte[] bytes = new byte[random.nextInt(5) == 0 ? random.nextInt(20_000) : random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        }
    },
    DECIMAL(DataTypes.createDecimalType(12, 3)) {
        @Override
        Object random(Random random) {
            return BigDecimal.valueOf(random.nextLong() % 1_000_000_000_000L, 3);
        }

        @Override
        Object internal(Object value) {
            return Decimal.apply(new scala.math.BigDecimal((BigDecimal) value), 12, 3);
        }
    },
    WIDE_DECIMAL(DataTypes.createDecimalType(38, 20)) {
        @Override
        Object random(Random random) {
            return new BigDecimal(new BigInteger(120, random), 20);
        }

        @Override
        Object internal(Object value) {
            return Decimal.apply(new scala.math.BigDecimal((BigDecimal) value), 38, 20);
        }
    },
    TIMESTAMP(DataTypes.TimestampType) {
        @Override
        Object random(Random random) {
            return LONG.random(random);
        }
    },
    TIMESTAMP_NTZ(DataTypes.TimestampNTZType) {
        @Override
        Object random(Random random) {
            return LONG.random(random);
        }
    },
    DATE(DataTypes.DateType) {
        @Override
        Object random(Random random) {
            return INT.random(random);
        }
    };

    private final DataType type;

    SampleType(DataType type) {
        this.type = type;
    }

    DataType type() {
        return type;
    }

    abstract Object random(Random random);

    /** Returns the form that this value has in Spark's rows. */
    Object internal(Object value) {
        return value;
    }

    /** Returns the feature that a writer makes from these values. */
    Feature feature(List<?> values, RecordFormat format) {
        boolean oneFlow = format == RecordFormat.OFRECORD;
        return switch (this) {
            case BOOLEAN ->
                Feature.of(values.stream().mapToLong(v -> (Boolean) v ? 1 : 0).toArray());
            case LONG, TIMESTAMP, TIMESTAMP_NTZ -> Feature.of(longs(values));
            case BYTE, SHORT, INT, DATE ->
                oneFlow
                        ? Feature.ofInt32s(values.stream()
                                .mapToInt(v -> ((Number) v).intValue())
                                .toArray())
                        : Feature.of(longs(values));
            case FLOAT -> Feature.of(floats(values));
            case DOUBLE -> oneFlow ? Feature.ofDoubles(doubles(values)) : Feature.of(floats(values));
            case STRING -> Feature.of(values.toArray(String[]::new));
            case BINARY ->
                Feature.of(values.stream().map(v -> Bytes.copyOf((byte[]) v)).toArray(Bytes[]::new));
            case DECIMAL, WIDE_DECIMAL ->
                Feature.of(values.stream()
                        .map(v -> Bytes.copyOf(((BigDecimal) v).toPlainString().getBytes(StandardCharsets.US_ASCII)))
                        .toArray(Bytes[]::new));
        };
    }

    private static long[] longs(List<?> values) {
        return values.stream().mapToLong(v -> ((Number) v).longValue()).toArray();
    }

    static double[] doubles(List<?> values) {
        return values.stream().mapToDouble(v -> ((Number) v).doubleValue()).toArray();
    }

    static float[] floats(List<?> values) {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = ((Number) values.get(i)).floatValue();
        }
        return floats;
    }
}
