package dev.riffle.formats;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes Examples as rows of CSV. */
final class CsvExampleWriter implements ExampleWriter {

    private final List<String> columns;
    private final @Nullable String listSeparator;
    private final CsvWriter rows;
    private long emptied;

    CsvExampleWriter(List<String> columns, @Nullable String listSeparator, CsvWriter rows) {
        this.columns = columns;
        this.listSeparator = listSeparator;
        this.rows = rows;
    }

    @Override
    public void write(Example example) throws IOException {
        List<@Nullable String> cells = new ArrayList<>(columns.size());
        long empty = 0;
        for (String column : columns) {
            Optional<Feature> feature = example.find(column);
            if (feature.isEmpty()) {
                cells.add(null);
            } else if (feature.get().size() == 0) {
                cells.add(null);
                empty++;
            } else {
                cells.add(cell(column, feature.get()));
            }
        }
        if (cells.size() == 1 && cells.get(0) == null) {
            throw new ExportException(
                    columns.get(0),
                    "is the only column and has no value, so its row would be a blank line; add a second column, or use"
                            + " JSON lines");
        }
        try {
            rows.writeRecord(cells);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        emptied += empty;
    }

    /** Writes the context of a SequenceExample without feature lists. */
    @Override
    public void write(SequenceExample example) throws IOException {
        if (!example.names().isEmpty()) {
            String list = example.names().iterator().next();
            throw new ExportException(list, "is a list of steps, but a CSV cell holds one value; use JSON lines");
        }
        write(example.context());
    }

    private String cell(String column, Feature feature) throws ExportException {
        if (listSeparator == null) {
            if (feature.size() == 1) {
                return value(column, feature, 0);
            }
            throw new ExportException(
                    column,
                    "has " + feature.size()
                            + " values, but a CSV cell holds one; set a list separator, omit the column,"
                            + " or use JSON lines");
        }
        StringBuilder cell = new StringBuilder();
        for (int i = 0; i < feature.size(); i++) {
            String value = value(column, feature, i);
            if (value.contains(listSeparator)) {
                throw new ExportException(
                        column,
                        "has a value that contains the list separator " + listSeparator + "; choose another separator");
            }
            cell.append(i == 0 ? "" : listSeparator).append(value);
        }
        return cell.toString();
    }

    private static String value(String column, Feature feature, int index) throws ExportException {
        return switch (feature.kind()) {
            case INT64 -> Long.toString(feature.longAt(index));
            case INT32 -> Integer.toString(feature.intAt(index));
            case FLOAT -> Float.toString(feature.floatAt(index));
            case DOUBLE -> Double.toString(feature.doubleAt(index));
            case BYTES -> text(column, feature.bytesAt(index));
            case NOT_SET -> throw new IllegalStateException(Kind.NOT_SET.fieldName());
        };
    }

    private static String text(String column, Bytes value) throws ExportException {
        if (!value.isUtf8()) {
            throw new ExportException(
                    column, "has bytes that are not UTF-8 text: " + value + "; omit the column, or use JSON lines");
        }
        return value.utf8();
    }

    @Override
    public long emptied() {
        return emptied;
    }

    @Override
    public void flush() throws IOException {
        rows.flush();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
