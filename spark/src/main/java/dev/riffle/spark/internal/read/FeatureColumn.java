package dev.riffle.spark.internal.read;

import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.spark.internal.vector.ElementVector;
import dev.riffle.spark.internal.vector.Growth;
import dev.riffle.spark.internal.vector.ListVector;
import dev.riffle.spark.internal.vector.MlVector;
import dev.riffle.spark.internal.vector.ValueVector;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.RaggedTensor;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Holds the column of one feature or feature list in a batch. */
final class FeatureColumn {

    private final StructField field;
    private final ColumnType type;
    private final ValueVector values;

    /** The arrays around the values, innermost first; empty for a scalar. */
    private final List<ListVector> lists;

    /** The vector that Spark reads. */
    private final ElementVector vector;

    private int rows;

    /** The beginning of each row: a number of values or, in a feature list, a number of steps. */
    private int[] splits = {0};

    /** The beginning of each step of a feature list, as a number of values. */
    private int[] steps = {0};

    private int[] places = {};

    /** The features parsed last. Only this object distinguishes a missing feature from an empty one. */
    private @Nullable ParsedFeatures parsed;

    FeatureColumn(StructField field, ColumnType type) {
        this.field = field;
        this.type = type;
        DataType spark = type.sparkType();
        switch (type.nesting()) {
            case SCALAR -> {
                values = ValueVector.of(spark, type.element());
                lists = List.of();
                vector = values;
            }
            case LIST -> {
                values = ValueVector.of(inside(spark), type.element());
                lists = List.of(new ListVector(spark, values));
                vector = lists.get(0);
            }
            case LISTS -> {
                values = ValueVector.of(inside(inside(spark)), type.element());
                ListVector inner = new ListVector(inside(spark), values);
                lists = List.of(inner, new ListVector(spark, inner));
                vector = lists.get(1);
            }
            case VECTOR -> {
                values = ValueVector.of(DataTypes.DoubleType, type.element());
                lists = List.of(new ListVector(DataTypes.createArrayType(DataTypes.DoubleType, false), values));
                vector = new MlVector(spark, lists.get(0));
            }
            default -> throw new AssertionError(type);
        }
    }

    private static DataType inside(DataType array) {
        return ((ArrayType) array).elementType();
    }

    String name() {
        return field.name();
    }

    ColumnVector vector() {
        return vector;
    }

    /** Returns whether this is a feature list rather than a feature. */
    boolean isFeatureList() {
        return type.nesting() == ColumnType.Nesting.LISTS;
    }

    /** Returns the spec that parses the feature. */
    FeatureSpec spec(RecordOptions options) {
        if (options.widens() && type.element() == ColumnType.Element.DOUBLE) {
            return FeatureSpec.ragged(DType.FLOAT64);
        }
        return FeatureSpec.ragged(
                switch (type.kind(options.format())) {
                    case BYTES -> DType.STRING;
                    case FLOAT -> DType.FLOAT32;
                    case DOUBLE -> DType.FLOAT64;
                    case INT32 -> DType.INT32;
                    case INT64 -> DType.INT64;
                    case NOT_SET -> throw new IllegalArgumentException("no kind: " + type);
                });
    }

    /**
     * Loads parsed features, and reports records that do not fit.
     *
     * @return the number of records that have the feature
     */
    int load(ParsedFeatures features, Mismatches mismatches) {
        parsed = features;
        rows = features.size();
        RaggedTensor tensor = features.ragged(name());
        values.load(tensor.values());
        splits = copy(tensor, 0, rows, splits);
        if (isFeatureList()) {
            steps = copy(tensor, 1, splits[rows], steps);
            lists.get(0).splits(steps);
            lists.get(1).splits(splits);
        } else if (!lists.isEmpty()) {
            lists.get(0).splits(splits);
        }
        int present = features.countOf(name());
        checkCounts(features, mismatches);
        if (values.mismatch(0, tensor.values().size()) >= 0) {
            checkValues(features, mismatches);
        }
        if (!field.nullable()) {
            checkPresence(features, mismatches);
        }
        return present;
    }

