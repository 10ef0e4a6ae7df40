package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.Varints;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.tensor.DType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Creates random messages, nearly all of which match their specs. The messages have the standard encoding, or an
 * unusual encoding that only a complete protobuf reader accepts.
 */
public final class FittingMessages {

    private static final long[] EDGES = {0, 1, -1, 127, 128, 16384, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE
    };

    private final Random random;
    private final Dialect dialect;

    /** The average number of features for each invalid feature; 0 if all features are valid. */
    private final int faultRate;

    /** The average number of encoded parts for each part with an unusual encoding; 0 if all encodings are standard. */
    private final int oddRate;

    public FittingMessages(Random random, Dialect dialect, int faultRate, int oddRate) {
        this.random = random;
        this.dialect = dialect;
        this.faultRate = faultRate;
        this.oddRate = oddRate;
    }

    /** Holds the values of a feature: the bits of each number, or the length of each byte string. */
    private record Written(Kind kind, long[] values) {}

    public byte[] example(Map<String, FeatureSpec> specs) {
        byte[] features = features(specs);
        return dialect == Dialect.TENSORFLOW ? wrapped(1, features) : features;
    }

    public byte[] sequenceExample(Map<String, FeatureSpec> context, Map<String, FeatureSpec> lists) {
        Map<String, List<Written>> steps = new LinkedHashMap<>();
        lists.forEach((name, spec) -> addSteps(name, spec, steps));
        List<byte[]> entries = new ArrayList<>();
        steps.forEach((key, list) -> {
            byte[] body =
                    join(list.stream().map(step -> field(1, feature(step))).toArray(byte[][]::new));
            entries.add(entry(key, body));
        });
        Collections.shuffle(entries, random);
        return join(wrapped(1, features(context)), wrapped(2, join(entries.toArray(byte[][]::new))));
    }

    private void addSteps(String name, FeatureSpec spec, Map<String, List<Written>> steps) {
        if (random.nextInt(8) == 0
                && !(spec instanceof FixedLenSequence sequence && sequence.missing() == FeatureSpec.Missing.REJECTED)) {
            return;
        }
        boolean shared = spec instanceof Ragged;
        for (int i = random.nextInt(4); i > 0; i--) {
            Map<String, Written> step = new LinkedHashMap<>();
            if (spec instanceof FixedLenSequence sequence) {
                put(step, name, sequence.dtype(), (int) sequence.shape().elements());
            } else {
                fill(name, spec, step);
            }
            step.forEach((key, feature) ->
                    steps.computeIfAbsent(key, k -> new ArrayList<>()).add(feature));
        }
        if (shared && odd()) {
            steps.putIfAbsent(name, new ArrayList<>());
        }
    }

    private byte[] features(Map<String, FeatureSpec> specs) {
        Map<String, Written> features = new LinkedHashMap<>();
        specs.forEach((name, spec) -> {
            if (!mayMiss(spec) || random.nextInt(6) > 0) {
                fill(name, spec, features);
            }
        });
        features.put("unasked", new Written(Kind.INT64, new long[] {1, 2, 3}));
        List<byte[]> entries = new ArrayList<>();
        features.forEach((key, feature) -> entries.add(entry(key, feature(feature))));
        Collections.shuffle(entries, random);
        if (odd() && !entries.isEmpty()) {
            String key = features.keySet().iterator().next();
            entries.add(0, entry(key, feature(new Written(Kind.FLOAT, new long[5]))));
        }
        return join(entries.toArray(byte[][]::new));
    }

    private static boolean mayMiss(FeatureSpec spec) {
        return !(spec instanceof FixedLen fixed) || fixed.defaultValue().isPresent();
    }

    private void fill(String name, FeatureSpec spec, Map<String, Written> features) {
        features.putAll(spec.accept(new Filling(name)));
    }

    /** Creates the features that the spec with a name reads. */
    private final class Filling implements FeatureSpec.Visitor<Map<String, Written>> {

        private final String name;
        private final Map<String, Written> features = new LinkedHashMap<>();

        Filling(String name) {
            this.name = name;
        }

        @Override
        public Map<String, Written> visitFixedLen(FixedLen spec) {
            put(features, name, spec.dtype(), (int) spec.shape().elements());
            return features;
        }

