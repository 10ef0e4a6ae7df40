package dev.riffle.dataset.internal.checkpoint;

import java.util.List;

/**
 * The origin of an element: a small value that is enough to compute it again. A stage that keeps elements keeps their
 * lineages too, so that a checkpoint holds positions and no payloads.
 *
 * <p>Only the stage that made a lineage, and its node, know its meaning. Most stages pass on the lineage of their
 * input.
 */
public sealed interface ElementLineage {

    /** Returns the index of a position, which {@code mark} must be. */
    static long position(ElementLineage mark) {
        if (mark instanceof Position position) {
            return position.index();
        }
        throw damaged(mark, "a number");
    }

    /** Returns the index of a position below {@code size}, which {@code mark} must be. */
    static int position(ElementLineage mark, int size) {
        long index = position(mark);
        if (index < 0 || index >= size) {
            throw damaged(mark, "a number below " + size);
        }
        return (int) index;
    }

    /** Returns the place that {@code mark} must be. */
    static Place place(ElementLineage mark) {
        if (mark instanceof Place place) {
            return place;
        }
        throw damaged(mark, "a place in a file");
    }

    /** Like {@link #place(ElementLineage)}, of a file with a number below {@code files}. */
    static Place place(ElementLineage mark, int files) {
        Place place = place(mark);
        if (place.file() < 0 || place.file() >= files) {
            throw damaged(mark, "in a file below " + files);
        }
        return place;
    }

    /** Returns the parts of {@code mark}, which must have {@code count} of them. */
    static List<ElementLineage> parts(ElementLineage mark, int count) {
        if (mark instanceof Several several && several.parts().size() == count) {
            return several.parts();
        }
        throw damaged(mark, count + " parts");
    }

    /** Returns the replayed lineage that {@code mark} must be. */
    static Replayed replayed(ElementLineage mark) {
        if (mark instanceof Replayed replayed && replayed.index() >= 0 && replayed.index() < Long.MAX_VALUE) {
            return replayed;
        }
        throw damaged(mark, "an element behind a start");
    }

    private static CheckpointException damaged(ElementLineage mark, String expected) {
        return CheckpointException.damaged("the position of an element must be " + expected + ": " + mark);
    }

    /** The number of an element in its source. */
    public record Position(long index) implements ElementLineage {}

    /** A record: the number of its file, and its offset there. */
    record Place(int file, long offset) implements ElementLineage {}

    /** An element made of several elements, or by one of several datasets. */
    public record Several(List<ElementLineage> parts) implements ElementLineage {

        public static Several of(ElementLineage... parts) {
            return new Several(List.of(parts));
        }
    }

    /** Parts that many lineages have in common; a checkpoint contains them once. */
    public record Shared(Several several) implements ElementLineage {}

    /** An element that only its own stage can make again, by a run from its start. */
    record Replayed(ReplayStart start, long index) implements ElementLineage {}
}