    /** Returns whether a record of the last batch has the feature. */
    boolean hasFeature() {
        return loaded().countOf(name()) > 0;
    }

    private static int[] copy(RaggedTensor tensor, int level, int rows, int[] kept) {
        int[] target = kept.length > rows ? kept : new int[Growth.of(rows + 1)];
        tensor.rowSplits().get(level).copyTo(0, target, 0, rows + 1);
        return target;
    }

    private void checkCounts(ParsedFeatures features, Mismatches mismatches) {
        if (type.nesting() != ColumnType.Nesting.SCALAR) {
            return;
        }
        for (int row = 0; row < rows; row++) {
            int count = splits[row + 1] - splits[row];
            if (count > 1) {
                mismatches.add(
                        features.payloadIndexAt(row),
                        fault("expected one value, found " + count + "; read it as array<"
                                + type.sparkType().simpleString() + ">"));
            }
        }
    }

    private void checkValues(ParsedFeatures features, Mismatches mismatches) {
        for (int row = 0; row < rows; row++) {
            int mismatch = values.mismatch(firstValue(row), firstValue(row + 1));
            if (mismatch >= 0) {
                mismatches.add(features.payloadIndexAt(row), fault(values.faultAt(mismatch)));
            }
        }
    }

    /** Returns whether a loaded row has a value. */
    boolean hasValues(int row) {
        return firstValue(row + 1) > firstValue(row);
    }

    private int firstValue(int row) {
        return isFeatureList() ? steps[splits[row]] : splits[row];
    }

    private void checkPresence(ParsedFeatures features, Mismatches mismatches) {
        for (int row = 0; row < rows; row++) {
            if (isNull(features, row)) {
                mismatches.add(
                        features.payloadIndexAt(row), fault("expected a value, found none; make the column nullable"));
            }
        }
    }

    private String fault(String what) {
        return "column \"" + name() + "\": " + what;
    }

    private boolean isNull(ParsedFeatures features, int row) {
        return splits[row] == splits[row + 1]
                && (type.nesting() == ColumnType.Nesting.SCALAR || !features.has(name(), row));
    }

    /** Sets the rows of the column to all parsed rows, in their order. */
    void arrangeAll() {
        if (type.nesting() == ColumnType.Nesting.SCALAR ? isDense() : loaded().countOf(name()) == rows) {
            for (ElementVector part : parts()) {
                part.inOrder();
            }
            return;
        }
        places = reserved(rows);
        int nulls = 0;
        for (int row = 0; row < rows; row++) {
            int place = place(loaded(), row);
            places[row] = place;
            nulls += place >>> 31;
        }
        show(nulls);
    }

    /** Chooses the rows; see {@link RecordColumns#arrange}. */
    void arrange(int[] chosen, int count) {
        places = reserved(count);
        int nulls = 0;
        for (int i = 0; i < count; i++) {
            int place = chosen[i] < 0 ? -1 : place(loaded(), chosen[i]);
            places[i] = place;
            nulls += place >>> 31;
        }
        show(nulls);
    }

    private int place(ParsedFeatures features, int row) {
        if (type.nesting() == ColumnType.Nesting.SCALAR) {
            return splits[row] == splits[row + 1] ? -1 : splits[row];
        }
        return isNull(features, row) ? -1 : row;
    }

    private boolean isDense() {
        // A row with two values is a mismatch. After a mismatch, the caller chooses the rows.
        for (int row = 0; row <= rows; row++) {
            if (splits[row] != row) {
                return false;
            }
        }
        return true;
    }

    private void show(int nulls) {
        for (ElementVector part : parts()) {
            part.places(places, nulls);
        }
    }

    /** Returns the vectors that have one row for each row of the batch. */
    private List<ElementVector> parts() {
        return type.nesting() == ColumnType.Nesting.VECTOR ? List.of(vector, lists.get(0)) : List.of(vector);
    }

    private int[] reserved(int count) {
        return places.length < count ? new int[Growth.of(count)] : places;
    }

    private ParsedFeatures loaded() {
        if (parsed == null) {
            throw new IllegalStateException("no batch was parsed");
        }
        return parsed;
    }
}
