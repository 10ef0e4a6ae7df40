package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.stage.ElementSpec;
import java.util.List;

/** Splits a list into its items. */
final class ListSplitter<T> implements Splitter<List<? extends T>, T>, Described {

    @Override
    public List<? extends T> split(List<? extends T> batch) {
        return batch;
    }

    @Override
    public ElementSpec spec(ElementSpec batch) {
        if (batch instanceof ElementSpec.ListOf list) {
            return list.item();
        }
        if (batch instanceof ElementSpec.Unknown) {
            return batch;
        }
        throw new IllegalArgumentException("elements are not lists: " + batch);
    }

    @Override
    public int size(ElementSpec batch) {
        return batch instanceof ElementSpec.ListOf list ? list.size() : -1;
    }

    @Override
    public String describe() {
        return "lists";
    }
}
