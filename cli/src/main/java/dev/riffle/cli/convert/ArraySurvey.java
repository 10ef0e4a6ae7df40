package dev.riffle.cli.convert;

import dev.riffle.RecordReader;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.formats.numpy.NpyArray;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Finds the type and the size of the array of each feature. Each record must have equally many values of a feature. */
final class ArraySurvey {

    /** What the records so far have of one feature. */
    static final class Column {

        private final Kind kind;
        private final int count;
        private int mostBytes = 1;

        private Column(Feature feature) {
            this.kind = feature.kind();
            this.count = feature.size();
        }

        /** Returns the array for a number of records. A feature of one value has no second dimension. */
        NpyArray array(long rows) {
            Shape shape = count == 1 ? Shape.scalar() : Shape.of(count);
            return switch (kind) {
                case BYTES -> NpyArray.ofStrings(mostBytes, rows, shape);
                case FLOAT -> NpyArray.of(DType.FLOAT32, rows, shape);
                case DOUBLE -> NpyArray.of(DType.FLOAT64, rows, shape);
                case INT32 -> NpyArray.of(DType.INT32, rows, shape);
                default -> NpyArray.of(DType.INT64, rows, shape);
            };
        }
    }

    private final List<String> wanted;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private String first = "";

    /** Creates a survey of these features, or of all features if the list is empty. */
    ArraySurvey(List<String> wanted) {
        this.wanted = wanted;
    }

    void add(RecordReader reader, Example example) throws IOException {
        if (first.isEmpty()) {
            first = reader.name() + ": record " + reader.index();
            for (String name : wanted.isEmpty() ? new TreeSet<>(example.names()) : wanted) {
                if (name.isEmpty()) {
                    throw misfit(reader, name, "has no name", "an array in an archive needs a name");
                }
                columns.put(
                        name,
                        new Column(example.find(name)
                                .orElseThrow(() ->
                                        misfit(reader, name, "is missing", "an array has a row for each record"))));
            }
        }
        for (Map.Entry<String, Column> each : columns.entrySet()) {
            check(reader, each.getKey(), each.getValue(), example);
        }
        for (String name : wanted.isEmpty() ? example.names() : wanted) {
            if (!columns.containsKey(name)) {
                throw misfit(reader, name, "is not in " + first, "an array has a row for each record");
            }
        }
    }

    private void check(RecordReader reader, String name, Column column, Example example) throws IOException {
        Feature feature = example.find(name)
                .orElseThrow(() -> misfit(reader, name, "is missing", "an array has a row for each record"));
        if (feature.kind() != column.kind) {
            throw misfit(
                    reader,
                    name,
                    "is " + feature.kind().fieldName() + ", but " + column.kind.fieldName() + " in " + first,
                    "an array has one type");
        }
        if (feature.size() != column.count || column.count == 0) {
            throw misfit(
                    reader,
                    name,
                    "has " + Sizes.count(feature.size(), "value")
                            + (column.count == 0 ? "" : ", but " + column.count + " in " + first),
                    "all rows of an array have equally many");
        }
        if (column.kind == Kind.BYTES) {
            for (Bytes value : feature.bytes()) {
                column.mostBytes = Math.max(column.mostBytes, value.size());
                if (value.size() > 0 && value.get(value.size() - 1) == 0) {
                    throw misfit(reader, name, "has a value that ends with a zero byte", "NumPy does not keep it");
                }
            }
        }
    }

    private static IOException misfit(RecordReader reader, String name, String problem, String rule) {
        return new IOException(reader.name() + ": record " + reader.index() + ": feature \"" + name + "\" " + problem
                + "; " + rule + "; choose other features with --columns");
    }

    /** Returns what the arrays have, by the names of the features. */
    Map<String, Column> columns() throws UsageException {
        if (columns.isEmpty()) {
            throw new UsageException(
                    first.isEmpty() ? "no records, so the types of the arrays are unknown" : "no feature for an array");
        }
        return columns;
    }
}
