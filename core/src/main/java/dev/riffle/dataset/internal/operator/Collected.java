package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.collate.FailedElementException;
import dev.riffle.dataset.internal.collate.ShapeMismatchException;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PlacedException;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.io.SourcePart;
import dev.riffle.parse.ExampleParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The elements of one batch before collation, and their lineages in {@code input}.
 *
 * @param unused receives the elements after the collation, if their memory can be used again
 */
record Collected<T>(Node<T> input, List<T> elements, List<ElementLineage> lineages, Consumer<? super List<T>> unused) {

    Collected(Node<T> input, List<T> elements, List<ElementLineage> lineages) {
        this(input, elements, lineages, elementsAfter -> {});
    }

    /** Combines the elements. If one element fails, the exception has its record. Callers call this method once. */
    <B> B collate(Collator<? super T, B> collator) throws Exception {
        try {
            return Stage.notNull(collator.collate(elements));
        } catch (ExampleParseException e) {
            throw placed(e, e.batchIndex());
        } catch (ShapeMismatchException e) {
            throw placed(e, e.element());
        } catch (FailedElementException e) {
            throw placed(e.failure(), e.element());
        } finally {
            unused.accept(elements);
        }
    }

    private Exception placed(Exception failure, int element) {
        Optional<SourcePart> origin = input.origin(lineages.get(element));
        return origin.isPresent() ? new PlacedException(origin.get(), failure) : failure;
    }
}
