package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import java.util.List;

/** The key of an element in the set of earlier elements: the element itself, or the contents of a tensor. */
final class UniqueKey {

    private UniqueKey() {}

    /** Returns a key that is equal for equal elements. */
    static Object of(Object element) {
        if (element instanceof DenseTensor tensor && isComparable(tensor.dtype())) {
            Object values = tensor.dtype() == DType.STRING ? tensor.values().toBytes() : longs(tensor);
            return new Contents(tensor.dtype(), tensor.shape(), values);
        }
        if (isScalar(element)
                || element instanceof List<?> list && list.stream().allMatch(UniqueKey::isScalar)) {
            return element;
        }
        throw new IllegalArgumentException("elements must be Long, Integer, String or Bytes, lists of these, or dense"
                + " tensors of int32, int64 or string: " + described(element));
    }

    /** Throws an exception if elements of this spec have no key. */
    static void check(ElementSpec spec) {
        boolean isAccepted = spec instanceof ElementSpec.Unknown
                || spec instanceof ElementSpec.Dense dense && isComparable(dense.dtype())
                || spec instanceof ElementSpec.ListOf list
                        && (list.item() instanceof ElementSpec.Unknown
                                || list.item() instanceof ElementSpec.Dense item && isComparable(item.dtype()));
        if (!isAccepted) {
            throw new IllegalArgumentException("elements of unique must be int32, int64 or string: " + spec);
        }
    }

    private static boolean isComparable(DType dtype) {
        return dtype == DType.INT64 || dtype == DType.INT32 || dtype == DType.STRING;
    }

    private static boolean isScalar(Object element) {
        return element instanceof Long
                || element instanceof Integer
                || element instanceof String
                || element instanceof Bytes;
    }

    private static List<Long> longs(DenseTensor tensor) {
        Long[] longs = new Long[tensor.values().size()];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = tensor.dtype() == DType.INT64
                    ? tensor.values().longAt(i)
                    : (long) tensor.values().intAt(i);
        }
        return List.of(longs);
    }

    private static String described(Object element) {
        return element instanceof DenseTensor tensor
                ? tensor.dtype() + " tensor"
                : element.getClass().getName();
    }

    private record Contents(DType dtype, Shape shape, Object values) {}
}
