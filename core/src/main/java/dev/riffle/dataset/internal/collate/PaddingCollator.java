package dev.riffle.dataset.internal.collate;

import dev.riffle.dataset.stage.ElementSpec;

/**
 * A collator that pads, or that contains collators that pad.
 *
 * @param <C> the type of the collator
 */
public interface PaddingCollator<C> {

    /** Returns whether this collator, or a collator that it contains, pads. */
    boolean pads();

    /**
     * Returns this collator with a default size. The default applies to dimensions whose size neither this collator nor
     * the spec of the elements sets.
     */
    C filledUp(ElementSpec spec, int size);

    /** Returns whether a collator pads. */
    static boolean pads(Object collator) {
        return collator instanceof PaddingCollator<?> fillable && fillable.pads();
    }

    /** Like {@link #filledUp(ElementSpec, int)}, for any collator. Returns a collator without padding unchanged. */
    @SuppressWarnings("unchecked") // A padding collator returns a collator of the same type.
    static <C> C filledUp(C collator, ElementSpec spec, int size) {
        return collator instanceof PaddingCollator<?> fillable ? (C) fillable.filledUp(spec, size) : collator;
    }
}
