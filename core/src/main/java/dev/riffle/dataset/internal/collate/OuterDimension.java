package dev.riffle.dataset.internal.collate;

import dev.riffle.dataset.stage.PartialShape;

/** Adds a batch dimension to the shape of elements, and removes it from the shape of a batch. */
public final class OuterDimension {

    private OuterDimension() {}

    /** Returns the shape with an additional outermost dimension. The value -1 means an unknown size. */
    public static PartialShape added(PartialShape shape, int outer) {
        if (!shape.hasRank()) {
            return shape;
        }
        int[] all = new int[shape.rank() + 1];
        all[0] = outer;
        for (int i = 1; i < all.length; i++) {
            all[i] = shape.dim(i - 1);
        }
        return PartialShape.of(all);
    }

    /** Returns the shape without its outermost dimension. The shape must not be the shape of a scalar. */
    public static PartialShape removed(PartialShape shape) {
        if (!shape.hasRank()) {
            return shape;
        }
        int[] rest = new int[shape.rank() - 1];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = shape.dim(i + 1);
        }
        return PartialShape.of(rest);
    }
}
