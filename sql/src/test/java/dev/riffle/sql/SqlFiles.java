package dev.riffle.sql;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Writes the files of tests, and reads the rows of queries as text. */
final class SqlFiles {

    private SqlFiles() {}

    /** Writes records with the features {@code label}, {@code name} and {@code legs}. */
    static Path pets(Path file, int first, int count) throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            payloads.add(Example.builder()
                    .put("label", i % 5)
                    .put("name", "pet" + i)
                    .put("legs", (float) i, i + 0.5f)
                    .build()
                    .toBytes());
        }
        return write(file, payloads);
    }

    /** Writes payloads as a TFRecord file. */
    static Path write(Path file, List<Bytes> payloads) throws IOException {
        try (RecordWriter writer = RecordWriter.create(ByteSink.replacing(file), RecordWriterOptions.defaults())) {
            for (Bytes payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        }
        return file;
    }

    /** Returns the rows of a query. The values of a row are separated by a vertical bar. */
    static List<String> rows(RecordSql sql, String statement) throws IOException {
        List<String> rows = new ArrayList<>();
        try (ArrowReader reader = sql.query(statement)) {
            while (reader.loadNextBatch()) {
                List<FieldVector> vectors = reader.getVectorSchemaRoot().getFieldVectors();
                for (int i = 0; i < reader.getVectorSchemaRoot().getRowCount(); i++) {
                    int row = i;
                    rows.add(vectors.stream()
                            .map(vector -> CellText.of(vector, row))
                            .collect(Collectors.joining("|")));
                }
            }
        }
        return rows;
    }

    /** Returns the names in a directory that a query has left there. */
    static List<String> leftovers(Path directory) throws IOException {
        try (var entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.startsWith("riffle-sql"))
                    .toList();
        }
    }
}
