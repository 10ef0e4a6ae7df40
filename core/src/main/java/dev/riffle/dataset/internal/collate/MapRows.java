package dev.riffle.dataset.internal.collate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates rows from columns: maps with one element of each column, on demand. */
public final class MapRows {

    private MapRows() {}

    /** Returns the rows of a map of columns. All columns must have the same size. */
    public static <T> List<Map<String, T>> of(Map<String, ? extends List<? extends T>> columns) {
        int size = -1;
        for (Map.Entry<String, ? extends List<? extends T>> column : columns.entrySet()) {
            int own = column.getValue().size();
            if (size >= 0 && own != size) {
                throw new IllegalArgumentException("the values of a map have different sizes: \"" + column.getKey()
                        + "\" has " + own + ", earlier values have " + size);
            }
            size = own;
        }
        return new Slices<>(Math.max(size, 0), index -> {
            Map<String, T> row = new LinkedHashMap<>();
            columns.forEach((key, column) -> row.put(key, column.get(index)));
            return row;
        });
    }
}
