package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextSizesTest {

    private static final int FRAME_BYTES = 16;

    @TempDir
    Path directory;

    private static int checksum(byte[] payload) {
        return MaskedCrc32c.of(payload, 0, payload.length);
    }

    private static byte[][] payloads(Random random, int count) {
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            payloads[i] = new byte[random.nextInt(i % 50 == 0 ? 20_000 : 200)];
            random.nextBytes(payloads[i]);
        }
        return payloads;
    }

    @Test
    void anyMixtureOfCallsReturnsEveryRecordOnce() throws IOException {
        Random random = new Random(Rounds.seed("mixture"));
        byte[][] payloads = payloads(random, 2000);
        long[] offsets = new long[payloads.length + 1];
        for (int i = 0; i < payloads.length; i++) {
            offsets[i + 1] = offsets[i] + payloads[i].length + FRAME_BYTES;
        }
        Path file = Files.write(directory.resolve("file"), RecordFiles.tfRecords(payloads));
        byte[] gzip = RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), payloads);
        for (int round = 0; round < 60; round++) {
            RecordReader reader = switch (round % 3) {
                case 0 -> RecordReader.open(file);
                case 1 -> RecordReader.open(file, RecordReaderOptions.defaults().withoutMapping());
                default -> RecordReader.open(RecordFiles.source(gzip));
            };
            try (reader) {
                check(reader, payloads, offsets, random);
            }
        }
    }

    private void check(RecordReader reader, byte[][] payloads, long[] offsets, Random random) throws IOException {
        boolean plain = reader.compression().isNone();
        int at = 0;
        while (at < payloads.length) {
            switch (random.nextInt(plain ? 5 : 4)) {
                case 0 -> {
                    assertThat(reader.next()).isTrue();
                    at++;
                }
                case 1, 2 -> {
                    int[] sizes = new int[1 + random.nextInt(40)];
                    Arrays.fill(sizes, -1);
                    int[] checksums = new int[sizes.length + random.nextInt(2)];
                    boolean summed = random.nextBoolean();
                    int count = summed ? reader.nextSizes(sizes, checksums) : reader.nextSizes(sizes);
                    assertThat(count).isBetween(1, Math.min(sizes.length, payloads.length - at));
                    for (int i = 0; i < sizes.length; i++) {
                        assertThat(sizes[i]).isEqualTo(i < count ? payloads[at + i].length : -1);
                        if (summed && i < count) {
                            assertThat(checksums[i]).isEqualTo(checksum(payloads[at + i]));
                        }
                    }
                    at += count;
                }
                case 3 -> {
                    Path copy = directory.resolve("copy");
                    long most = 1 + random.nextInt(5000);
                    long copied;
                    try (RecordWriter writer = RecordWriter.create(
                            copy, RecordWriterOptions.defaults().withoutSync())) {
                        copied = reader.copyTo(writer, 1 + random.nextInt(30), most);
                        writer.commit();
                    }
                    assertThat(Files.size(copy)).isEqualTo(offsets[at + (int) copied] - offsets[at]);
                    Files.delete(copy);
                    at += (int) copied;
                    assertThat(reader.index()).isEqualTo(at - 1);
                    continue;
                }
                default -> {
                    at = Math.max(0, Math.min(payloads.length - 1, at + random.nextInt(60) - 35));
                    reader.seek(offsets[at], at);
                    continue;
                }
            }
            assertThat(reader.index()).isEqualTo(at - 1);
            assertThat(reader.offset()).isEqualTo(offsets[at - 1]);
            assertThat(reader.endOffset()).isEqualTo(offsets[at]);
            assertThat(reader.payloadBytes()).isEqualTo(payloads[at - 1]);
        }
        assertThat(reader.nextSizes(new int[3])).isZero();
        assertThat(reader.next()).isFalse();
        assertThatIllegalStateException().isThrownBy(reader::payloadSize).withMessageContaining("no current record");
    }

    @Test
    void reportsDamageAfterTheRecordsBeforeIt() throws IOException {
        byte[] file = RecordFiles.tfRecords(new byte[10], new byte[20], new byte[30], new byte[40]);
        file[10 + 20 + 2 * FRAME_BYTES + 15] ^= 1;
        int[] sizes = new int[9];
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file))) {
            assertThat(reader.nextSizes(sizes)).isEqualTo(2);
            assertThat(sizes).startsWith(10, 20);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> reader.nextSizes(sizes))
                        .isInstanceOf(CorruptRecordException.class)
                        .hasMessageContaining("record 2");
            }
        }
        List<Long> lost = new ArrayList<>();
        RecordReaderOptions skipping =
                RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> lost.add(region.offset())));
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file), skipping)) {
            assertThat(reader.nextSizes(sizes)).isEqualTo(2);
            assertThat(lost).isEmpty();
            int[] checksums = new int[9];
            assertThat(reader.nextSizes(sizes, checksums)).isEqualTo(1);
            assertThat(sizes).startsWith(40);
            assertThat(checksums).startsWith(checksum(new byte[40]), 0);
            assertThat(reader.index()).isEqualTo(3);
            assertThat(reader.endOffset()).isEqualTo(file.length);
            assertThat(lost).containsExactly(62L);
            assertThat(reader.nextSizes(sizes)).isZero();
        }
    }

    @Test
    void returnsSizesOfFormatsWithoutChecksums() throws IOException {
        List<Integer> sizes = new ArrayList<>();
        List<Integer> checksums = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN_OFRECORD))) {
            int[] some = new int[4];
            int[] sums = new int[4];
            for (int count = reader.nextSizes(some, sums); count > 0; count = reader.nextSizes(some, sums)) {
                for (int i = 0; i < count; i++) {
                    sizes.add(some[i]);
                    checksums.add(sums[i]);
                }
            }
        }
        List<Integer> expected = new ArrayList<>();
        List<Integer> expectedChecksums = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN_OFRECORD))) {
            for (Bytes payload : reader) {
                expected.add(payload.size());
                expectedChecksums.add(checksum(payload.toByteArray()));
            }
        }
        assertThat(sizes).hasSize(2).isEqualTo(expected);
        assertThat(checksums).isEqualTo(expectedChecksums);
    }

    @Test
    void rejectsAClosedReaderAndAnEmptyArray() throws IOException {
        ByteSource source = RecordFiles.source(RecordFiles.tfRecords(new byte[1], new byte[2]));
        RecordReader reader = RecordReader.open(source);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.nextSizes(new int[0]))
                .withMessage("payloadSizes must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.nextSizes(new int[0], new int[1]))
                .withMessage("payloadSizes must not be empty, or longer than checksums: 0, checksums: 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.nextSizes(new int[2], new int[1]))
                .withMessage("payloadSizes must not be empty, or longer than checksums: 2, checksums: 1");
        assertThat(reader.next()).isTrue();
        reader.close();
        assertThatIllegalStateException().isThrownBy(reader::payloadSize).withMessageContaining("closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> reader.nextSizes(new int[1]))
                .withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(reader::next).withMessageContaining("closed");
    }
}
