package dev.riffle.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** An open Parquet file: its columns and rows. One thread at a time may use it. */
final class ParquetSource implements AutoCloseable {

    /** The approximate largest size of a batch in memory. */
    private static final long BATCH_BYTES = 16L << 20;

    private static final int MOST_ROWS = 2048;

    private final Path file;
    private final String scan;
    private final BufferAllocator allocator = new RootAllocator();
    private final ParquetSession session;

    private ParquetSource(Path file) throws IOException {
        this.file = file;
        Path absolute = file.toAbsolutePath();
        this.scan = SqlNames.pattern(absolute);
        try {
            this.session = ParquetSession.open(allocator, absolute);
        } catch (SQLException e) {
            allocator.close();
            throw ParquetErrors.ofRead(file, e);
        }
    }

    /** Opens a file, after a check of its first and last bytes. */
    static ParquetSource open(Path file) throws IOException {
        ParquetErrors.check(file);
        return new ParquetSource(file);
    }

    /** Returns the number of rows. */
    long size() throws IOException {
        try {
            return session.number("SELECT num_rows FROM parquet_file_metadata(" + scan + ")");
        } catch (SQLException e) {
            throw ParquetErrors.ofRead(file, e);
        }
    }

    /**
     * Returns the schema of the rows: that of the file's metadata if it fits the columns, or else that of the columns.
     *
     * @param notes receives a note about a schema that does not fit
     */
    Schema schema(Consumer<? super String> notes) throws IOException {
        try {
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
        } catch (SQLException e) {
            throw ParquetErrors.ofRead(file, e);
        }
    }

    /** Returns the columns under their names in the file. */
    private Schema columns() throws IOException, SQLException {
        List<Field> renamed = new ArrayList<>();
        try (ParquetSession.Batches none = session.query("SELECT * FROM " + table() + " LIMIT 0", 1)) {
            none.reader().getVectorSchemaRoot().getFieldVectors().forEach(vector -> renamed.add(vector.getField()));
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

    private String table() {
        return "read_parquet(" + scan + ", hive_partitioning=false)";
    }

    /** Returns the names of the columns, from the tree of all columns and the fields inside of them. */
    private List<String> names() throws SQLException {
        List<String> names = new ArrayList<>();
        long[] inside = {0, 0};
        session.each("SELECT name, coalesce(num_children, 0) FROM parquet_schema(" + scan + ")", row -> {
            if (inside[0]++ == 0) {
                return;
            }
            if (inside[1] == 0) {
                names.add(row.getString(1));
                inside[1]++;
            }
            inside[1] += row.getLong(2) - 1;
        });
        return names;
    }

    /** Returns the text of the stored schema. */
    private Optional<String> stored() throws SQLException {
        @Nullable String[] found = new String[1];
        session.each(
                "SELECT value FROM parquet_kv_metadata(" + scan + ") WHERE key = CAST("
                        + SqlNames.literal(StoredSchema.KEY) + " AS BLOB)",
                row -> found[0] = new String(row.getBytes(1), StandardCharsets.UTF_8));
        return Optional.ofNullable(found[0]);
    }

    /**
     * Returns a reader of all rows, in their order. The caller closes the reader before this file.
     *
     * @param schema the schema of this file
     */
    ArrowReader reader(Schema schema) throws IOException {
        try {
            List<String> selected = new ArrayList<>();
            List<String> positions = new ArrayList<>();
            for (int i = 0; i < schema.getFields().size(); i++) {
                String position = "c" + i;
                positions.add(position);
                selected.add(ParquetTypes.ARRAYS
                        .cast(schema.getFields().get(i))
                        .map(type -> "CAST(" + position + " AS " + type + ")")
                        .orElse(position));
            }
            String query = "SELECT " + String.join(", ", selected) + " FROM " + table() + " AS t("
                    + String.join(", ", positions) + ")";
            ParquetSession.Batches columns = session.query(query, batch());
            try {
                return new NamedReader(allocator, columns, described(schema, columns.reader()));
            } catch (Throwable e) {
                columns.close();
                throw e;
            }
        } catch (SQLException e) {
            throw ParquetErrors.ofRead(file, e);
        }
    }

    private int batch() throws SQLException {
        long bytes = session.number(
                "SELECT coalesce(sum(total_uncompressed_size), 0) FROM parquet_metadata(" + scan + ")");
        long rows = session.number("SELECT num_rows FROM parquet_file_metadata(" + scan + ")");
        return (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / Math.max(1, bytes / Math.max(1, rows))));
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
            children.add(described(field.getChildren().get(i), vector.getChildren().get(i)));
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
        } catch (SQLException e) {
            throw ParquetErrors.ofRead(file, e);
        }
    }
}
