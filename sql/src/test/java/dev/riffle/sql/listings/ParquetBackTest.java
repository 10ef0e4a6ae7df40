package dev.riffle.sql.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.sql.ParquetFiles;
import dev.riffle.sql.ParquetOptions;
import dev.riffle.sql.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetBackTest {

    @TempDir
    Path folder;

    @Test
    void run() throws IOException {
        Example bird =
                Example.builder().put("island", "Dream").put("mass", 3700).build();
        RecordWriter.write(
                folder.resolve("birds.tfrecord"),
                RecordWriterOptions.defaults(),
                records -> records.write(bird.toBytes()));
        // listing
        RecordInput birds = RecordInput.of(List.of(ByteSource.of(folder.resolve("birds.tfrecord"))));
        Schema schema = ParquetFiles.infer(birds, Long.MAX_VALUE);
        Path parquet = folder.resolve("birds.parquet");
        long rows = ParquetFiles.write(
                ArrowBatches.of(birds, schema),
                parquet,
                ParquetOptions.defaults().rowGroup(50_000));

        RecordOutput output = RecordOutput.file(folder.resolve("back.tfrecord"), RecordWriterOptions.defaults());
        ParquetFiles.read(
                List.of(parquet), output, ParquetReadOptions.defaults().notes(System.err::println));
        // end
        assertThat(rows).isEqualTo(1);
        try (RecordReader back = RecordReader.open(folder.resolve("back.tfrecord"))) {
            assertThat(back.next()).isTrue();
            assertThat(Example.parse(back.payloadBytes())).isEqualTo(bird);
        }
    }
}
