package dev.riffle.cli.sql;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.riffle.cli.output.WholeRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as CSV, after a line with the names. A null is an empty cell, and an empty text is {@code ""}. Lists and
 * structs are JSON.
 */
final class CsvRows implements RowText {

    private final WholeRows out;
    private final CsvWriter csv;
    private final List<String> names;
    private long rows;

    CsvRows(WholeRows out, char delimiter, List<String> names) throws IOException {
        this.out = out;
        this.csv = CsvWriter.builder()
                .fieldSeparator(delimiter)
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .build(out);
        this.names = names;
        write(names);
    }

    @Override
    public void row(List<ColumnValues> columns, int row) throws IOException {
        List<@Nullable String> cells = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            ColumnValues column = columns.get(i);
            if (column.isNull(row)) {
                cells.add(null);
                continue;
            }
            if (column.kind() == ValueKind.BYTES && !column.bytes(row).isUtf8()) {
                throw new IOException("row " + rows + ", column " + names.get(i)
                        + ": bytes that are not UTF-8 cannot be a CSV cell; use --as jsonl, or base64(...) in the"
                        + " statement");
            }
            cells.add(column.text(row));
        }
        rows++;
        write(cells);
    }

    private void write(List<? extends @Nullable String> cells) throws IOException {
        try {
            csv.writeRecord(new ArrayList<@Nullable String>(cells));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        csv.flush();
        out.endRow();
    }

    @Override
    public void end() {}
}
