package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.repair.LossReport;
import dev.riffle.repair.RecordRepair;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests splits into shards that are large enough for a separate writing thread during the checksum. */
class LargeSplitTest {

    private static final RecordWriterOptions UNSYNCED =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path file() throws IOException {
        Path file = directory.resolve("file.tfrecord");
        Random random = new Random(1);
        byte[] payload = new byte[700];
        RecordWriter.write(file, UNSYNCED, records -> {
            for (int i = 0; i < 40_000; i++) {
                random.nextBytes(payload);
                records.write(payload, 0, 600 + i % 100);
            }
        });
        return file;
    }

    @Test
    void storesTheChecksumsOfTheWrittenBytes() throws IOException {
        Path file = file();
        ShardNames names = ShardNames.of(directory.resolve("parts"), 3);
        RecordRewrite.of(RecordSet.of(List.of(file))).copyTo(RecordOutput.shards(names, UNSYNCED));

        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (Path part : names.paths()) {
            joined.writeBytes(Files.readAllBytes(part));
        }
        assertThat(joined.toByteArray()).isEqualTo(Files.readAllBytes(file));
        SetManifest manifest = SetManifest.read(SetManifest.pathOf(names));
        assertThat(manifest.check(directory)).isEmpty();
    }

    @Test
    void copiesAnIntactFileInARepair() throws IOException {
        Path file = file();
        Path target = directory.resolve("target.tfrecord");
        LossReport report = RecordRepair.of(ByteSource.of(file)).copyTo(RecordOutput.file(target, UNSYNCED));

        assertThat(report.records()).isEqualTo(40_000);
        assertThat(Files.mismatch(file, target)).isEqualTo(-1);
    }
}
