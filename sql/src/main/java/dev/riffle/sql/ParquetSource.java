package dev.riffle.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** An open Parquet file: its columns and rows. One thread at a time may use it. */
final class ParquetSource implements AutoCloseable {

    /** The approximate largest size of a batch in memory. */
    private static final long BATCH_BYTES = 16L << 20;

    /** The number of rows that DuckDB reads at once. It copies them outside of its limit, and Arrow copies a batch. */
    private static final int MOST_ROWS = 2048;

    /** The part of DuckDB's memory that the rows of one thread may need. */
    private static final int MEMORY_PARTS = 4;

    /** The characters that make a path a pattern. */
    private static final Pattern GLOB = Pattern.compile("[*?\\[]");

    private final Path file;
    private final String scan;
    private final BufferAllocator allocator = new RootAllocator();
    private final DuckSession session;

    /** The last query; empty before the first one. */
    private String query = "";

    private ParquetSource(Path file, OptionalLong memoryBytes) throws IOException {
        this.file = file;
        Path absolute = file.toAbsolutePath();
        this.scan = pattern(absolute);
        try {
            this.session = DuckSession.open(session(memoryBytes), allocator);
            session.lock(List.of(absolute, Path.of(glob(absolute))));
        } catch (Throwable e) {
            allocator.close();
            throw e;
        }
    }

    /**
     * Opens a file, after a check of its first and last bytes.
     *
     * @param memoryBytes the largest amount of DuckDB's memory; empty: half of the machine's memory
     */
    static ParquetSource open(Path file, OptionalLong memoryBytes) throws IOException {
        ParquetErrors.check(file);
        return new ParquetSource(file, memoryBytes);
    }

    /** Returns the limits of DuckDB, with at most four threads, because each of them may hold row groups. */
    static SessionOptions session(OptionalLong memoryBytes) {
        return new SessionOptions(
                Math.min(4, Runtime.getRuntime().availableProcessors()),
                memoryBytes,
                Path.of(System.getProperty("java.io.tmpdir")),
                SessionOptions.Results.STREAMED);
    }

    private static String glob(Path file) {
        return GLOB.matcher(file.toString()).replaceAll("[$0]");
    }

    /** Returns a file as a string of SQL for functions that take patterns, such as {@code read_parquet}. */
    static String pattern(Path file) {
        return DuckSession.quoted(glob(file));
    }

    /** Handles the rows of a batch. */
    @FunctionalInterface
    private interface Batches {
        void add(VectorSchemaRoot batch) throws IOException;
    }

    private void each(String values, Batches batches) throws IOException {
        query = values;
        try (DuckRows rows = session.rows(query)) {
            while (rows.reader().loadNextBatch()) {
                batches.add(rows.reader().getVectorSchemaRoot());
            }
        } catch (IOException | SqlException e) {
            throw explained(e);
        }
    }

    /** Returns a failure with the name of the file. */
    IOException explained(Exception failure) {
        if (failure instanceof SqlException stopped && stopped.reason() == SqlException.Reason.CANCELLED) {
            return ParquetErrors.interrupted(failure);
        }
        DuckFailure found = ParquetErrors.ofDuckDb(failure).orElseGet(() -> DuckFailure.of(failure));
        if (found.isWithoutWords() && !query.isEmpty()) {
            found = session.failureOf(query).orElse(found);
        }
        return Thread.currentThread().isInterrupted()
                ? ParquetErrors.interrupted(failure)
                : ParquetErrors.ofRead(file, found, failure);
    }

    private long number(String query) throws IOException {
        return numbers(query).get(0);
    }

    /** Returns the numbers in the only row of a query. */
    private List<Long> numbers(String query) throws IOException {
        List<Long> numbers = new ArrayList<>();
        each(query, batch -> {
            for (FieldVector vector : batch.getFieldVectors()) {
                numbers.add(((BigIntVector) vector).get(0));
            }
        });
        return numbers;
    }

