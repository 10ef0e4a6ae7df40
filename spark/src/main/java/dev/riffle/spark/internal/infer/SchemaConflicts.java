package dev.riffle.spark.internal.infer;

import dev.riffle.example.Kind;
import dev.riffle.spark.internal.options.RecordOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds records with contradictory facts about a column. */
final class SchemaConflicts {

    private static final int MOST_REPORTED = 10;

    private static final String REMEDY = "pass a schema with the type of each column (option mode applies to records"
            + " that do not fit the schema), or read the files separately";

    private static final String NUMBERS_REMEDY = "set option widen to true to read these numbers as doubles, or ";

    private final PartialSchema known;
    private final List<String> found = new ArrayList<>();

    /** Whether all conflicting kinds so far are kinds of numbers. */
    private boolean onlyNumbers = true;

    SchemaConflicts(PartialSchema known) {
        this.known = known;
    }

    /**
     * Checks that the records have no contradictions.
     *
     * @throws IllegalArgumentException for the first contradiction, with columns, files, records, kinds and a remedy
     */
    void check(RecordOptions options, boolean caseSensitive) {
        checkKinds("feature", known.features(), options);
        checkKinds("feature list", known.lists(), options);
        checkPlaces();
        reject("the records do not agree on a schema", onlyNumbers ? NUMBERS_REMEDY + REMEDY : REMEDY);
        if (!caseSensitive) {
            checkCase();
            reject(
                    "the names of columns differ only in case",
                    "set spark.sql.caseSensitive to true, or pass a schema with one of the columns if no record has"
                            + " both");
        }
        // Every mode needs this check, because the values of the records under this name would be lost.
        checkCorruptColumn(options.corruptColumn(), caseSensitive);
        reject(
                "a column has the name of the corrupt-record column",
                "set option columnNameOfCorruptRecord to another name");
    }

    private void reject(String what, String remedy) {
        if (found.isEmpty()) {
            return;
        }
        StringBuilder reported = new StringBuilder(what).append(':');
        for (String conflict : found.subList(0, Math.min(MOST_REPORTED, found.size()))) {
            reported.append("\n  ").append(conflict);
        }
        if (found.size() > MOST_REPORTED) {
            reported.append("\n  and ").append(found.size() - MOST_REPORTED).append(" more");
        }
        throw new IllegalArgumentException(reported.append('\n').append(remedy).toString());
    }

    private void checkKinds(String what, SortedMap<String, PartialColumn> columns, RecordOptions options) {
        columns.forEach((name, column) -> {
            boolean widened = options.widens() && column.areNumbers();
            if (column.kinds().size() > 1 && !widened) {
                onlyNumbers &= column.areNumbers();
                List<String> places = column.kinds().entrySet().stream()
                        .sorted(Map.Entry.<Kind, Sighting>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                        .map(seen -> seen.getKey().fieldName() + " in " + seen.getValue())
                        .toList();
                found.add(what + ' ' + quoted(name) + ": " + String.join(", but ", places));
            }
        });
    }

    private void checkPlaces() {
        known.features().forEach((name, feature) -> {
            PartialColumn list = known.lists().get(name);
            if (list != null) {
                onlyNumbers = false;
                found.add(quoted(name) + ": a feature of the context in " + feature.first() + ", but a feature list in "
                        + list.first());
            }
        });
    }

    private void checkCase() {
        SortedMap<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : names()) {
            String before = names.putIfAbsent(name, name);
            if (before != null) {
                found.add(seen(before) + ", but " + seen(name));
            }
        }
    }

    private void checkCorruptColumn(String corruptColumn, boolean caseSensitive) {
        for (String name : names()) {
            if (caseSensitive ? name.equals(corruptColumn) : name.equalsIgnoreCase(corruptColumn)) {
                found.add(seen(name));
            }
        }
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>(known.features().keySet());
        names.addAll(known.lists().keySet());
        return names;
    }

    private String seen(String name) {
        Optional<Sighting> first = known.firstOf(name);
        return quoted(name) + first.map(at -> " in " + at).orElse("");
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
