package dev.riffle.arrow.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.listings.Printed;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowColumnsTest {

    @TempDir
    Path folder;

    @Test
    void run() throws IOException {
        Path file = folder.resolve("birds.tfrecord");
        RecordWriter.write(file, records -> {
            records.write(Example.builder()
                    .put("name", "gentoo")
                    .put("mass", 5076L)
                    .put("colors", "black", "white")
                    .build()
                    .toBytes());
            records.write(Example.builder()
                    .put("name", "adelie")
                    .put("mass", 3700L)
                    .build()
                    .toBytes());
        });
        Printed out = new Printed();
        // listing
        RecordInput input = RecordInput.of(List.of(ByteSource.of(folder.resolve("birds.tfrecord"))));
        Schema schema = RecordSchemas.infer(input, 1000);
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = ArrowBatches.of(input, schema).threads(4).reader(allocator)) {
            while (reader.loadNextBatch()) {
                VectorSchemaRoot batch = reader.getVectorSchemaRoot();
                out.print(batch.contentToTSVString());
            }
        }
        // end
        assertThat(out).hasToString("""
                colors\tmass\tname
                ["black","white"]\t5076\tgentoo
                null\t3700\tadelie
                """);
    }
}
