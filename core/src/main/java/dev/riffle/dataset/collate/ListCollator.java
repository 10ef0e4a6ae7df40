package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.stage.ElementSpec;
import java.util.Collections;
import java.util.List;

/** Combines the elements into an unmodifiable list. */
final class ListCollator<T> implements Collator<T, List<T>>, Described {

    @Override
    public List<T> collate(List<? extends T> elements) {
        return Collections.unmodifiableList(ElementTensors.checked(elements));
    }

    @Override
    public ElementSpec spec(ElementSpec element, int size) {
        return new ElementSpec.ListOf(element, size);
    }

    @Override
    public String describe() {
        return "list";
    }
}