        @Override
        public Map<String, Written> visitFixedLenSequence(FixedLenSequence spec) {
            put(features, name, spec.dtype(), (int) spec.shape().elements() * random.nextInt(4));
            return features;
        }

        @Override
        public Map<String, Written> visitVarLen(VarLen spec) {
            put(features, name, spec.dtype(), random.nextInt(random.nextInt(10) == 0 ? 100 : 5));
            return features;
        }

        @Override
        public Map<String, Written> visitSparse(Sparse spec) {
            int count = random.nextInt(6);
            put(features, spec.valueKey(), spec.dtype(), count);
            for (int i = 0; i < spec.indexKeys().size(); i++) {
                long[] indices =
                        random.longs(count, -1, spec.size().dim(i) + 1L).toArray();
                features.put(spec.indexKeys().get(i), faulty(new Written(Kind.INT64, indices)));
            }
            return features;
        }

        @Override
        public Map<String, Written> visitRagged(Ragged spec) {
            fillRagged(name, spec, features);
            return features;
        }
    }

    private void fillRagged(String name, Ragged spec, Map<String, Written> features) {
        int rows = random.nextInt(4);
        if (spec.partitions().isEmpty()) {
            rows = random.nextInt(6);
        }
        for (Partition partition : spec.partitions()) {
            if (partition instanceof Partition.UniformRowLength uniform) {
                rows *= uniform.length();
                continue;
            }
            int[] lengths = random.ints(rows, 0, 4).toArray();
            if (rows > 0) {
                lengths[rows - 1] = Math.max(1, lengths[rows - 1]);
            }
            long[] limits = new long[rows];
            int total = 0;
            for (int i = 0; i < rows; i++) {
                total += lengths[i];
                limits[i] = total;
            }
            int count = rows;
            if (partition instanceof Partition.RowSplits splits) {
                features.put(splits.key(), integers(join(new long[1], limits)));
            } else if (partition instanceof Partition.RowLengths rowLengths) {
                features.put(
                        rowLengths.key(),
                        integers(Arrays.stream(lengths).asLongStream().toArray()));
            } else if (partition instanceof Partition.RowStarts starts) {
                features.put(starts.key(), integers(Arrays.copyOf(join(new long[1], limits), count)));
            } else if (partition instanceof Partition.RowLimits rowLimits) {
                features.put(rowLimits.key(), integers(limits));
            } else if (partition instanceof Partition.ValueRowIds ids) {
                long[] rowIds = new long[total];
                for (int i = 0; i < rows; i++) {
                    Arrays.fill(rowIds, (int) limits[i] - lengths[i], (int) limits[i], i);
                }
                features.put(ids.key(), integers(rowIds));
            }
            rows = total;
        }
        put(features, spec.valueKey().orElse(name), spec.dtype(), rows);
    }

    private Written integers(long[] values) {
        return faulty(new Written(Kind.INT64, values));
    }