    /** Returns the number of rows. */
    long size() throws IOException {
        return number("SELECT CAST(num_rows AS BIGINT) FROM parquet_file_metadata(" + scan + ")");
    }

    /**
     * Returns the schema of the rows: that of the file's metadata if it fits the columns, or else that of the columns.
     *
     * @param notes receives a note about a schema that does not fit
     */
    Schema schema(Consumer<? super String> notes) throws IOException {
        Schema columns = columns();
        Optional<String> stored = stored();
        if (stored.isEmpty()) {
            return columns;
        }
        try {
            return StoredSchema.restored(stored.get(), columns);
        } catch (StoredSchema.Misfit e) {
            notes.accept(file + ": ignores the schema in the metadata " + StoredSchema.KEY + ", because it "
                    + e.getMessage() + "; the types of the columns decide");
            return columns;
        }
    }

    /** Returns the columns under their names in the file. */
    private Schema columns() throws IOException {
        List<Field> renamed = new ArrayList<>();
        query = "SELECT * FROM " + table(file) + " LIMIT 0";
        try (DuckRows none = session.rows(query)) {
            none.reader().getVectorSchemaRoot().getFieldVectors().forEach(vector -> renamed.add(vector.getField()));
        } catch (IOException | SqlException e) {
            throw explained(e);
        }
        List<String> names = names();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < renamed.size(); i++) {
            Field field = renamed.get(i);
            // DuckDB renames a column whose name differs from another name only in case.
            String name = names.size() == renamed.size() ? names.get(i) : field.getName();
            fields.add(new Field(name, field.getFieldType(), field.getChildren()));
        }
        return new Schema(fields);
    }

    /** Returns the rows of a file as a table of SQL. */
    static String table(Path file) {
        return "read_parquet(" + pattern(file.toAbsolutePath()) + ", hive_partitioning=false)";
    }

    /** Returns the names of the columns, from the tree of all columns and the fields inside of them. */
    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        long[] inside = {-1};
        each("SELECT name, CAST(coalesce(num_children, 0) AS BIGINT) FROM parquet_schema(" + scan + ")", batch -> {
            for (int i = 0; i < batch.getRowCount(); i++) {
                if (inside[0] < 0) {
                    // The first row is the root of the tree.
                    inside[0] = 0;
                    continue;
                }
                if (inside[0] == 0) {
                    names.add(String.valueOf(batch.getVector(0).getObject(i)));
                    inside[0]++;
                }
                inside[0] += ((BigIntVector) batch.getVector(1)).get(i) - 1;
            }
        });
        return names;
    }

    /** Returns the text of the stored schema. */
    private Optional<String> stored() throws IOException {
        List<String> found = new ArrayList<>();
        each(
                "SELECT value FROM parquet_kv_metadata(" + scan + ") WHERE key = CAST("
                        + DuckSession.quoted(StoredSchema.KEY) + " AS BLOB)",
                batch -> {
                    for (int i = 0; i < batch.getRowCount(); i++) {
                        found.add(new String(((VarBinaryVector) batch.getVector(0)).get(i), StandardCharsets.UTF_8));
                    }
                });
        return found.stream().findFirst();
    }

    /**
     * Returns a reader of all rows, in their order. The caller closes the reader before this file.
     *
     * @param schema the schema of this file
     * @throws IOException if the rows need too much memory
     */
    ArrowReader reader(Schema schema) throws IOException {
        List<String> values = new ArrayList<>();
        List<String> positions = new ArrayList<>();
        for (int i = 0; i < schema.getFields().size(); i++) {
            String position = "c" + i;
            positions.add(position);
            values.add(ParquetTypes.ARRAYS
                    .cast(schema.getFields().get(i))
                    .map(type -> "CAST(" + position + " AS " + type + ")")
                    .orElse(position));
        }
        int batch = batch(bytesPerRow(positions));
        query = "SELECT " + String.join(", ", values) + " FROM " + table(file) + " AS t(" + String.join(", ", positions)
                + ")";
        try {
            DuckRows selected = session.rows(query, batch);
            try {
                return new NamedReader(allocator, selected, described(schema, selected.reader()));
            } catch (Throwable e) {
                selected.close();
                throw e;
            }
        } catch (IOException | SqlException e) {
            throw explained(e);
        }
    }

    /**
     * Returns the average number of bytes of texts and binary values in a row, after a check of their memory. The
     * metadata of the file do not prove it, because DuckDB does not compare them with the pages.
     *
     * @param positions the names of the columns in SQL
     */
    private long bytesPerRow(List<String> positions) throws IOException {
        List<Field> fields = columns().getFields();
        List<String> sizes = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            ParquetSizes.of(fields.get(i), positions.get(i)).ifPresent(sizes::add);
        }
        if (sizes.isEmpty()) {
            return 0;
        }
        String rows = "(SELECT file_row_number AS number, CAST(" + String.join(" + ", sizes)
                + " AS BIGINT) AS bytes FROM " + table(file) + " AS t(" + String.join(", ", positions) + "))";
        List<Long> found = numbers("SELECT coalesce(max(bytes), 0), CAST(coalesce(avg(bytes), 0) AS BIGINT),"
                + " CAST(parse_formatted_bytes(current_setting('memory_limit')) AS BIGINT) FROM " + rows);
        long limit = found.get(2) / MEMORY_PARTS;
        if (found.get(0) > limit / MOST_ROWS) {
            checkBlocks(rows, limit);
        }
        return found.get(1);
    }

    /** Checks the memory for the rows that DuckDB reads at once, which are in the same row group. */
    private void checkBlocks(String rows, long limit) throws IOException {
        String groups = "(SELECT CAST(sum(size) OVER (ORDER BY id) AS BIGINT) - size AS first FROM"
                + " (SELECT DISTINCT row_group_id AS id, row_group_num_rows AS size FROM parquet_metadata(" + scan
                + ")))";
        List<Long> largest =
                numbers("SELECT arg_max(number, bytes), arg_max(size, bytes), CAST(max(bytes) AS BIGINT) FROM"
                        + " (SELECT min(number) AS number, count(*) AS size, sum(bytes) AS bytes FROM " + rows
                        + " ASOF JOIN "
                        + groups + " ON number >= first GROUP BY first, (number - first) // " + MOST_ROWS + ")");
        if (largest.get(2) > limit) {
            throw ParquetErrors.largeRows(file, largest.get(0), largest.get(1), largest.get(2), limit);
        }
    }

    /** Returns the number of rows of a batch. */
    private int batch(long least) throws IOException {
        long bytes = number(
                "SELECT CAST(coalesce(sum(total_uncompressed_size), 0) AS BIGINT) FROM parquet_metadata(" + scan + ")");
        long perRow = Math.max(least, bytes / Math.max(1, size()));
        return (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / Math.max(1, perRow)));
    }

    /** Returns the fields of the schema with the types of the vectors. */
    private static Schema described(Schema schema, ArrowReader columns) throws IOException {
        List<Field> fields = new ArrayList<>();
        List<FieldVector> vectors = columns.getVectorSchemaRoot().getFieldVectors();
        for (int i = 0; i < vectors.size(); i++) {
            fields.add(described(schema.getFields().get(i), vectors.get(i).getField()));
        }
        return new Schema(fields, schema.getCustomMetadata());
    }

    private static Field described(Field field, Field vector) {
        List<Field> children = new ArrayList<>();
        for (int i = 0; i < vector.getChildren().size(); i++) {
            children.add(
                    described(field.getChildren().get(i), vector.getChildren().get(i)));
        }
        Map<String, String> metadata = field.getMetadata();
        return new Field(
                field.getName(),
                new FieldType(vector.isNullable(), vector.getType(), vector.getDictionary(), metadata),
                children);
    }

    @Override
    public void close() throws IOException {
        try (allocator) {
            session.close();
        }
    }
}
