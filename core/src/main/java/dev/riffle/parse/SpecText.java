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

/** Writes specs in the one-line form that {@link FeatureSpecs} documents and {@link SpecParser} reads. */
final class SpecText {

    private SpecText() {}

    static String print(Map<String, FeatureSpec> specs) {
        return specs.entrySet().stream()
                .map(entry -> key(entry.getKey()) + ":" + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    static String print(FeatureSpec spec) {
        return spec.accept(new Printer());
    }

    /** Returns the one-line form of each kind of spec. */
    private static final class Printer implements FeatureSpec.Visitor<String> {

        @Override
        public String visitFixedLen(FeatureSpec.FixedLen spec) {
            boolean scalar = spec.shape().rank() == 0;
            return spec.dtype()
                    + (scalar ? "" : "[" + dims(spec.shape()) + "]")
                    + spec.defaultValue()
                            .map(value -> "=" + (scalar ? element(value, 0) : elements(value)))
                            .orElse("");
        }

        @Override
        public String visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return spec.dtype()
                    + (spec.shape().rank() == 0 ? "[?]" : "[?," + dims(spec.shape()) + "]")
                    + (spec.missing() == FeatureSpec.Missing.REJECTED ? "!" : "")
                    + spec.padding().map(value -> "=" + element(value, 0)).orElse("");
        }

        @Override
        public String visitVarLen(FeatureSpec.VarLen spec) {
            return spec.dtype() + "*";
        }

        @Override
        public String visitSparse(FeatureSpec.Sparse spec) {
            String index = spec.indexKeys().stream().map(SpecText::key).collect(Collectors.joining(","));
            return "sparse(" + spec.dtype() + "[" + dims(spec.size()) + "], index="
                    + (spec.indexKeys().size() == 1 ? index : "[" + index + "]")
                    + ", value=" + key(spec.valueKey())
                    + (spec.order() == FeatureSpec.IndexOrder.AS_WRITTEN ? ", sorted" : "") + ")";
        }

        @Override
        public String visitRagged(FeatureSpec.Ragged spec) {
            StringBuilder out = new StringBuilder("ragged(").append(spec.dtype());
            spec.valueKey().ifPresent(key -> out.append(", value=").append(key(key)));
            for (Partition partition : spec.partitions()) {
                out.append(", ").append(partition(partition));
            }
            if (spec.rowSplitsDType() == DType.INT64) {
                out.append(", rows=int64");
            }
            if (spec.validation() == FeatureSpec.Validation.ON) {
                out.append(", validate");
            }
            return out.append(')').toString();
        }
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
