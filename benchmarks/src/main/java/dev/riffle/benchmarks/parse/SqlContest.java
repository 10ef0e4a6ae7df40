package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.sql.RecordSql;
import dev.riffle.sql.SqlTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Compares a query over two columns of a record file with another way to run the query. All sides use one thread of
 * DuckDB and one thread that parses.
 */
public final class SqlContest implements Contest {

    private static final String QUERY =
            "SELECT " + Row.LABEL + ", sum(" + Row.COUNTERS[0] + ")::BIGINT AS total FROM %s GROUP BY " + Row.LABEL;

    private final Path file;
    private final RecordSql sql;
    private final String ours;
    private final String baseline;

    private SqlContest(Path file, String otherTable) {
        this.file = file;
        this.sql = RecordSql.defaults().tables(SqlTables.in(Path.of(""))).threads(1);
        this.ours = String.format(Locale.ROOT, QUERY, "'" + file + "'");
        this.baseline = String.format(Locale.ROOT, QUERY, otherTable);
    }

    /** Returns a contest with the same query, for which Riffle parses all columns. */
    public static SqlContest withAllColumns(Path file) {
        return new SqlContest(file, "(SELECT * FROM '" + file + "')");
    }

    /** Returns a contest with the same query over the same rows in a Parquet file. */
    public static SqlContest withParquet(RecordFiles files, Path file) throws IOException {
        Path parquet = files.path("rows.parquet");
        RecordSql.defaults().writeParquet("FROM '" + file + "'", parquet);
        return new SqlContest(file, "'" + parquet + "'");
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return totals(ours).hashCode();
    }

    @Override
    public long baseline() throws IOException {
        return totals(baseline).hashCode();
    }

    /** Compares the rows of both queries. */
    @Override
    public void check() throws IOException {
        Map<Long, Long> totals = totals(ours);
        Contest.requireEqual(totals, totals(baseline));
        Contest.requireEqual(totals.size(), 2);
    }

    private Map<Long, Long> totals(String query) throws IOException {
        Map<Long, Long> totals = new TreeMap<>();
        try (ArrowReader reader = sql.query(query)) {
            while (reader.loadNextBatch()) {
                BigIntVector labels =
                        (BigIntVector) reader.getVectorSchemaRoot().getVector(0);
                BigIntVector sums = (BigIntVector) reader.getVectorSchemaRoot().getVector(1);
                for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
                    totals.put(labels.get(row), sums.get(row));
                }
            }
        }
        return totals;
    }
}