    private void put(Map<String, Written> features, String key, DType dtype, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (random.nextInt(3)) {
                case 0 -> EDGES[random.nextInt(EDGES.length)];
                case 1 -> random.nextInt(300);
                default -> random.nextLong();
            };
        }
        features.put(key, faulty(new Written(ParsedSpecs.kind(dtype), values)));
    }

    private Written faulty(Written feature) {
        if (faultRate == 0 || random.nextInt(faultRate) > 0) {
            return feature;
        }
        return switch (random.nextInt(4)) {
            case 0 -> new Written(Kind.NOT_SET, new long[0]);
            case 1 -> new Written(feature.kind(), Arrays.copyOf(feature.values(), feature.values().length + 1));
            case 2 -> new Written(feature.kind(), new long[0]);
            default ->
                new Written(dialect.kinds().get(random.nextInt(dialect.kinds().size())), feature.values());
        };
    }

    // ---------------------------------------------------------------- wire

    private boolean odd() {
        return oddRate > 0 && random.nextInt(oddRate) == 0;
    }

    private byte[] wrapped(int number, byte[] body) {
        byte[] field = field(number, body);
        return odd() ? join(unknown(), field(number, new byte[0]), field, unknown()) : field;
    }

    private byte[] entry(String name, byte[] value) {
        byte[] key = field(1, name.getBytes(StandardCharsets.UTF_8));
        byte[] body = field(2, value);
        if (!odd()) {
            return field(1, join(key, body));
        }
        return field(
                1,
                switch (random.nextInt(3)) {
                    case 0 -> join(body, key);
                    case 1 -> join(field(1, new byte[] {'z'}), unknown(), key, body);
                    default -> join(key, body, unknown());
                });
    }

    private byte[] feature(Written feature) {
        if (feature.kind() == Kind.NOT_SET) {
            return odd() ? unknown() : new byte[0];
        }
        int number = dialect.kinds().indexOf(feature.kind()) + 1;
        if (!odd()) {
            return field(number, list(feature.kind(), feature.values()));
        }
        int cut = random.nextInt(feature.values().length + 1);
        byte[] front = field(number, list(feature.kind(), Arrays.copyOf(feature.values(), cut)));
        byte[] back =
                field(number, list(feature.kind(), Arrays.copyOfRange(feature.values(), cut, feature.values().length)));
        byte[] other = field(number % dialect.kinds().size() + 1, new byte[0]);
        return switch (random.nextInt(3)) {
            case 0 -> join(front, back);
            case 1 -> join(unknown(), front, unknown(), back);
            default -> join(other, front, back, unknown());
        };
    }

    private byte[] list(Kind kind, long[] values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        while (at < values.length) {
            int count = odd() ? 1 + random.nextInt(values.length - at) : values.length - at;
            long[] piece = Arrays.copyOfRange(values, at, at + count);
            at += count;
            if (kind == Kind.BYTES) {
                for (long value : piece) {
                    out.writeBytes(field(1, text(value)));
                }
            } else if (odd()) {
                for (long value : piece) {
                    out.writeBytes(join(varint(1 << 3 | wireType(kind)), number(kind, value)));
                }
            } else {
                out.writeBytes(field(
                        1,
                        join(Arrays.stream(piece)
                                .mapToObj(value -> number(kind, value))
                                .toArray(byte[][]::new))));
            }
            if (odd()) {
                out.writeBytes(unknown());
            }
        }
        return out.toByteArray();
    }

    private static byte[] text(long value) {
        String text = Long.toString(value, 36);
        return text.substring(0, (int) Math.floorMod(value, (long) text.length()))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static int wireType(Kind kind) {
        return switch (kind) {
            case FLOAT -> 5;
            case DOUBLE -> 1;
            case INT64, INT32 -> 0;
            case BYTES, NOT_SET -> throw new IllegalArgumentException("no number");
        };
    }

    private byte[] number(Kind kind, long value) {
        return switch (kind) {
            case FLOAT -> fixed(value, 4);
            case DOUBLE -> fixed(value, 8);
            case INT64 -> varint(value);
            case INT32 -> varint(odd() ? value : (int) value);
            case BYTES, NOT_SET -> throw new IllegalArgumentException("no number");
        };
    }

    private byte[] unknown() {
        int number = 6 + random.nextInt(1000);
        return switch (random.nextInt(5)) {
            case 0 -> join(varint(number << 3), varint(random.nextLong()));
            case 1 -> join(varint(number << 3 | 1), fixed(random.nextLong(), 8));
            case 2 -> field(number, text(random.nextLong()));
            case 3 -> join(varint(number << 3 | 5), fixed(random.nextInt(), 4));
            default -> join(varint(number << 3 | 3), varint(8), varint(1), varint(number << 3 | 4));
        };
    }

    private byte[] field(int number, byte[] body) {
        return join(varint(number << 3 | 2), varint(body.length), body);
    }

    private static byte[] fixed(long value, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (value >>> 8 * i);
        }
        return bytes;
    }

    private byte[] varint(long value) {
        byte[] bytes = new byte[Varints.MAX_SIZE];
        int end = Varints.write(bytes, 0, value);
        if (end < 4 && odd()) {
            bytes[end - 1] |= (byte) 0x80;
            bytes[end++] = 0;
        }
        return Arrays.copyOf(bytes, end);
    }

    private static long[] join(long[] front, long[] back) {
        long[] all = Arrays.copyOf(front, front.length + back.length);
        System.arraycopy(back, 0, all, front.length, back.length);
        return all;
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
