package dev.riffle.dataset.internal.collate;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Converts elements to tensors. Plain Java values become scalars; tensors stay unchanged. */
public final class ElementTensors {

    private ElementTensors() {}

    /** Returns one element as a tensor. */
    public static Tensor of(Object element) {
        if (element instanceof Tensor tensor) {
            return tensor;
        }
        Values value = scalars(List.of(element));
        if (value == null) {
            throw new IllegalArgumentException("not a tensor, number, String, Bytes or Boolean: "
                    + element.getClass().getName());
        }
        return DenseTensor.scalar(value);
    }

    /**
     * Returns the elements of a batch.
     *
     * @throws IllegalArgumentException if there are no elements, or one of them is null
     */
    public static <L extends List<?>> L checked(L elements) {
        if (Argument.allPresent(elements, "elements").isEmpty()) {
            throw new IllegalArgumentException("elements must have at least one element");
        }
        return elements;
    }

    /** Returns elements as tensors. */
    public static List<Tensor> of(List<?> elements) {
        List<Tensor> tensors = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            try {
                tensors.add(of(elements.get(i)));
            } catch (IllegalArgumentException e) {
                throw new ShapeMismatchException(i, "element " + i + ": " + e.getMessage());
            }
        }
        return tensors;
    }

    /**
     * Returns plain Java values of one class in one block. Returns null for elements of several classes and for other
     * objects.
     */
    public static @Nullable Values scalars(List<?> elements) {
        Object first = elements.get(0);
        for (Object element : elements) {
            if (element.getClass() != first.getClass()) {
                return null;
            }
        }
        if (first instanceof Long) {
            return block(elements, DType.INT64, (block, element) -> block.putLong((Long) element));
        }
        if (first instanceof Integer) {
            return block(elements, DType.INT32, (block, element) -> block.putInt((Integer) element));
        }
        if (first instanceof Float) {
            return block(elements, DType.FLOAT32, (block, element) -> block.putFloat((Float) element));
        }
        if (first instanceof Double) {
            return block(elements, DType.FLOAT64, (block, element) -> block.putDouble((Double) element));
        }
        if (first instanceof Boolean) {
            return block(elements, DType.BOOL, (block, element) -> block.put((byte) ((Boolean) element ? 1 : 0)));
        }
        return strings(elements);
    }

    private static Values block(List<?> elements, DType dtype, BiConsumer<ByteBuffer, Object> put) {
        ByteBuffer block = ByteBuffer.allocate(Math.multiplyExact(elements.size(), dtype.byteSize()))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Object element : elements) {
            put.accept(block, element);
        }
        return Values.wrap(dtype, elements.size(), block);
    }

    private static @Nullable Values strings(List<?> elements) {
        List<Bytes> strings = new ArrayList<>(elements.size());
        for (Object element : elements) {
            if (element instanceof Bytes bytes) {
                strings.add(bytes);
            } else if (element instanceof String text) {
                strings.add(Bytes.ofUtf8(text));
            } else {
                return null;
            }
        }
        return Values.ofBytes(strings);
    }
}
