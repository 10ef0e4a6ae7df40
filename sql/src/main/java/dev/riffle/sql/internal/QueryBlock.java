package dev.riffle.sql.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One SELECT of a statement, with the tables of its FROM clause. Stars in the SELECT stand for their columns. */
final class QueryBlock {

    private final @Nullable QueryBlock outer;
    private final List<TableUse> tables = new ArrayList<>();
    private final Set<String> otherRelations = new HashSet<>();
    private final Set<String> qualifiedStars = new HashSet<>();
    private boolean star;

    QueryBlock(@Nullable QueryBlock outer) {
        this.outer = outer;
    }

    List<TableUse> tables() {
        return tables;
    }

    /** Adds a table of the FROM clause. */
    void add(TableUse table) {
        tables.add(table);
    }

    /** Adds the name of a subquery, of a common table expression or of a function. */
    void addOther(String name) {
        otherRelations.add(FoldedName.of(name));
    }

    /** Adds a star without the name of a table. */
    void addStar() {
        star = true;
    }

    /** Adds a star of one table. */
    void addStar(String relation) {
        qualifiedStars.add(FoldedName.of(relation));
    }

    /** Returns whether a star without the name of a table, or of this table, is in the SELECT. */
    boolean hasStarOf(TableUse table) {
        return star || qualifiedStars.stream().anyMatch(table::isCalled);
    }

    /**
     * Marks the tables whose columns the stars of this SELECT need.
     *
     * @param all all tables of the statement; a star of an unknown relation needs the columns of all of them
     */
    void resolveStars(List<TableUse> all) {
        if (star) {
            tables.forEach(TableUse::needWholeRows);
        }
        for (String relation : qualifiedStars) {
            if (!resolve(relation)) {
                all.forEach(TableUse::needWholeRows);
            }
        }
    }

    private boolean resolve(String relation) {
        List<TableUse> called =
                tables.stream().filter(table -> table.isCalled(relation)).toList();
        called.forEach(TableUse::needWholeRows);
        return !called.isEmpty() || otherRelations.contains(relation) || (outer != null && outer.resolve(relation));
    }
}
