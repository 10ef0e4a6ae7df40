package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestCheckedTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        ShardNames names = ShardNames.of(directory.resolve("train.tfrecord"), 2);
        RecordRewrite.of(RecordSet.find(directory, "observations.tfrecord@4"))
                .copyTo(RecordOutput.shards(names, RecordWriterOptions.defaults()));

        SetManifest manifest = SetManifest.read(SetManifest.pathOf(names));
        out.print(manifest.toJson());
        out.println(manifest.check(directory).size() + " findings");

        Files.delete(names.path(1));
        manifest.check(directory).forEach(out::println);
        // end
        assertThat(out).hasToString("""
                {
                  "kind": "riffle set",
                  "version": 1,
                  "format": "tfrecord",
                  "compression": "none",
                  "records": 10000,
                  "bytes": 1003915,
                  "shards": [
                    {"name":"train.tfrecord-00000-of-00002","records":5000,"bytes":501924,"crc32c":"16f0216b"},
                    {"name":"train.tfrecord-00001-of-00002","records":5000,"bytes":501991,"crc32c":"d859912e"}
                  ]
                }
                0 findings
                train.tfrecord-00001-of-00002: differs from the manifest: expected a file, found no file
                """);
    }
}
