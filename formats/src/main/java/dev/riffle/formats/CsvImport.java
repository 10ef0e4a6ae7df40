package dev.riffle.formats;

import dev.riffle.example.Kind;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV by RFC 4180 in UTF-8, with or without a byte order mark. Each row becomes an Example. Each column becomes a
 * feature.
 * <ul>
 * <li>The first line names the columns, unless {@link #columns} does. Names must be unique. Each row must have one cell
 * for each column. Blank lines are skipped.
 * <li>An empty cell is a missing feature. In a column of bytes, an empty cell in quotes ({@code ""}) is an empty text.
 * In any other column, it is a missing feature.
 * <li>Blanks belong to a cell, and quotes do not turn a number into text.
 * <li>A cell is one value, unless {@link #listSeparator} sets a separator for several values.
 * </ul>
 *
 * <p>Immutable and safe for use by several threads: each method returns changed settings.
 *
 * @since 0.1
 */
public final class CsvImport implements ExampleImport {

    private final List<ByteSource> sources;
    private final char delimiter;
    private final @Nullable List<String> columns;
    private final @Nullable String listSeparator;
    private final ColumnTypes given;

    private CsvImport(
            List<ByteSource> sources,
            char delimiter,
            @Nullable List<String> columns,
            @Nullable String listSeparator,
            ColumnTypes given) {
        this.sources = sources;
        this.delimiter = delimiter;
        this.columns = columns;
        this.listSeparator = listSeparator;
        this.given = given;
    }

    /** Returns an import of one file, or of several files with the same header as one table. */
    public static CsvImport of(ByteSource... sources) {
        Argument.allPresent(sources, "sources");
        return of(List.of(sources));
    }

    /** Returns an import of several files with the same header as one table. */
    public static CsvImport of(List<ByteSource> sources) {
        Argument.allPresent(sources, "sources");
        return new CsvImport(List.copyOf(sources), ',', null, null, ColumnTypes.none());
    }

    /**
     * Sets the character between cells; the default is a comma.
     *
     * @throws IllegalArgumentException if it is a quote or a line break
     */
    public CsvImport delimiter(char delimiter) {
        if (delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
            throw new IllegalArgumentException("delimiter must be neither a quote nor a line break");
        }
        return new CsvImport(sources, delimiter, columns, listSeparator, given);
    }

    /** Sets the names of the columns of files without a header. The first line of these files is a row. */
    public CsvImport columns(List<String> columns) {
        Argument.allPresent(columns, "columns");
        return new CsvImport(sources, delimiter, List.copyOf(columns), listSeparator, given);
    }

    /**
     * Sets the separator between the values of one cell, for columns with lists.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public CsvImport listSeparator(String separator) {
        Argument.present(separator, "separator");
        if (separator.isEmpty()) {
            throw new IllegalArgumentException("listSeparator must not be empty");
        }
        return new CsvImport(sources, delimiter, columns, separator, given);
    }

    /** Sets the kinds of some or all columns. A survey finds the kinds of the other columns. */
    public CsvImport types(ColumnTypes types) {
        Argument.present(types, "types");
        return new CsvImport(sources, delimiter, columns, listSeparator, types);
    }

    @Override
    public Survey survey() throws IOException {
        List<String> names = new ArrayList<>();
        try {
            return survey(names);
        } catch (OutOfMemoryError e) {
            throw TextInput.outOfMemory(sources.get(0).name(), 1, "the table of " + names.size() + " columns", e);
        }
    }

    private Survey survey(List<String> names) throws IOException {
        List<ColumnSurvey> columnSurveys = new ArrayList<>();
        long records = 0;
        String firstName = "";
        for (ByteSource source : sources) {
            try (CsvRows rows = rows(source)) {
                if (firstName.isEmpty()) {
                    firstName = source.name();
                    names.addAll(rows.columns());
                    names.forEach(name -> columnSurveys.add(new ColumnSurvey()));
                }
                checkSameHeader(firstName, names, source, rows);
                for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                    records++;
                    for (int i = 0; i < names.size(); i++) {
                        for (Scalar value : values(row.cells().get(i))) {
                            columnSurveys.get(i).add(value, source.name(), row.line());
                        }
                    }
                }
            }
        }
        return survey(names, columnSurveys, records);
    }

    private Survey survey(List<String> names, List<ColumnSurvey> surveys, long records) throws ImportException {
        for (String name : given.kinds().keySet()) {
            if (!names.contains(name)) {
                throw new ImportException(
                        sources.get(0).name(),
                        1,
                        "column not found: \"" + name + "\" has a type, but the columns are " + names);
            }
        }
        Map<String, Kind> kinds = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            Kind found = surveys.get(i).kind();
            kinds.put(name, given.find(name).orElse(found));
            if (given.find(name).isEmpty()) {
                notes.addAll(surveys.get(i).notes(name));
            }
        }
        return new Survey(ColumnTypes.of(kinds), records, notes);
    }

    private static void checkSameHeader(String firstName, List<String> names, ByteSource source, CsvRows rows)
            throws ImportException {
        if (!rows.columns().equals(names)) {
            throw new ImportException(
                    source.name(),
                    1,
                    "the header " + rows.columns() + " differs from the header of " + firstName + ", " + names
                            + "; import each file separately");
        }
    }

    CsvRows rows(ByteSource source) throws IOException {
        return new CsvRows(source, delimiter, columns);
    }

    /** Returns the values of a cell; an empty cell has none. */
    List<Scalar> values(String cell) {
        if (cell.isEmpty()) {
            return List.of();
        }
        if (listSeparator == null) {
            return List.of(Scalar.open(cell));
        }
        List<Scalar> values = new ArrayList<>();
        for (String value : cell.split(Pattern.quote(listSeparator), -1)) {
            values.add(Scalar.open(value));
        }
        return values;
    }

    @Override
    public ExampleReader open(ColumnTypes types) {
        Argument.present(types, "types");
        return new CsvExamples(this, sources, types);
    }
}
