package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Creates random specs of all kinds for parser tests. No two specs share a key. */
public final class ParsedSpecs {

    private static final String[] NAMES = {
        "a",
        "b",
        "aa",
        "label",
        "image/encoded",
        "é",
        "日本",
        "\ud83d\ude42",
        "x y",
        "a\0",
        "a name longer than most of them are"
    };

    private final Random random;
    private final List<DType> dtypes;

    public ParsedSpecs(Random random, Dialect dialect) {
        this.random = random;
        this.dtypes = dialect.kinds().stream().map(ParsedSpecs::dtype).toList();
    }

    static DType dtype(Kind kind) {
        return switch (kind) {
            case BYTES -> DType.STRING;
            case FLOAT -> DType.FLOAT32;
            case DOUBLE -> DType.FLOAT64;
            case INT32 -> DType.INT32;
            case INT64 -> DType.INT64;
            case NOT_SET -> throw new IllegalArgumentException("no type");
        };
    }

    static Kind kind(DType dtype) {
        return switch (dtype) {
            case STRING -> Kind.BYTES;
            case FLOAT32 -> Kind.FLOAT;
            case FLOAT64 -> Kind.DOUBLE;
            case INT32 -> Kind.INT32;
            case INT64 -> Kind.INT64;
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        };
    }

    /** Returns one to five specs for an Example. */
    public Map<String, FeatureSpec> example() {
        return specs(1, name -> switch (random.nextInt(6)) {
            case 0, 1 -> fixedLen();
            case 2 -> fixedLenSequence(FeatureSpec.Missing.EMPTY, true);
            case 3 -> varLen();
            case 4 -> sparse(name);
            default -> ragged(name);
        });
    }

    /** Returns at most five specs for the context of a SequenceExample. */
    public Map<String, FeatureSpec> context() {
        return specs(0, name -> switch (random.nextInt(3)) {
            case 0 -> fixedLen();
            case 1 -> varLen();
            default -> ragged(name);
        });
    }

    /** Returns one to five specs for feature lists of a SequenceExample. */
    public Map<String, FeatureSpec> featureLists() {
        return specs(1, name -> switch (random.nextInt(3)) {
            case 0 ->
                fixedLenSequence(
                        random.nextBoolean() ? FeatureSpec.Missing.EMPTY : FeatureSpec.Missing.REJECTED, false);
            case 1 -> varLen();
            default -> ragged(name);
        });
    }

    /**
     * Returns specs for the single features that TensorFlow's operations read for these specs. TensorFlow's Python
     * library assembles sparse and partitioned tensors from these features.
     */
    public static Map<String, FeatureSpec> parts(Map<String, FeatureSpec> specs) {
        Map<String, FeatureSpec> parts = new LinkedHashMap<>();
        specs.forEach((name, spec) -> {
            if (spec instanceof FeatureSpec.Sparse sparse) {
                sparse.indexKeys().forEach(key -> parts.put(key, FeatureSpec.varLen(DType.INT64)));
                parts.put(sparse.valueKey(), FeatureSpec.varLen(sparse.dtype()));
            } else if (spec instanceof FeatureSpec.Ragged ragged) {
                DType splits = ragged.rowSplitsDType();
                parts.put(
                        ragged.valueKey().orElse(name),
                        FeatureSpec.ragged(ragged.dtype()).rowSplitsDType(splits));
                ragged.partitions().stream()
                        .flatMap(partition -> SpecRoles.key(partition).stream())
                        .forEach(key ->
                                parts.put(key, FeatureSpec.ragged(DType.INT64).rowSplitsDType(splits)));
            } else {
                parts.put(name, spec);
            }
        });
        return parts;
    }

    private Map<String, FeatureSpec> specs(int least, java.util.function.Function<String, FeatureSpec> one) {
        Map<String, FeatureSpec> specs = new LinkedHashMap<>();
        for (int i = least + random.nextInt(5); i > 0; i--) {
            String name = NAMES[random.nextInt(NAMES.length)];
            specs.put(name, one.apply(name));
        }
        return specs;
    }

    private DType dtype() {
        return dtypes.get(random.nextInt(dtypes.size()));
    }

    private Shape shape() {
        return switch (random.nextInt(4)) {
            case 0 -> Shape.of(1 + random.nextInt(3));
            case 1 -> Shape.of(1 + random.nextInt(3), 2);
            default -> Shape.scalar();
        };
    }

    private FeatureSpec fixedLen() {
        DType dtype = dtype();
        Shape shape = random.nextInt(10) == 0 ? Shape.of(0) : shape();
        return new FeatureSpec.FixedLen(
                dtype,
                shape,
                random.nextBoolean() ? Optional.of(values(dtype, (int) shape.elements())) : Optional.empty());
    }

    private FeatureSpec fixedLenSequence(FeatureSpec.Missing missing, boolean isPadded) {
        DType dtype = dtype();
        return new FeatureSpec.FixedLenSequence(
                dtype,
                shape(),
                missing,
                isPadded && random.nextBoolean() ? Optional.of(values(dtype, 1)) : Optional.empty());
    }

    private FeatureSpec varLen() {
        return new FeatureSpec.VarLen(dtype());
    }

    private FeatureSpec sparse(String name) {
        List<String> keys = new ArrayList<>();
        int[] size = new int[1 + random.nextInt(3)];
        for (int i = 0; i < size.length; i++) {
            keys.add(name + "_i" + i);
            size[i] = 1 + random.nextInt(10);
        }
        return new FeatureSpec.Sparse(
                keys,
                name + "_v",
                dtype(),
                Shape.of(size),
                random.nextBoolean() ? FeatureSpec.IndexOrder.SORT : FeatureSpec.IndexOrder.AS_WRITTEN);
    }

    private FeatureSpec ragged(String name) {
        List<Partition> partitions = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String key = name + "_p" + i;
            partitions.add(
                    switch (random.nextInt(6)) {
                        case 0 -> new Partition.RowSplits(key);
                        case 1 -> new Partition.RowLengths(key);
                        case 2 -> new Partition.RowStarts(key);
                        case 3 -> new Partition.RowLimits(key);
                        case 4 -> new Partition.ValueRowIds(key);
                        default -> new Partition.UniformRowLength(1 + random.nextInt(3));
                    });
        }
        return new FeatureSpec.Ragged(
                dtype(),
                random.nextBoolean() ? Optional.of(name + "_v") : Optional.empty(),
                partitions,
                random.nextBoolean() ? DType.INT32 : DType.INT64,
                random.nextBoolean() ? FeatureSpec.Validation.ON : FeatureSpec.Validation.OFF);
    }

    private Values values(DType dtype, int count) {
        return switch (dtype) {
            case INT64 -> Values.ofLongs(random.longs(count).toArray());
            case INT32 -> Values.ofInts(random.ints(count).toArray());
            case FLOAT64 -> Values.ofDoubles(random.doubles(count).toArray());
            case FLOAT32 -> {
                float[] floats = new float[count];
                for (int i = 0; i < count; i++) {
                    floats[i] = random.nextFloat();
                }
                yield Values.ofFloats(floats);
            }
            case STRING ->
                Values.ofBytes(random.ints(count)
                        .mapToObj(i -> Bytes.ofUtf8("d" + i % 100))
                        .toList());
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        };
    }
}
