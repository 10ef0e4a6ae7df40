package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The origin of an element: a small value from which a node can compute the element again. A stage that keeps elements
 * also keeps their lineages. So a checkpoint holds positions instead of payloads.
 *
 * <p>Only the stage that created a lineage and the node of this stage can interpret the lineage. Most stages return the
 * lineage of their input.
 */
public sealed interface ElementLineage {

    /** Returns the index of {@code lineage}. Throws an exception if the lineage is not a position. */
    static long position(ElementLineage lineage) {
        if (lineage instanceof Position position) {
            return position.index();
        }
        throw damaged(lineage, "a number");
    }

    /** Like {@link #position(ElementLineage)}, with an index that must be at least 0 and below {@code size}. */
    static int position(ElementLineage lineage, int size) {
        long index = position(lineage);
        if (index < 0 || index >= size) {
            throw damaged(lineage, "a number below " + size);
        }
        return (int) index;
    }

    /** Returns {@code lineage} as a place. Throws an exception if the lineage has another form. */
    static Place place(ElementLineage lineage) {
        if (lineage instanceof Place place) {
            return place;
        }
        throw damaged(lineage, "a place in a file");
    }

    /** Like {@link #place(ElementLineage)}, with a file number that must be at least 0 and below {@code files}. */
    static Place place(ElementLineage lineage, int files) {
        Place place = place(lineage);
        if (place.file() < 0 || place.file() >= files) {
            throw damaged(lineage, "in a file with a number below " + files);
        }
        return place;
    }

    /** Returns the first place in {@code lineage}. Throws an exception if the lineage contains no place. */
    static Place firstPlace(ElementLineage lineage) {
        Place place = placeOrNull(lineage);
        if (place == null) {
            throw damaged(lineage, "of an element of a file");
        }
        return place;
    }

    private static @Nullable Place placeOrNull(ElementLineage lineage) {
        if (lineage instanceof Several several) {
            for (ElementLineage part : several.parts()) {
                Place place = placeOrNull(part);
                if (place != null) {
                    return place;
                }
            }
        }
        if (lineage instanceof Shared shared) {
            return placeOrNull(shared.several());
        }
        return lineage instanceof Place place ? place : null;
    }

    /** Returns the parts of {@code lineage}. Throws an exception unless the lineage has {@code count} parts. */
    static List<ElementLineage> parts(ElementLineage lineage, int count) {
        if (lineage instanceof Several several && several.parts().size() == count) {
            return several.parts();
        }
        throw damaged(lineage, count + " parts");
    }

    /** Returns all parts of a lineage of several elements. */
    static List<ElementLineage> parts(ElementLineage lineage) {
        if (lineage instanceof Several several) {
            return several.parts();
        }
        if (lineage instanceof Shared shared) {
            return shared.several().parts();
        }
        throw CheckpointFailures.damaged("not a position of several elements: " + lineage);
    }

    /** Returns one of the {@code count} parts of a lineage. */
    static ElementLineage part(ElementLineage lineage, int count, int index) {
        return parts(lineage, count).get(index);
    }

    /** Returns one of the {@code count} parts of each lineage. */
    static List<ElementLineage> eachPart(List<ElementLineage> lineages, int count, int index) {
        return lineages.stream().map(lineage -> part(lineage, count, index)).toList();
    }

    /** Returns {@code lineage} as a replayed lineage. Throws an exception if the lineage has another form. */
    static Replayed replayed(ElementLineage lineage) {
        if (lineage instanceof Replayed replayed && replayed.index() >= 0 && replayed.index() < Long.MAX_VALUE) {
            return replayed;
        }
        throw damaged(lineage, "an element after a start");
    }

    private static CheckpointException damaged(ElementLineage lineage, String expected) {
        return CheckpointFailures.damaged("the position of an element must be " + expected + ": " + lineage);
    }

    /** The number of an element in its source. */
    public record Position(long index) implements ElementLineage {}

    /** The place of a record: the number of its file, and its offset in the file. */
    record Place(int file, long offset) implements ElementLineage {}

    /** The origin of an element that is computed from several elements, or by one of several datasets. */
    public record Several(List<ElementLineage> parts) implements ElementLineage {

        public static Several of(ElementLineage... parts) {
            return new Several(List.of(parts));
        }
    }

    /** Parts that many lineages share. A checkpoint contains shared parts only once. */
    public record Shared(Several several) implements ElementLineage {}

    /**
     * The origin of an element that only its own stage can compute again, in a run from the stage's start.
     *
     * @param start the state of the stage at its beginning. Two starts are equal only if they are the same object, so a
     *     checkpoint contains a shared start only once
     */
    record Replayed(State start, long index) implements ElementLineage {}
}
