package dev.riffle.formats;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Examples as CSV in UTF-8: a header, then a row for each, lines ended by {@code \n}.
 *
 * <p>CSV has no kinds: what reads it guesses them again. It cannot hold everything either. Bytes that are not UTF-8 are
 * refused; so are several values in one feature, unless {@link #listSeparator} says what to put between them. A feature
 * that is not there becomes an empty cell, one with an empty text a cell {@code ""}; an empty list and a feature without a
 * kind become empty cells too, which {@link ExampleWriter#emptied()} counts. JSON lines hold everything.
 *
 * <p>Immutable: each method gives changed settings and leaves these as they are.
 */
public final class CsvExport implements ExampleExport {

    private final List<String> columns;
    private final char delimiter;
    private final @Nullable String listSeparator;

    private CsvExport(List<String> columns, char delimiter, @Nullable String listSeparator) {
        this.columns = columns;
        this.delimiter = delimiter;
        this.listSeparator = listSeparator;
    }

    /**
     * A column for each of these features, in this order; others are left out.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CsvExport of(List<String> columns) {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("columns must name at least one feature");
        }
        return new CsvExport(List.copyOf(columns), ',', null);
    }

    /** What to put between cells; a comma otherwise. */
    public CsvExport delimiter(char delimiter) {
        return new CsvExport(columns, delimiter, listSeparator);
    }

    /**
     * What to put between the values of one feature. A text that has it is refused.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public CsvExport listSeparator(String separator) {
        if (separator.isEmpty()) {
            throw new IllegalArgumentException("listSeparator must not be empty");
        }
        return new CsvExport(columns, delimiter, separator);
    }

    @Override
    public ExampleWriter open(Writer out) throws IOException {
        CsvWriter rows = CsvWriter.builder()
                .fieldSeparator(delimiter)
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .build(out);
        try {
            rows.writeRecord(columns);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new CsvExampleWriter(columns, listSeparator, rows);
    }
}
