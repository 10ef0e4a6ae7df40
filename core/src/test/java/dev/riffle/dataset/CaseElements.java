package dev.riffle.dataset;

import dev.riffle.dataset.internal.collate.TensorSlices;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts the elements of the pipeline cases: numbers, strings, tensors of numbers or strings, and pairs of elements.
 */
final class CaseElements {

    private CaseElements() {}

    /** Returns the element in the form of the case files. */
    static JsonValue json(Object element) {
        if (element instanceof Long number) {
            return number(number);
        }
        if (element instanceof Bytes bytes) {
            return new JsonValue.Text(bytes.utf8());
        }
        if (element instanceof Pair<?, ?> pair) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            members.put("tuple", new JsonValue.Items(List.of(json(pair.first()), json(pair.second()))));
            return new JsonValue.Members(members);
        }
        Tensor tensor = (Tensor) element;
        if (tensor instanceof DenseTensor dense && dense.shape().rank() == 0) {
            return json(scalar(dense));
        }
        List<JsonValue> items = new ArrayList<>();
        for (Tensor slice : TensorSlices.of(tensor)) {
            items.add(json(slice));
        }
        return new JsonValue.Items(items);
    }

    static JsonValue json(List<Object> elements) {
        return new JsonValue.Items(elements.stream().map(CaseElements::json).toList());
    }

    private static JsonValue number(long value) {
        return new JsonValue.Number(Long.toString(value));
    }

    /** Returns a scalar tensor as a plain value, and every other element unchanged. */
    static Object plain(Object element) {
        return element instanceof DenseTensor dense && dense.shape().rank() == 0 ? scalar(dense) : element;
    }

    private static Object scalar(DenseTensor tensor) {
        return tensor.dtype() == DType.STRING
                ? tensor.values().bytesAt(0)
                : (Object) tensor.values().longAt(0);
    }

    /**
     * Returns the sum of the numbers or the total length of the strings; for a pair, the key of its second component.
     */
    static long key(Object element) {
        if (element instanceof Long number) {
            return number;
        }
        if (element instanceof Bytes bytes) {
            return bytes.size();
        }
        if (element instanceof Pair<?, ?> pair) {
            return key(pair.second());
        }
        Values values = ((Tensor) element).values();
        return values.dtype() == DType.STRING
                ? values.toBytes().stream().mapToLong(Bytes::size).sum()
                : Arrays.stream(values.toLongs()).sum();
    }

    /** Returns the number of entries of an element along its first dimension. */
    static int entries(Object element) {
        return TensorSlices.of((Tensor) element).size();
    }

    /** Returns the element with every number multiplied by the factor. */
    static Object multiplied(Object element, long factor) {
        if (element instanceof Long number) {
            return number * factor;
        }
        if (element instanceof Bytes) {
            return element;
        }
        if (element instanceof Pair<?, ?> pair) {
            return Pair.of(multiplied(pair.first(), factor), multiplied(pair.second(), factor));
        }
        Values values = ((Tensor) element).values();
        if (values.dtype() == DType.STRING) {
            return element;
        }
        Values product = Values.ofLongs(
                Arrays.stream(values.toLongs()).map(value -> value * factor).toArray());
        return element instanceof DenseTensor dense
                ? DenseTensor.of(dense.shape(), product)
                : new RaggedTensor(
                        product, ((RaggedTensor) element).rowSplits(), ((RaggedTensor) element).innerShape());
    }

    static DenseTensor vector(List<JsonValue> numbers) {
        long[] values = numbers.stream().mapToLong(CaseElements::exact).toArray();
        return DenseTensor.of(Shape.of(values.length), Values.ofLongs(values));
    }

    static long exact(JsonValue value) {
        return ((JsonValue.Number) value).exactLong().orElseThrow();
    }
}
