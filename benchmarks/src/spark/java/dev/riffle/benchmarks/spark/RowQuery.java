package dev.riffle.benchmarks.spark;

import static org.apache.spark.sql.functions.expr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Runs the query that Riffle and the baseline share: one row of sums over all columns. */
final class RowQuery {

    private static final double ROUNDING = 1e3;

    private final List<SparkColumn> columns;
    private final Column[] sums;

    RowQuery(List<SparkColumn> columns) {
        this.columns = columns;
        List<Column> all = new ArrayList<>();
        for (SparkColumn column : columns) {
            column.sums().forEach(sum -> all.add(expr(sum)));
        }
        this.sums = all.toArray(new Column[0]);
    }

    /**
     * Returns a number that depends on all sums. The method rounds sums of floats, because the order of addition
     * varies.
     */
    long run(Dataset<Row> rows) {
        Row found = rows.agg(sums[0], Arrays.copyOfRange(sums, 1, sums.length)).head();
        long result = 0;
        for (int i = 0; i < found.size(); i++) {
            Object sum = found.get(i);
            result = result * 31 + (sum instanceof Double floats ? Math.round(floats * ROUNDING) : (Long) sum);
        }
        return result;
    }

    /** Returns the number of rows, and a number that depends on every bit of every value but not on the row order. */
    List<Long> digest(Dataset<Row> rows) {
        String all = columns.stream().map(SparkColumn::name).collect(Collectors.joining(", "));
        Row found = rows.agg(expr("bit_xor(xxhash64(" + all + "))"), expr("count(*)"))
                .head();
        return List.of(found.getLong(0), found.getLong(1));
    }
}
