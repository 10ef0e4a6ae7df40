package dev.riffle.spark.internal.infer;

import dev.riffle.UnrecognizedFileException;
import dev.riffle.example.internal.FeatureFacts;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Creates a schema from the facts about the columns of files. */
final class InferredSchema {

    private final PartialSchema known;
    private final RecordOptions options;
    private final SortedMap<String, DataType> columns = new TreeMap<>();

    private InferredSchema(PartialSchema known, RecordOptions options) {
        this.known = known;
        this.options = options;
    }

    /**
     * Returns the schema. Empty if the files have no records.
     *
     * @param caseSensitive the setting of the session: whether names that differ only in case are different columns
     * @throws UncheckedIOException if a file is damaged, or is not a record file
     * @throws IllegalArgumentException if files or records contradict each other, or if records have no feature
     */
    static Optional<StructType> of(PartialSchema known, RecordOptions options, boolean caseSensitive) {
        SurveyProblem problem = known.problem();
        if (problem != null) {
            String message = String.valueOf(problem.cause().getMessage());
            boolean otherKind = problem.cause() instanceof UnrecognizedFileException;
            throw new UncheckedIOException(
                    otherKind
                            ? message + "; exclude the file with the option pathGlobFilter, or read other paths"
                            : message,
                    problem.cause());
        }
        return new InferredSchema(known, options).schema(caseSensitive);
    }

    private Optional<StructType> schema(boolean caseSensitive) {
        boolean reportsBad = options.mode() == ReadMode.PERMISSIVE && known.badRecords() > 0;
        if (options.recordType() == RecordType.BYTES) {
            columns.put(options.payloadColumn(), DataTypes.BinaryType);
        } else if (known.records() == 0 && known.firstRecord() == null && !reportsBad) {
            return Optional.empty();
        }
        checkFeatures();
        new SchemaConflicts(known).check(options, caseSensitive);
        known.features().forEach((name, column) -> columns.put(name, featureType(column)));
        addLists();
        if (reportsBad) {
            columns.put(options.corruptColumn(), DataTypes.StringType);
        }
        return Optional.of(struct());
    }

    private void addLists() {
        if (options.recordType() != RecordType.EXAMPLE_LIST_WITH_CONTEXT) {
            known.lists().forEach((name, column) -> columns.put(name, array(array(valueType(column)))));
        } else if (options.explodesExamples()) {
            known.lists().forEach((name, column) -> columns.put(name, featureType(column)));
        } else if (!known.lists().isEmpty()) {
            StructType example = new StructType();
            for (Map.Entry<String, FeatureFacts> feature : known.lists().entrySet()) {
                example = example.add(feature.getKey(), featureType(feature.getValue()), true);
            }
            columns.put(ExamplesColumn.NAME, array(example));
        }
    }

    private void checkFeatures() {
        FirstRecord record = known.firstRecord();
        if (record != null && known.features().isEmpty() && known.lists().isEmpty()) {
            throw new IllegalArgumentException(
                    "cannot infer a schema, because no record of the sample has a feature with a kind: " + record.at()
                            + ": " + record.description() + "; if the files have features, pass a schema");
        }
    }

    private StructType struct() {
        StructType struct = new StructType();
        for (Map.Entry<String, DataType> column : columns.entrySet()) {
            struct = struct.add(column.getKey(), column.getValue(), true);
        }
        return struct;
    }

    private DataType featureType(FeatureFacts column) {
        DataType value = valueType(column);
        return column.isSingle() ? value : array(value);
    }

    private static DataType array(DataType element) {
        return DataTypes.createArrayType(element);
    }

    private DataType valueType(FeatureFacts column) {
        if (column.isContradictory()) {
            return DataTypes.DoubleType; // The check of conflicts has passed, so the option widen is set.
        }
        return switch (column.kind()) {
            case BYTES -> isText(column) ? DataTypes.StringType : DataTypes.BinaryType;
            case FLOAT -> DataTypes.FloatType;
            case INT64 -> DataTypes.LongType;
            case DOUBLE -> DataTypes.DoubleType;
            case INT32 -> DataTypes.IntegerType;
            case NOT_SET -> throw new AssertionError(column);
        };
    }

    private boolean isText(FeatureFacts column) {
        return switch (options.stringsWhen()) {
            case VALID -> column.mostValues() > 0 && column.isText();
            case NEVER -> false;
            case ALWAYS -> true;
        };
    }
}
