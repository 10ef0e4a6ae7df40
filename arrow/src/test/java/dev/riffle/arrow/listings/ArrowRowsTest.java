package dev.riffle.arrow.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.arrow.ArrowRecords;
import dev.riffle.example.Example;
import dev.riffle.listings.Printed;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowRowsTest {

    @TempDir
    Path folder;

    private void writeStream() throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                BigIntVector id = new BigIntVector("id", allocator);
                Float8Vector mass = new Float8Vector("mass", allocator)) {
            id.setSafe(0, 7);
            mass.setSafe(0, 50.76);
            id.setSafe(1, 8);
            try (VectorSchemaRoot root = VectorSchemaRoot.of(id, mass);
                    ArrowStreamWriter writer = new ArrowStreamWriter(
                            root, null, Channels.newChannel(Files.newOutputStream(folder.resolve("birds.arrows"))))) {
                root.setRowCount(2);
                writer.writeBatch();
            }
        }
    }

    @Test
    void run() throws IOException {
        writeStream();
        Printed out = new Printed();
        // listing
        ArrowRecordOptions options = ArrowRecordOptions.defaults().rounding(ArrowRecordOptions.Rounding.NEAREST);
        RecordOutput output = RecordOutput.file(folder.resolve("birds.tfrecord"), RecordWriterOptions.defaults());
        try (BufferAllocator allocator = new RootAllocator();
                InputStream stream = Files.newInputStream(folder.resolve("birds.arrows"));
                ArrowReader reader = new ArrowStreamReader(stream, allocator)) {
            long records = ArrowRecords.write(reader, output, options);
            out.println(records + " records");
        }
        // end
        assertThat(out).hasToString("""
                2 records
                """);
        try (RecordReader reader = RecordReader.open(folder.resolve("birds.tfrecord"))) {
            assertThat(reader.next()).isTrue();
            assertThat(Example.parse(reader.payloadBytes()))
                    .isEqualTo(
                            Example.builder().put("id", 7).put("mass", 50.76f).build());
            assertThat(reader.next()).isTrue();
            assertThat(Example.parse(reader.payloadBytes()))
                    .isEqualTo(Example.builder().put("id", 8).build());
        }
    }
}
