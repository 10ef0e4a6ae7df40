package dev.riffle.dataset.collate;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.util.List;

/**
 * Pads dense tensors to one shape and stacks them, like TensorFlow's {@code padded_batch}. Each dimension has the
 * largest size in the batch, unless {@link #shape} sets the size. All tensors must have the same number of dimensions.
 * Immutable and safe for use by several threads; each method returns a new collator.
 *
 * @since 0.1
 */
public sealed interface PaddedCollator extends Collator<Object, DenseTensor> permits DensePaddedCollator {

    /**
     * Sets the target dimensions: TensorFlow's {@code padded_shapes}. A longer element is an error.
     *
     * @param dims outermost first; -1 means the largest size in the batch
     * @throws IllegalArgumentException if a dimension is below -1
     */
    PaddedCollator shape(int... dims);

    /**
     * Sets an integer as padding. Elements may be integers, floats or complex numbers. Integers and floats of 8 and 4
     * bits must be able to represent the number. The default padding is 0, false or "".
     */
    PaddedCollator value(long value);

    /** Sets a floating-point number as padding. Elements must be floats of 16, 32 or 64 bits. */
    PaddedCollator value(double value);

    /** Sets a text, in UTF-8, as padding. Elements must be strings. */
    PaddedCollator value(String value);

    /** Sets bytes as padding. Elements must be strings. */
    PaddedCollator value(Bytes value);

    /**
     * Sets a scalar as padding. Elements must have the scalar's type.
     *
     * @throws IllegalArgumentException if the value has dimensions
     */
    PaddedCollator value(DenseTensor value);

    @Override
    DenseTensor collate(List<?> elements);
}
