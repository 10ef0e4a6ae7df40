package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.repair.LossReport;
import dev.riffle.repair.RecordRepair;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairedTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        Path damaged = directory.resolve("observations.tfrecord-00002-of-00004");
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[100_000] ^= 1;
        Files.write(damaged, bytes);

        Path rescued = directory.resolve("rescued.tfrecord");
        LossReport report = RecordRepair.of(ByteSource.of(damaged))
                .copyTo(RecordOutput.file(rescued, RecordWriterOptions.defaults()));
        out.print(report.text());
        for (LossReport.Region region : report.regions()) {
            out.println("record " + region.index() + ": " + region.reason());
        }
        // end
        assertThat(out).hasToString("""
                observations.tfrecord-00002-of-00004: 2,499 intact records, lost 101 bytes in 1 region, about 1 record
                  at offset 99940: 101 bytes, about 1 record: payload checksum does not match; begins 5500000000000000d7df0fc10a530a11
                record 995: PAYLOAD_CHECKSUM
                """);
    }
}
