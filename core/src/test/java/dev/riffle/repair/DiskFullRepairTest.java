package dev.riffle.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.ByteSource;
import dev.riffle.shard.internal.FullDisk;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Checks that a repair on a full disk leaves the directory unchanged. */
class DiskFullRepairTest extends FullDisk {

    @Test
    void leavesNothingWhenARepairFails() throws IOException {
        byte[] damaged = Files.readAllBytes(input);
        damaged[24 * 4 + 12] ^= 1;
        Files.write(input, damaged);
        failAtEveryWrite(storage -> {
            LossReport report = RecordRepair.of(ByteSource.of(input)).copyTo(shards(storage));
            assertThat(report.records()).isEqualTo(9);
        });
    }
}
