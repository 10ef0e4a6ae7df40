package dev.riffle.dataset.internal.collate;

import dev.riffle.dataset.stage.ElementSpec;

/**
 * A collator that pads, or contains collators that pad.
 *
 * @param <C> the type of the collator
 */
public interface PaddingCollator<C> {

    /** Whether it pads, or one that it has does. */
    boolean pads();

    /** The same, with a size for the dimensions of which neither it nor the spec of the elements says one. */
    C filledUp(ElementSpec spec, int size);

    /** Whether this collator pads anything. */
    static boolean pads(Object collator) {
        return collator instanceof PaddingCollator<?> fillable && fillable.pads();
    }

    /** The same with that size, if the collator pads. */
    @SuppressWarnings("unchecked") // a collator that pads gives one of its own type
    static <C> C filledUp(C collator, ElementSpec spec, int size) {
        return collator instanceof PaddingCollator<?> fillable ? (C) fillable.filledUp(spec, size) : collator;
    }
}
