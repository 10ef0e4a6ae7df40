package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.MapRows;
import dev.riffle.dataset.stage.ElementSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Splits all values of a map into maps of elements. */
record MapSplitter<V, T>(Splitter<? super V, T> values)
        implements Splitter<Map<String, ? extends V>, Map<String, T>>, Described {

    @Override
    public List<Map<String, T>> split(Map<String, ? extends V> batch) throws Exception {
        Map<String, List<? extends T>> columns = new LinkedHashMap<>();
        for (Map.Entry<String, ? extends V> entry : batch.entrySet()) {
            columns.put(entry.getKey(), values.split(entry.getValue()));
        }
        return MapRows.of(columns);
    }

    @Override
    public ElementSpec spec(ElementSpec batch) {
        return MapCollator.mapped(batch, (key, value) -> values.spec(value));
    }

    @Override
    public int size(ElementSpec batch) {
        if (batch instanceof ElementSpec.MapOf map) {
            for (ElementSpec entry : map.entries().values()) {
                int size = values.size(entry);
                if (size >= 0) {
                    return size;
                }
            }
        }
        return -1;
    }

    @Override
    public String describe() {
        return "{" + Described.of(values) + "}";
    }
}
