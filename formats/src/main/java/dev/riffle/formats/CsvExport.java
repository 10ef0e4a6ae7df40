package dev.riffle.formats;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.riffle.internal.Argument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes Examples as CSV in UTF-8: a header, then one row for each Example. Lines end with {@code \n}.
 *
 * <p>CSV does not state kinds, so each reader of the file guesses the kinds. CSV cannot hold every Example. The writer
 * rejects bytes that are not UTF-8. It also rejects several values in one feature, unless {@link #listSeparator} sets a
 * separator. A missing feature becomes an empty cell. An empty text becomes a cell {@code ""}. An empty list and a
 * feature without a kind also become empty cells; {@link ExampleWriter#emptied()} counts them. JSON lines hold every
 * Example.
 *
 * <p>Immutable and safe for use by several threads: each method returns changed settings.
 *
 * @since 0.1
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
     * Returns settings with a column for each of these features, in this order. Other features are omitted.
     *
     * @throws IllegalArgumentException if the list is empty
     */
    public static CsvExport of(List<String> columns) {
        Argument.allPresent(columns, "columns");
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("columns must name at least one feature");
        }
        return new CsvExport(List.copyOf(columns), ',', null);
    }

    /**
     * Sets the character between cells; the default is a comma. {@link #open} rejects a quote and a line break with an
     * {@link IllegalArgumentException}.
     */
    public CsvExport delimiter(char delimiter) {
        return new CsvExport(columns, delimiter, listSeparator);
    }

    /**
     * Sets the separator between the values of one feature. The writer rejects a value that contains the separator.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public CsvExport listSeparator(String separator) {
        Argument.present(separator, "separator");
        if (separator.isEmpty()) {
            throw new IllegalArgumentException("listSeparator must not be empty");
        }
        return new CsvExport(columns, delimiter, separator);
    }

    @Override
    public ExampleWriter open(Writer out) throws IOException {
        Argument.present(out, "out");
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
