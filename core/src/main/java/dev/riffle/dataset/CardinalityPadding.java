package dev.riffle.dataset;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The padding of a dataset of maps: an element of zeros, and the mask that distinguishes it from other elements.
 * Follows TensorFlow's {@code pad_to_cardinality}, except that a mask never replaces an entry.
 *
 * @param spec the spec of the elements with their mask
 * @param element the element that the padding repeats; its mask is false
 */
record CardinalityPadding(String maskKey, ElementSpec.MapOf spec, Map<String, Tensor> element) {

    private static final String REMEDY = "; declare the spec with elementSpec";

    /** Creates the padding for elements of a spec. */
    static CardinalityPadding of(ElementSpec elements, String maskKey) {
        if (!(elements instanceof ElementSpec.MapOf maps)) {
            throw new IllegalArgumentException("elements must be maps of dense tensors: " + elements + REMEDY);
        }
        if (maps.entries().containsKey(maskKey)) {
            throw new IllegalArgumentException(
                    "elements have the key \"" + maskKey + "\" already; choose another maskKey");
        }
        Map<String, ElementSpec> specs = new LinkedHashMap<>(maps.entries());
        Map<String, Tensor> zeros = new LinkedHashMap<>();
        specs.forEach((key, spec) -> zeros.put(key, zeros(key, spec)));
        specs.put(maskKey, ElementSpec.scalar(DType.BOOL));
        return new CardinalityPadding(maskKey, new ElementSpec.MapOf(specs), with(zeros, maskKey, false));
    }

    /** Returns the number of elements to add to a dataset. */
    static long missing(long found, long wanted) {
        if (found < 0) {
            throw new IllegalArgumentException("dataset must have a known and finite cardinality: "
                    + (found == Dataset.INFINITE_CARDINALITY ? "infinite" : "unknown")
                    + "; declare it with assertCardinality");
        }
        if (found > wanted) {
            throw new IllegalArgumentException(
                    "cardinality must be at least " + found + ", the number of elements of the dataset: " + wanted);
        }
        return wanted - found;
    }

    /** Returns the element with a mask that is true. */
    Map<String, Tensor> marked(Map<String, ? extends Tensor> present) {
        return with(present, maskKey, true);
    }

    private static Map<String, Tensor> with(Map<String, ? extends Tensor> entries, String maskKey, boolean mask) {
        Map<String, Tensor> all = new LinkedHashMap<>(entries);
        all.put(maskKey, DenseTensor.scalar(Values.ofBooleans(mask)));
        return Collections.unmodifiableMap(all);
    }

    private static Tensor zeros(String key, ElementSpec spec) {
        if (!(spec instanceof ElementSpec.Dense dense) || !dense.shape().isComplete()) {
            throw new IllegalArgumentException(
                    "the value of \"" + key + "\" must be a dense tensor of a known shape: " + spec + REMEDY);
        }
        int[] dims = new int[dense.shape().rank()];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = dense.shape().dim(i);
        }
        Shape shape = Shape.of(dims);
        boolean isText = dense.dtype() == DType.STRING;
        long bytes = isText
                ? (shape.elements() + 1) * Integer.BYTES
                : shape.elements() * dense.dtype().byteSize();
        if (shape.elements() > Integer.MAX_VALUE || bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the value of \"" + key + "\" must have less than 2 GiB: " + spec);
        }
        int elements = (int) shape.elements();
        ByteBuffer memory = ByteBuffer.allocate((int) bytes);
        return DenseTensor.of(
                shape,
                isText
                        ? Values.wrapStrings(elements, memory, ByteBuffer.allocate(0))
                        : Values.wrap(dense.dtype(), elements, memory));
    }
}
