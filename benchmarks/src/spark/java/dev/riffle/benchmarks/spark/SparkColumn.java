package dev.riffle.benchmarks.spark;

import dev.riffle.benchmarks.harness.Row;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A column of the rows in Spark.
 *
 * @param name the feature's name
 * @param kind the kind of its values
 */
record SparkColumn(String name, Kind kind) implements Serializable {

    /** The kinds of values of a column. */
    enum Kind {
        LONG,
        FLOAT,
        BYTES,
        FLOATS;

        private DataType type() {
            return switch (this) {
                case LONG -> DataTypes.LongType;
                case FLOAT -> DataTypes.FloatType;
                case BYTES -> DataTypes.BinaryType;
                case FLOATS -> DataTypes.createArrayType(DataTypes.FloatType);
            };
        }
    }

    /** Returns all 26 columns. */
    static List<SparkColumn> all() {
        List<SparkColumn> all = new ArrayList<>();
        add(all, Kind.LONG, Row.COUNTERS);
        add(all, Kind.FLOAT, Row.RATIOS);
        add(all, Kind.BYTES, Row.CATEGORIES);
        add(all, Kind.FLOATS, Row.EMBEDDING);
        add(all, Kind.LONG, Row.LABEL);
        return all;
    }

    /** Returns two columns: an integer and the list of floats. */
    static List<SparkColumn> two() {
        List<SparkColumn> two = new ArrayList<>();
        add(two, Kind.LONG, Row.LABEL);
        add(two, Kind.FLOATS, Row.EMBEDDING);
        return two;
    }

    private static void add(List<SparkColumn> columns, Kind kind, String... names) {
        for (String name : names) {
            columns.add(new SparkColumn(name, kind));
        }
    }

    static StructType schema(List<SparkColumn> columns) {
        StructType schema = new StructType();
        for (SparkColumn column : columns) {
            schema = schema.add(column.name(), column.kind().type());
        }
        return schema;
    }

    /** Returns the sums over this column in a query. */
    List<String> sums() {
        return switch (kind) {
            case LONG, FLOAT -> List.of("sum(" + name + ")");
            case BYTES -> List.of("sum(octet_length(" + name + "))");
            case FLOATS -> List.of("sum(size(" + name + "))", "sum(" + name + "[0])", "sum(" + name + "[31])");
        };
    }
}
