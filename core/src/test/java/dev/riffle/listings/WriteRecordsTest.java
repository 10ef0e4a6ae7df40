package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Dataset;
import dev.riffle.example.Example;
import dev.riffle.io.Compression;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteRecordsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        // listing
        Dataset<Example> examples = Dataset.range(1_000)
                .map(i -> Example.builder().put("id", i).put("square", i * i).build());

        Path plain = directory.resolve("squares.tfrecord");
        out.println(examples.writeRecords(plain, Example::toBytes) + " records");

        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        ShardNames names = ShardNames.of(directory.resolve("squares.tfrecord"), 4);
        out.println(examples.writeShards(names, gzip, Example::toBytes) + " records in " + names.count() + " files");
        // end
        assertThat(out).hasToString("""
                1000 records
                1000 records in 4 files
                """);
    }
}
