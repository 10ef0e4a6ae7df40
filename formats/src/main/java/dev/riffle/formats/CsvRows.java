package dev.riffle.formats;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of one CSV file behind its header, each as wide as that. */
final class CsvRows implements Closeable {

    private final String name;
    private final CloseableIterator<CsvRow> rows;
    private final List<String> columns;
    private long line = 1;

    /** Opens a source; its first line is the header where {@code columns} is null. */
    CsvRows(ByteSource source, char delimiter, @Nullable List<String> columns) throws IOException {
        this.name = source.name();
        this.rows = CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(false)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .allowExtraCharsAfterClosingQuote(false)
                .maxBufferSize(Integer.MAX_VALUE - 8)
                .build(new CsvRowHandler(), TextInput.open(source))
                .iterator();
        try {
            this.columns = columns == null ? header() : columns;
            checkNames();
        } catch (IOException e) {
            try (rows) {
                throw e;
            }
        }
    }

    private List<String> header() throws IOException {
        CsvRow header = read();
        if (header == null) {
            throw new ImportException(name, 1, "there is no header; the first line must name the columns");
        }
        return header.cells();
    }

    private void checkNames() throws ImportException {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (column.isEmpty()) {
                throw new ImportException(name, line, "column " + (i + 1) + " has no name; give it one in the header");
            }
            if (!names.add(column)) {
                throw new ImportException(
                        name, line, "two columns are named \"" + column + "\"; rename one of them in the header");
            }
        }
    }

    List<String> columns() {
        return columns;
    }

    /** The next row that is not blank, or null. */
    @Nullable
    CsvRow next() throws IOException {
        CsvRow row = read();
        if (row != null && row.cells().size() != columns.size()) {
            throw new ImportException(
                    name,
                    row.line(),
                    "the row has " + row.cells().size() + (row.cells().size() == 1 ? " cell" : " cells")
                            + ", but the header has " + columns.size()
                            + "; correct it, and put cells with a delimiter or a line break in quotes");
        }
        return row;
    }

    private @Nullable CsvRow read() throws IOException {
        try {
            while (rows.hasNext()) {
                CsvRow row = rows.next();
                line = row.line();
                if (!row.isBlank()) {
                    return row;
                }
            }
            return null;
        } catch (CsvParseException e) {
            throw malformed(e);
        } catch (UncheckedIOException e) {
            throw e.getCause() instanceof CharacterCodingException ? TextInput.notUtf8(name, line) : e.getCause();
        }
    }

    private IOException malformed(CsvParseException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof CharacterCodingException) {
            return TextInput.notUtf8(name, line);
        }
        if (cause instanceof IOException failed) {
            return failed;
        }
        ImportException malformed = new ImportException(name, line, "here or soon after: " + e.getMessage());
        malformed.initCause(e);
        return malformed;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
