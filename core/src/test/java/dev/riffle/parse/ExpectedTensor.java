package dev.riffle.parse;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Holds a tensor as lists of boxed values, for comparison with {@code equals}. All NaN are equal, and the two zeros
 * differ.
 *
 * @param kind dense, sparse or ragged
 * @param shape the dimensions of a dense or sparse tensor, the inner dimensions of a ragged one
 * @param values Long, Float, Integer, Double or Bytes
 * @param places the indices of a sparse tensor, the row splits of a ragged one
 */
public record ExpectedTensor(String kind, DType dtype, List<Long> shape, List<Object> values, List<List<Long>> places) {

    private static final int MOST_SORTED_STABLY = 16;

    public static ExpectedTensor dense(DType dtype, List<Long> shape, List<Object> values) {
        return new ExpectedTensor("dense", dtype, shape, values, List.of());
    }

    public static ExpectedTensor sparse(DType dtype, List<Long> shape, List<Object> values, List<List<Long>> indices) {
        return new ExpectedTensor("sparse", dtype, shape, values, indices);
    }

    public static ExpectedTensor ragged(DType dtype, List<Long> inner, List<Object> values, List<List<Long>> splits) {
        return new ExpectedTensor("ragged", dtype, inner, values, splits);
    }

    /** Returns the tensor of a conformance case. */
    static ExpectedTensor of(ConformanceCase json) {
        DType dtype = DType.valueOf(json.text("dtype").toUpperCase(java.util.Locale.ROOT));
        List<Object> values = new ArrayList<>();
        json.items("values").forEach(value -> values.add(value(dtype, value)));
        return switch (json.text("kind")) {
            case "dense" -> dense(dtype, longs(json.value("shape")), values);
            case "sparse" -> sparse(dtype, longs(json.value("dense_shape")), values, lists(json.value("indices")));
            case "ragged" -> ragged(dtype, longs(json.value("inner_shape")), values, lists(json.value("row_splits")));
            default -> throw new IllegalArgumentException(json.text("kind"));
        };
    }

    private static List<List<Long>> lists(JsonValue json) {
        return ((JsonValue.Items) json)
                .items().stream().map(ExpectedTensor::longs).toList();
    }

    static List<Long> longs(JsonValue json) {
        return ((JsonValue.Items) json)
                .items().stream().map(item -> (Long) value(DType.INT64, item)).toList();
    }

    static Object value(DType dtype, JsonValue json) {
        String text = json instanceof JsonValue.Number number ? number.text() : ((JsonValue.Text) json).text();
        return switch (dtype) {
            case FLOAT32 -> (float) Double.parseDouble(text);
            case FLOAT64 -> Double.parseDouble(text);
            case INT32 -> Integer.parseInt(text);
            case INT64 -> Long.parseLong(text);
            case STRING -> Bytes.ofOwned(Base64.getDecoder().decode(text));
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        };
    }

    /** Returns a parsed tensor in this form. Reads the tensor element by element. */
    public static ExpectedTensor of(Tensor tensor) {
        List<Object> values = values(tensor.values());
        if (tensor instanceof DenseTensor dense) {
            return dense(tensor.dtype(), longs(dense.shape()), values);
        }
        if (tensor instanceof SparseTensor sparse) {
            List<List<Long>> indices = new ArrayList<>();
            int rank = sparse.shape().rank();
            List<Object> flat = values(sparse.indices());
            if (flat.size() != rank * values.size()) {
                throw new AssertionError(flat.size() + " indices for " + values.size() + " values of rank " + rank);
            }
            for (int i = 0; i < values.size(); i++) {
                indices.add(flat.subList(i * rank, (i + 1) * rank).stream()
                        .map(Long.class::cast)
                        .toList());
            }
            return sparse(tensor.dtype(), longs(sparse.shape()), values, indices);
        }
        RaggedTensor ragged = (RaggedTensor) tensor;
        List<List<Long>> splits = new ArrayList<>();
        for (Values level : ragged.rowSplits()) {
            splits.add(values(level).stream()
                    .map(split -> ((Number) split).longValue())
                    .toList());
        }
        return ragged(tensor.dtype(), longs(ragged.innerShape()), values, splits);
    }

    /**
     * Returns this tensor, with the values of equal indices in sorted order if the tensor is sparse. TensorFlow sorts
     * indices with std::sort, which is not stable for 17 values or more. The order of values with equal indices
     * therefore has no meaning.
     */
    ExpectedTensor canonical() {
        if (!kind.equals("sparse") || values.size() <= MOST_SORTED_STABLY) {
            return this;
        }
        List<Object> sorted = new ArrayList<>(values);
        int begin = 0;
        for (int i = 1; i <= places.size(); i++) {
            if (i == places.size() || !places.get(i).equals(places.get(begin))) {
                sorted.subList(begin, i).sort(java.util.Comparator.comparing(Object::toString));
                begin = i;
            }
        }
        return sparse(dtype, shape, sorted, places);
    }

    private static List<Long> longs(Shape shape) {
        return Arrays.stream(shape.toArray()).mapToObj(dim -> (long) dim).toList();
    }

    /** Returns the boxed elements. */
    static List<Object> values(Values values) {
        List<Object> boxed = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            boxed.add(
                    switch (values.dtype()) {
                        case FLOAT32 -> (Object) values.floatAt(i);
                        case FLOAT64 -> (Object) values.doubleAt(i);
                        case INT32 -> (Object) values.intAt(i);
                        case INT64 -> (Object) values.longAt(i);
                        case STRING -> (Object) values.bytesAt(i);
                        default -> throw new IllegalArgumentException("no feature has " + values.dtype());
                    });
        }
        return boxed;
    }
}
