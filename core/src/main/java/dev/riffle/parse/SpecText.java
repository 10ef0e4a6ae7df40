package dev.riffle.parse;

import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes specs in the form of one line that {@link FeatureSpecs} documents and {@link SpecParser} reads. */
final class SpecText {

    private SpecText() {}

    static String print(Map<String, FeatureSpec> specs) {
        return specs.entrySet().stream()
                .map(entry -> key(entry.getKey()) + ":" + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    static String print(FeatureSpec spec) {
        if (spec instanceof FeatureSpec.FixedLen fixedLen) {
            boolean scalar = fixedLen.shape().rank() == 0;
            return fixedLen.dtype()
                    + (scalar ? "" : "[" + dims(fixedLen.shape()) + "]")
                    + fixedLen.defaultValue()
                            .map(value -> "=" + (scalar ? element(value, 0) : elements(value)))
                            .orElse("");
        } else if (spec instanceof FeatureSpec.FixedLenSequence sequence) {
            return sequence.dtype()
                    + (sequence.shape().rank() == 0 ? "[?]" : "[?," + dims(sequence.shape()) + "]")
                    + (sequence.missing() == FeatureSpec.Missing.REFUSED ? "!" : "")
                    + sequence.padding().map(value -> "=" + element(value, 0)).orElse("");
        } else if (spec instanceof FeatureSpec.Sparse sparse) {
            String index = sparse.indexKeys().stream().map(SpecText::key).collect(Collectors.joining(","));
            return "sparse(" + sparse.dtype() + "[" + dims(sparse.size()) + "], index="
                    + (sparse.indexKeys().size() == 1 ? index : "[" + index + "]")
                    + ", value=" + key(sparse.valueKey())
                    + (sparse.order() == FeatureSpec.IndexOrder.AS_WRITTEN ? ", sorted" : "") + ")";
        } else if (spec instanceof FeatureSpec.Ragged ragged) {
            return ragged(ragged);
        }
        return spec.dtype() + "*";
    }

    private static String ragged(FeatureSpec.Ragged ragged) {
        StringBuilder out = new StringBuilder("ragged(").append(ragged.dtype());
        ragged.valueKey().ifPresent(key -> out.append(", value=").append(key(key)));
        for (Partition partition : ragged.partitions()) {
            out.append(", ").append(partition(partition));
        }
        if (ragged.rowSplitsDType() == DType.INT64) {
            out.append(", rows=int64");
        }
        if (ragged.validation() == FeatureSpec.Validation.ON) {
            out.append(", validate");
        }
        return out.append(')').toString();
    }

    static String partition(Partition partition) {
        if (partition instanceof Partition.UniformRowLength uniform) {
            return "uniform=" + uniform.length();
        }
        return PartitionKind.of(partition).option() + "="
                + key(SpecRoles.key(partition).orElseThrow());
    }

    private static String dims(Shape shape) {
        return IntStream.of(shape.toArray()).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static String elements(Values values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> element(values, i))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String element(Values values, int index) {
        return switch (ColumnPlan.kindOf(values.dtype())) {
            case INT64 -> Long.toString(values.longAt(index));
            case INT32 -> Integer.toString(values.intAt(index));
            case FLOAT -> Float.toString(values.floatAt(index));
            case DOUBLE -> Double.toString(values.doubleAt(index));
            case BYTES -> string(values.bytesAt(index));
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
    }

    private static String string(Bytes bytes) {
        return bytes.isUtf8()
                ? quote(bytes.utf8())
                : "b64" + quote(Base64.getEncoder().encodeToString(bytes.toByteArray()));
    }

    static String key(String key) {
        return !key.isEmpty() && key.chars().allMatch(SpecScanner::isWordCharacter) ? key : quote(key);
    }

    static String quote(String text) {
        StringBuilder out = new StringBuilder();
        new JsonWriter(out).string(text);
        return out.toString();
    }
}
