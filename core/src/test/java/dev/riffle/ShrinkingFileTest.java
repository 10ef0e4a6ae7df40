package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** If another program truncates a mapped file between two calls, every later call reports a corrupt record. */
class ShrinkingFileTest {

    @TempDir
    Path directory;

    /** The uses of a record. */
    enum Use {
        WALK,
        VIEW,
        COPY
    }

    @ParameterizedTest
    @CsvSource({"560, 4000", "3, 60000", "100000, 40", "1500000, 6", "300000, 9"})
    void reportsATruncationBetweenTwoCalls(int size, int count) throws IOException {
        long seed = Rounds.seed("shrinking file");
        Random random = new Random(seed);
        byte[] payload = new byte[size];
        random.nextBytes(payload);
        byte[][] payloads = new byte[count][];
        Arrays.fill(payloads, payload);
        byte[] content = RecordFiles.tfRecords(payloads);
        for (int round = 0; round < 40; round++) {
            Path file = directory.resolve("round-" + round);
            Files.write(file, content);
            int before = random.nextInt(count);
            long length = switch (round % 4) {
                case 0 -> 0;
                case 1 -> content.length / 2;
                case 2 -> random.nextInt(content.length) & -4096;
                default -> random.nextInt(content.length);
            };
            Use use = Use.values()[round % 3];
            String name = "seed " + seed + " round " + round + ": " + before + " read, cut to " + length + ", " + use;
            read(file, use, before, length, payload, name);
            Files.delete(file);
        }
    }

    private static void read(Path file, Use use, int before, long length, byte[] payload, String name)
            throws IOException {
        CorruptRecordException found = null;
        try (RecordReader reader = RecordReader.open(file)) {
            for (int i = 0; i < before; i++) {
                assertThat(reader.next()).as(name).isTrue();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            while (reader.next()) {
                switch (use) {
                    case WALK -> {}
                    case VIEW ->
                        assertThat(reader.payload().get(reader.payload().limit() - 1))
                                .as(name)
                                .isEqualTo(payload[payload.length - 1]);
                    case COPY -> assertThat(reader.payloadBytes()).as(name).isEqualTo(payload);
                }
            }
        } catch (CorruptRecordException e) {
            found = e;
        }
        assertThat(found).as(name).isNotNull();
        assertThat(found.reason())
                .as(name)
                .isIn(
                        Reason.SOURCE_SHRANK,
                        Reason.TRUNCATED_HEADER,
                        Reason.TRUNCATED_PAYLOAD,
                        // The system returns zeros for the rest of the last page.
                        Reason.LENGTH_CHECKSUM,
                        Reason.PAYLOAD_CHECKSUM);
    }

    @Test
    void reportsATruncatedOfRecordFile() throws IOException {
        byte[] payload = HexFormat.of().parseHex("0a0c0a016112070a050a03616263");
        byte[][] payloads = new byte[30_000][];
        Arrays.fill(payloads, payload);
        byte[] content = RecordFiles.write(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), payloads);
        Path file = Files.write(directory.resolve("ofrecord"), content);
        try (RecordReader reader = RecordReader.open(file)) {
            for (int i = 0; i < 100; i++) {
                assertThat(reader.next()).isTrue();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            assertThatThrownBy(reader::next)
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage -> assertThat(damage.reason()).isEqualTo(Reason.SOURCE_SHRANK));
        }
    }
}
