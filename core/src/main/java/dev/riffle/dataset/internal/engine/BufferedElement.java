package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.stage.DatasetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An element, with its lineage, that a stage prepared before the consumer requested it; or a failure in place of the
 * element. A checkpoint keeps the lineage, or the text of the failure.
 *
 * @param lineage the lineage; null if an input failed without a lineage
 */
public record BufferedElement<T>(
        @Nullable T element,
        @Nullable ElementLineage lineage,
        @Nullable Throwable failure) {

    public static <T> BufferedElement<T> of(T element, ElementLineage lineage) {
        return new BufferedElement<>(element, lineage, null);
    }

    public static <T> BufferedElement<T> failed(Throwable failure) {
        return new BufferedElement<>(null, null, failure);
    }

    /** Returns the element, or throws the failure. */
    public T get() throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof Exception exception) {
            throw exception;
        }
        if (element == null) {
            throw new AssertionError("neither element nor failure");
        }
        return element;
    }

    /** Returns the lineage of an element that the stage delivered. */
    public static ElementLineage lineageOf(@Nullable BufferedElement<?> delivered) {
        return Stage.delivered(delivered == null ? null : delivered.lineage);
    }

    /** Returns the forms of these elements, in their order, in a checkpoint. */
    public static List<SavedElement> saved(Collection<? extends BufferedElement<?>> entries) {
        return entries.stream().map(BufferedElement::saved).toList();
    }

    SavedElement saved() {
        return lineage == null ? savedFailure(failure) : new SavedElement.Held(lineage);
    }

    /** Returns the form of a failure in a checkpoint. */
    public static SavedElement.Failed savedFailure(@Nullable Throwable failure) {
        String text = failure == null || failure.getMessage() == null ? String.valueOf(failure) : failure.getMessage();
        String stage = failure instanceof DatasetException known ? known.stage() : "before the checkpoint";
        String prefix = stage + ": ";
        return new SavedElement.Failed(
                stage,
                failure instanceof DatasetException known ? known.origin() : Optional.empty(),
                text.startsWith(prefix) ? text.substring(prefix.length()) : text);
    }

    /** Returns the exception for a failure that {@link #savedFailure} returned. */
    public static DatasetException restoredFailure(SavedElement.Failed saved) {
        return Failures.failure(saved.stage(), saved.origin().orElse(null), saved.message(), null);
    }

    /**
     * Restores the elements that {@link #saved(Collection)} saved. {@code dataset} computes the elements again from
     * their lineages.
     */
    public static <T> List<BufferedElement<T>> restore(List<SavedElement> saved, Node<T> dataset, Run run)
            throws Exception {
        List<ElementLineage> lineages = new ArrayList<>();
        for (SavedElement each : saved) {
            if (each instanceof SavedElement.Held held) {
                lineages.add(held.lineage());
            }
        }
        List<T> recomputed = lineages.isEmpty() ? List.of() : dataset.recompute(lineages, run);
        List<BufferedElement<T>> entries = new ArrayList<>(saved.size());
        int next = 0;
        for (SavedElement each : saved) {
            if (each instanceof SavedElement.Failed failed) {
                entries.add(failed(restoredFailure(failed)));
            } else {
                entries.add(of(recomputed.get(next), lineages.get(next)));
                next++;
            }
        }
        return entries;
    }
}
