package dev.riffle.formats;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates an Example from each row of the files of a {@link CsvImport}. */
final class CsvExamples implements ExampleReader {

    private final CsvImport settings;
    private final ColumnTypes types;
    private final Iterator<ByteSource> sources;

    private String source = "";
    private long line;
    private @Nullable CsvRows rows;
    private @Nullable Example example;

    CsvExamples(CsvImport settings, List<ByteSource> sources, ColumnTypes types) {
        this.settings = settings;
        this.types = types;
        this.sources = sources.iterator();
    }

    @Override
    public boolean next() throws IOException {
        example = null;
        while (true) {
            if (rows == null) {
                if (!sources.hasNext()) {
                    return false;
                }
                ByteSource next = sources.next();
                source = next.name();
                rows = settings.rows(next);
            }
            CsvRow row = rows.next();
            if (row != null) {
                line = row.line();
                try {
                    example = example(row, rows.columns());
                } catch (OutOfMemoryError e) {
                    throw TextInput.outOfMemory(
                            source, line, "the row of " + rows.columns().size() + " cells", e);
                }
                return true;
            }
            rows.close();
            rows = null;
        }
    }

    private Example example(CsvRow row, List<String> columns) throws ImportException {
        ExampleBuilder builder = Example.builder();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            Kind kind = types.find(column)
                    .orElseThrow(() -> new ImportException(
                            source,
                            1,
                            "column \"" + column + "\" has no type; open the import with the types of its survey"));
            String cell = row.cells().get(i);
            if (!cell.isEmpty()) {
                builder.put(column, feature(column, kind, settings.values(cell)));
            } else if (kind == Kind.BYTES && row.quoted().get(i)) {
                builder.put(column, "");
            }
        }
        return builder.build();
    }

    private Feature feature(String column, Kind kind, List<Scalar> values) throws ImportException {
        String problem = Cells.problem(kind, values).orElse(null);
        if (problem != null) {
            throw new ImportException(source, line, "column \"" + column + "\": " + problem);
        }
        return Cells.feature(kind, values);
    }

    @Override
    public Example example() {
        if (example == null) {
            throw new IllegalStateException("no current Example; next() must have returned true");
        }
        return example;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public long line() {
        return line;
    }

    @Override
    public void close() throws IOException {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }
}
