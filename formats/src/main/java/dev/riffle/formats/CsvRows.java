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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one CSV file after its header. Each row must have as many cells as the header. */
final class CsvRows implements Closeable {

    private static final Pattern LINE_BREAK = Pattern.compile("\\r\\n|\\r|\\n");

    /** The message of FastCSV for a cell that is larger than its buffer. */
    private static final String BUFFER_IS_FULL = "The maximum buffer size";

    private final String name;
    private final CloseableIterator<CsvRow> rows;
    private final List<String> columns;
    private final boolean headed;
    private final QuoteCounter text;
    private final CsvRowHandler handler = new CsvRowHandler();
    private long line = 1;
    private @Nullable CsvRow last;

    /** Opens a source. Its first line is the header if {@code columns} is null. */
    CsvRows(ByteSource source, char delimiter, @Nullable List<String> columns) throws IOException {
        this.name = source.name();
        this.headed = columns == null;
        this.text = new QuoteCounter(TextInput.open(source));
        this.rows = CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(false)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .allowExtraCharsAfterClosingQuote(false)
                .maxBufferSize(TextInput.mostCharacters())
                .build(handler, text)
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
            throw new ImportException(name, 1, "header not found; the first line must name the columns");
        }
        return header.cells();
    }

    private void checkNames() throws ImportException {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (column.isEmpty()) {
                throw new ImportException(name, line, "column " + (i + 1) + " has no name; name it in the header");
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

    /** Returns the next row that is not blank, or null. */
    @Nullable
    CsvRow next() throws IOException {
        CsvRow row = read();
        if (row != null && row.cells().size() != columns.size()) {
            checkLastQuote();
            throw new ImportException(
                    name,
                    row.line(),
                    "the row has " + row.cells().size() + (row.cells().size() == 1 ? " cell" : " cells")
                            + (headed ? ", but the header has " + columns.size() : ", expected " + columns.size())
                            + "; correct the row, and put cells with a delimiter or a line break in quotes");
        }
        return row;
    }

    private @Nullable CsvRow read() throws IOException {
        try {
            while (rows.hasNext()) {
                CsvRow row = rows.next();
                line = row.line();
                last = row;
                if (!row.isBlank()) {
                    return row;
                }
            }
            checkLastQuote();
            return null;
        } catch (CsvParseException e) {
            throw malformed(e);
        } catch (UncheckedIOException e) {
            throw e.getCause() instanceof CharacterCodingException ? TextInput.notUtf8(name, line) : e.getCause();
        }
    }

    /**
     * Rejects an unclosed quote in the last cell, at the end of the text. A closed cell has an even number of quotes.
     * So if the number of quotes in all quoted cells is odd, the last cell is not closed.
     */
    private void checkLastQuote() throws IOException {
        boolean open = (text.quotes() - handler.bareQuotes()) % 2 != 0;
        if (last == null || !open || !last.quoted().get(last.cells().size() - 1) || rows.hasNext()) {
            return;
        }
        long began = last.line();
        for (String cell : last.cells().subList(0, last.cells().size() - 1)) {
            began += LINE_BREAK.splitAsStream(cell + "|").count() - 1;
        }
        throw new ImportException(
                name, began, "a quote in this line is not closed; close it, or double it if it is a literal quote");
    }

    private IOException malformed(CsvParseException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof OutOfMemoryError error) {
            return TextInput.outOfMemory(
                    name, handler.line(), "the row of " + handler.count() + " cells or more", error);
        }
        if (String.valueOf(cause.getMessage()).startsWith(BUFFER_IS_FULL)) {
            return TextInput.tooLong(
                    name,
                    handler.line(),
                    "cell " + (handler.count() + 1) + " of the row that begins in this line",
                    "close an open quote, or ");
        }
        if (cause instanceof CharacterCodingException) {
            return TextInput.notUtf8(name, line);
        }
        if (cause instanceof IOException failed) {
            return failed;
        }
        ImportException malformed =
                new ImportException(name, line, "in this line or soon after it: " + cause.getMessage());
        malformed.initCause(e);
        return malformed;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
