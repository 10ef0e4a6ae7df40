package dev.riffle.scan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import dev.riffle.scan.internal.ReadSplits.Damage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitGzipTest {

    private static final RecordReaderOptions DEFAULTS = RecordReaderOptions.defaults();

    private static final RecordWriterOptions CUT =
            RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(4 << 10));

    /** The offset of the deflated data of the first member, after a header with one extra field. */
    private static final int FIRST_BLOCK = 32;

    private static byte[][] payloads(Random random, int count, int most) {
        byte[][] payloads = new byte[count][random.nextInt(most)];
        for (int i = 0; i < count; i++) {
            payloads[i] = new byte[random.nextInt(most)];
            random.nextBytes(payloads[i]);
        }
        return payloads;
    }

    /** Returns range sizes: a twentieth of the file, a third, the file size, and odd sizes. */
    private static long[] ranges(byte[] file) {
        return LongStream.of(31, 4097, file.length / 20 + 1, file.length / 3, file.length - 1, file.length)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, SplitEdges.PROOF_BYTES})
    void returnsEachRecordOnceWithAnyRangeSize(long proof) throws IOException {
        byte[] file = RecordFiles.write(CUT, payloads(new Random(1), 120, 600));
        ReadSplits expected = ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL);
        assertThat(expected.records()).hasSize(120);

        for (long bytes : ranges(file)) {
            ReadSplits found = ReadSplits.inRanges(file, DEFAULTS, Damage.FAIL, bytes, proof);
            assertThat(found.failures()).isEmpty();
            assertThat(found.payloads()).as("ranges of %d", bytes).isEqualTo(expected.payloads());
        }
    }

    @Test
    void findsRecordsInSeveralRanges() throws IOException {
        byte[] file = RecordFiles.write(CUT, payloads(new Random(1), 120, 600));
        for (int i = 0; i < 3; i++) {
            long third = file.length / 3 + 1;
            try (SplitRecords records = SplitRecords.open(ReadSplits.source(file), i * third, third, DEFAULTS)) {
                assertThat(records.next()).isTrue();
                assertThat(records.reader().name()).startsWith("memory from byte ");
            }
        }
    }

    /**
     * Checks payloads that contain gzip files. Deflate stores random bytes unchanged, so file members contain complete
     * gzip members.
     */
    @Test
    void ignoresGzipFilesInPayloads() throws IOException {
        Random random = new Random(2);
        byte[][] payloads = payloads(random, 12, 2000);
        for (int i = 0; i < payloads.length; i += 2) {
            payloads[i] = RecordFiles.write(CUT, payloads(random, 40, 600));
        }
        byte[] file = RecordFiles.write(CUT, payloads);
        ReadSplits expected = ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL);

        for (long bytes : new long[] {101, 997, 4097, file.length / 7}) {
            ReadSplits found = ReadSplits.inRanges(file, DEFAULTS, Damage.FAIL, bytes, SplitEdges.PROOF_BYTES);
            assertThat(found.failures()).isEmpty();
            assertThat(found.payloads()).as("ranges of %d", bytes).isEqualTo(expected.payloads());
        }
    }

    /**
     * Damages one member. The options set the format, because a reader cannot recognize a file with damaged first
     * bytes.
     */
    @Test
    void reportsDamageInOneMemberOnlyInItsRange() throws IOException {
        long seed = Rounds.seed("split gzip");
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            byte[] file = RecordFiles.write(CUT, payloads(random, 60, 900));
            List<String> intact =
                    ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL).payloads();
            file[random.nextInt(file.length - 100) + 40] ^= (byte) (1 << random.nextInt(8));
            assertOnlyItsRangeFails(file, intact, 1 + random.nextInt(file.length), "seed " + seed + " round " + round);
        }
    }

    private static void assertOnlyItsRangeFails(byte[] file, List<String> intact, long bytes, String about)
            throws IOException {
        RecordReaderOptions gzip = RecordFiles.tfRecord(Compression.GZIP);
        ReadSplits expected = ReadSplits.sequentially(file, gzip, Damage.FAIL);
        ReadSplits found = ReadSplits.inRanges(file, gzip, Damage.FAIL, bytes, 10_000);

        assertThat(found.failures().isEmpty())
                .as(about)
                .isEqualTo(expected.failures().isEmpty());
        assertThat(found.payloads()).as(about).containsAll(expected.payloads());
        assertThat(intact).as(about).containsAll(found.payloads());
        assertThat(new HashSet<>(found.payloads())).as(about).hasSameSizeAs(found.payloads());
    }

    /** Damages the first member, so that no reader can decompress it. */
    @Test
    void reportsDamageInTheFirstMemberOnlyInTheFirstRange() throws IOException {
        byte[] file = RecordFiles.write(CUT, payloads(new Random(6), 60, 900));
        ReadSplits intact = ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL);
        // Sets an invalid type for the first block of the member.
        file[FIRST_BLOCK] |= 0b110;
        assertThatThrownBy(() -> ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL))
                .isInstanceOf(UnrecognizedFileException.class);
        assertThatThrownBy(() -> ReadSplits.inRanges(file, DEFAULTS, Damage.FAIL, 5000, 10_000))
                .isInstanceOf(UnrecognizedFileException.class);

        for (long bytes : ranges(file)) {
            assertOnlyItsRangeFails(file, intact.payloads(), bytes, "ranges of " + bytes);
        }
        ReadSplits found = ReadSplits.inRanges(file, RecordFiles.tfRecord(Compression.GZIP), Damage.FAIL, 5000, 10_000);
        assertThat(found.failures()).hasSize(1);
        assertThat(found.payloads()).isNotEmpty();
    }

    /**
     * Changes one byte and compresses the file. Like Riffle's writer, the method ends members at the ends of records.
     */
    private static byte[] compressed(byte[] plain, int changed) throws IOException {
        byte[] damaged = plain.clone();
        damaged[changed] ^= 1;
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (RecordReader records = RecordReader.open(ReadSplits.source(plain));
                CompressedOutput out = Compression.GZIP.cutMembers(4 << 10).compress(Channels.newChannel(file))) {
            while (records.next()) {
                int size = (int) (records.endOffset() - records.offset());
                out.write(ByteBuffer.wrap(damaged, (int) records.offset(), size));
                out.endRecord();
            }
            out.finish();
        }
        return file.toByteArray();
    }

    @Test
    void skipsRecordsThatWereDamagedBeforeTheCompression() throws IOException {
        byte[] plain = RecordFiles.tfRecords(payloads(new Random(5), 100, 600));
        RecordReaderOptions gzip = RecordFiles.tfRecord(Compression.GZIP);
        for (int changed = 0; changed < plain.length; changed += 211) {
            byte[] file = compressed(plain, changed);
            ReadSplits expected = ReadSplits.sequentially(file, gzip, Damage.SKIP);
            assertThat(expected.regions()).hasSize(1);

            ReadSplits found = ReadSplits.inRanges(file, gzip, Damage.SKIP, 5000, SplitEdges.PROOF_BYTES);
            assertThat(found.failures()).isEmpty();
            assertThat(found.payloads()).as("changed at %d", changed).isEqualTo(expected.payloads());
            assertThat(found.regions()).as("changed at %d", changed).hasSize(1);
        }
    }

    @Test
    void skipsOnlyATornTail() throws IOException {
        byte[] file = RecordFiles.write(CUT, payloads(new Random(4), 60, 600));
        List<String> intact =
                ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL).payloads();

        for (int size = file.length - 1; size > 100; size -= 733) {
            byte[] cut = Arrays.copyOf(file, size);
            ReadSplits expected = ReadSplits.sequentially(cut, DEFAULTS, Damage.STOP_AT_TORN_TAIL);
            ReadSplits found =
                    ReadSplits.inRanges(cut, DEFAULTS, Damage.STOP_AT_TORN_TAIL, 4500, SplitEdges.PROOF_BYTES);
            assertThat(found.payloads()).as("cut at %d", size).isEqualTo(expected.payloads());
            assertThat(intact.subList(0, found.payloads().size())).isEqualTo(found.payloads());
        }
    }

    @Test
    void readsOtherCompressedFilesInTheFirstRange() throws IOException {
        byte[][] payloads = payloads(new Random(3), 30, 600);
        for (Compression compression : List.of(Compression.GZIP, Compression.ZLIB, Compression.SNAPPY)) {
            byte[] file = RecordFiles.write(RecordWriterOptions.defaults().compression(compression), payloads);
            ReadSplits expected = ReadSplits.sequentially(file, DEFAULTS, Damage.FAIL);

            assertThat(ReadSplits.inRanges(file, DEFAULTS, Damage.FAIL, 1000, SplitEdges.PROOF_BYTES))
                    .isEqualTo(expected);
        }
    }
}
