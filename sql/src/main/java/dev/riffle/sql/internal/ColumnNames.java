package dev.riffle.sql.internal;

import dev.riffle.arrow.RecordSchemas;
import dev.riffle.internal.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of columns in a statement, without regard to case. May contain names of other things. */
public final class ColumnNames {

    private final Set<String> names = new HashSet<>();
    private final Set<String> lastNames = new HashSet<>();

    /** Adds a reference such as {@code t.point.x}. */
    void addReference(List<String> parts) {
        parts.forEach(part -> names.add(FoldedName.of(part)));
        if (!parts.isEmpty()) {
            lastNames.add(FoldedName.of(parts.get(parts.size() - 1)));
        }
    }

    /** Adds the name of a column. */
    void add(String name) {
        names.add(FoldedName.of(name));
    }

    /** Adds the texts of a list. */
    void addAll(@Nullable JsonValue list) {
        texts(list).forEach(this::add);
    }

    public boolean contains(String name) {
        return names.contains(FoldedName.of(name));
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** Returns whether a name can be the name of a feature. */
    public boolean hasFeatures() {
        return names.stream()
                .anyMatch(name -> RecordSchemas.placeFields().stream()
                        .noneMatch(place -> place.getName().equals(name)));
    }

    /** Returns whether a reference can mean the whole row of a table. */
    boolean hasRowOf(TableUse table) {
        return lastNames.stream().anyMatch(table::isCalled);
    }

    /** Returns the texts of a list. */
    static List<String> texts(@Nullable JsonValue list) {
        return list instanceof JsonValue.Items items
                ? items.items().stream()
                        .filter(JsonValue.Text.class::isInstance)
                        .map(item -> ((JsonValue.Text) item).text())
                        .toList()
                : List.of();
    }
}
