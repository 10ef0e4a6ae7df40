package dev.riffle.spark.internal.infer;

import dev.riffle.example.Kind;
import dev.riffle.example.internal.FeatureFacts;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import java.util.ArrayList;
import java.util.List;
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
        boolean hasExamples = options.recordType() == RecordType.EXAMPLE_LIST_WITH_CONTEXT;
        checkKinds("feature", known.features(), options);
        checkKinds(hasExamples ? "feature of the examples" : "feature list", known.lists(), options);
        if (!hasExamples) {
            checkPlaces("a feature list");
        }
        reject("the records do not agree on a schema", onlyNumbers ? NUMBERS_REMEDY + REMEDY : REMEDY);
        if (hasExamples) {
            checkExamples(options, caseSensitive);
        }
        Set<String> columns = columns(options);
        if (!caseSensitive) {
            checkCase(columns);
            if (hasExamples && !options.explodesExamples()) {
                checkCase(known.lists().keySet());
            }
            reject(
                    "the names of columns differ only in case",
                    "set spark.sql.caseSensitive to true, or pass a schema with one of the columns if no record has"
                            + " both");
        }
        // Every mode needs this check, because the values of the records under this name would be lost.
        checkName(options.corruptColumn(), columns, caseSensitive);
        reject(
                "a column has the name of the corrupt-record column",
                "set option columnNameOfCorruptRecord to another name");
    }

    /** Checks that no feature of the context has the name of another column. */
    private void checkExamples(RecordOptions options, boolean caseSensitive) {
        if (options.explodesExamples()) {
            checkPlaces("a feature of an example");
            reject(
                    "the context and the examples have features of the same name",
                    "set explodeExamples to false, which reads both");
        } else if (!known.lists().isEmpty()) {
            checkName(ExamplesColumn.NAME, known.features().keySet(), caseSensitive);
            reject(
                    "a feature of the context has the name of the column with the examples",
                    "pass a schema in which the array of structs has another name");
        }
    }

    /** Returns the names of the columns, without the fields of structs. */
    private Set<String> columns(RecordOptions options) {
        Set<String> names = new TreeSet<>(known.features().keySet());
        if (options.recordType() != RecordType.EXAMPLE_LIST_WITH_CONTEXT || options.explodesExamples()) {
            names.addAll(known.lists().keySet());
        } else if (!known.lists().isEmpty()) {
            names.add(ExamplesColumn.NAME);
        }
        return names;
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

    private void checkKinds(String what, SortedMap<String, FeatureFacts> columns, RecordOptions options) {
        columns.forEach((name, column) -> {
            boolean areNumbers = column.kinds().stream().noneMatch(seen -> seen.getKey() == Kind.BYTES);
            if (column.isContradictory() && !(options.widens() && areNumbers)) {
                onlyNumbers &= areNumbers;
                found.add(what + ' ' + quoted(name) + ": " + column.contradiction());
            }
        });
    }

    private void checkPlaces(String inList) {
        known.features().forEach((name, feature) -> {
            FeatureFacts list = known.lists().get(name);
            if (list != null) {
                onlyNumbers = false;
                found.add(quoted(name) + ": a feature of the context in " + feature.first() + ", but " + inList + " in "
                        + list.first());
            }
        });
    }

    private void checkCase(Set<String> names) {
        SortedMap<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : names) {
            String before = byName.putIfAbsent(name, name);
            if (before != null) {
                found.add(seen(before) + ", but " + seen(name));
            }
        }
    }

    private void checkName(String column, Set<String> names, boolean caseSensitive) {
        for (String name : names) {
            if (caseSensitive ? name.equals(column) : name.equalsIgnoreCase(column)) {
                found.add(seen(name));
            }
        }
    }

    private String seen(String name) {
        Optional<RecordPlace> first = known.firstOf(name);
        return quoted(name) + first.map(at -> " in " + at).orElse("");
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
