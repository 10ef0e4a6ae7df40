package dev.riffle.arrow;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.util.Text;
import org.jspecify.annotations.Nullable;

/** Reads the rows of batches with Arrow's own vectors, as plain Java values. */
final class ArrowValues {

    private ArrowValues() {}

    /** Returns the rows of a complete read. Fails if the read loses memory. */
    static List<Map<String, @Nullable Object>> read(ArrowBatches batches) throws IOException {
        // The allocator's close() throws an exception if a buffer is not released.
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = batches.reader(allocator)) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            while (reader.loadNextBatch()) {
                add(reader.getVectorSchemaRoot(), rows);
            }
            return rows;
        }
    }

    /** Adds the rows of a batch. */
    static void add(VectorSchemaRoot root, List<Map<String, @Nullable Object>> rows) {
        for (int row = 0; row < root.getRowCount(); row++) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            for (FieldVector vector : root.getFieldVectors()) {
                values.put(vector.getName(), plain(vector.getObject(row)));
            }
            rows.add(values);
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Text text) {
            return text.toString();
        }
        if (value instanceof byte[] bytes) {
            return Bytes.copyOf(bytes);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(plain(element)));
            return copy;
        }
        if (value instanceof Map<?, ?> struct) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            struct.forEach((name, field) -> copy.put(name, plain(field)));
            return copy;
        }
        return value;
    }
}
