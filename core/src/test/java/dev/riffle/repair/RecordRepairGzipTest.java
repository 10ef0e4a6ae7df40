package dev.riffle.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.GzipMemberBuilder;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** Compares repairs of damaged gzip files with the content that the JDK inflates byte by byte. */
class RecordRepairGzipTest {

    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;

    /** The repaired records and the report. */
    private record Rescue(List<Bytes> records, LossReport report) {}

    private static RecordReaderOptions gzip() {
        return RecordFiles.tfRecord(Compression.GZIP);
    }

    private static Rescue rescue(byte[] file, RecordReaderOptions options) throws IOException {
        return rescue(RecordFiles.source(file), options);
    }

    private static Rescue rescue(ByteSource source, RecordReaderOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordFormat format = options.toString().contains("OFRECORD") ? RecordFormat.OFRECORD : RecordFormat.TFRECORD;
        LossReport report = RecordRepair.of(source)
                .reading(options)
                .copyTo(RecordOutput.sink(
                        ByteSink.of(out, "out"), RecordWriterOptions.defaults().format(format)));
        RecordReaderOptions reading =
                RecordReaderOptions.defaults().format(format).compression(Compression.NONE);
        RecordFiles.Outcome outcome = RecordFiles.read(RecordFiles.source(out.toByteArray()), reading);
        assertThat(outcome.damage()).isEmpty();
        assertThat(outcome.records()).hasSize((int) report.records());
        assertThat(report.isComplete()).isEqualTo(report.regions().isEmpty());
        checkTiles(report);
        return new Rescue(outcome.records(), report);
    }

    /** Checks that regions do not overlap. */
    private static void checkTiles(LossReport report) {
        long end = 0;
        for (LossReport.Region region : report.regions()) {
            assertThat(region.offset()).as(report.text()).isGreaterThanOrEqualTo(end);
            assertThat(region.estimatedRecords()).isPositive();
            end = region.offset() + region.length().orElse(0);
        }
    }

    private static List<Bytes> records(int count, int first, Random random) {
        List<Bytes> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] noise = new byte[random.nextInt(8)];
            random.nextBytes(noise);
            byte[] text = ("record " + (first + i) + " ").getBytes();
            byte[] record = Arrays.copyOf(text, text.length + noise.length);
            System.arraycopy(noise, 0, record, text.length, noise.length);
            records.add(Bytes.copyOf(record));
        }
        return records;
    }

    private static byte[] content(List<Bytes> records) {
        return RecordFiles.tfRecords(records.stream().map(Bytes::toByteArray).toArray(byte[][]::new));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Writes a member without optional fields. */
    private static byte[] member(byte[] content, int level, int strategy) {
        Deflater deflater = new Deflater(level, true);
        deflater.setStrategy(strategy);
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[2 * content.length + 100];
        int size = deflater.deflate(deflated);
        deflater.end();
        CRC32 crc = new CRC32();
        crc.update(content);
        int sum = (int) crc.getValue();
        return joined(
                new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3},
                Arrays.copyOf(deflated, size),
                littleEndian(sum),
                littleEndian(content.length));
    }

    private static byte[] littleEndian(int value) {
        return new byte[] {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)};
    }

    /** Returns the content of the first member that the JDK inflates if input and output buffers hold one byte. */
    private static byte[] inflatedBytewise(byte[] file) {
        return inflatedBytewise(file, new Inflater(true), HEADER_BYTES);
    }

    private static byte[] inflatedBytewise(byte[] file, Inflater inflater, int from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] one = new byte[1];
        try {
            for (int i = from; i < file.length && !inflater.finished(); i++) {
                inflater.setInput(file, i, 1);
                while (inflater.inflate(one) == 1) {
                    out.write(one[0]);
                }
            }
        } catch (DataFormatException e) {
            // Bytes that the inflater returned before the error count too.
        } finally {
            inflater.end();
        }
        return out.toByteArray();
    }

    /** Returns the records that a reader finds in an uncompressed file of these bytes when it skips damage. */
    private static List<Bytes> intactIn(byte[] content) throws IOException {
        return rescue(content, RecordFiles.tfRecord(Compression.NONE)).records();
    }

    private static List<byte[]> oneMemberEach(byte[] content) {
        return List.of(
                member(content, 0, Deflater.DEFAULT_STRATEGY),
                member(content, 6, Deflater.DEFAULT_STRATEGY),
                member(content, 6, Deflater.FILTERED),
                member(content, 9, Deflater.HUFFMAN_ONLY));
    }

    @Test
    void savesAllInflatableRecordsOfATruncatedMember() throws IOException {
        byte[] content = content(records(12, 0, new Random(1)));
        for (byte[] file : oneMemberEach(content)) {
            for (int cut = 0; cut < file.length; cut++) {
                byte[] part = Arrays.copyOf(file, cut);
                byte[] inflated = cut < HEADER_BYTES ? new byte[0] : inflatedBytewise(part);
                int intact = intactBefore(intactIn(content), inflated.length);
                Rescue rescued = rescue(part, gzip());
                assertThat(rescued.records())
                        .as("cut at %s", cut)
                        .isEqualTo(intactIn(content).subList(0, intact));
                assertThat(rescued.report().isComplete()).isEqualTo(cut == 0);
            }
        }
    }

    @Test
    void savesAllInflatableRecordsOfATruncatedZlibFile() throws IOException {
        List<Bytes> records = records(12, 0, new Random(12));
        byte[] content = content(records);
        for (int level : new int[] {0, 1, 6, 9}) {
            ByteArrayOutputStream zlib = new ByteArrayOutputStream();
            Deflater deflater = new Deflater(level);
            try (DeflaterOutputStream stream = new DeflaterOutputStream(zlib, deflater)) {
                stream.write(content);
            } finally {
                deflater.end();
            }
            byte[] file = zlib.toByteArray();
            for (int cut = 0; cut < file.length; cut++) {
                byte[] part = Arrays.copyOf(file, cut);
                int intact = intactBefore(records, inflatedBytewise(part, new Inflater(), 0).length);
                Rescue rescued = rescue(part, RecordFiles.tfRecord(Compression.ZLIB));
                assertThat(rescued.records())
                        .as("level %d cut at %d", level, cut)
                        .isEqualTo(records.subList(0, intact));
                assertThat(rescued.report().isComplete()).isEqualTo(cut == 0);
            }
        }
    }

    /** Returns the number of records that end within these bytes. */
    private static int intactBefore(List<Bytes> records, long bytes) {
        int intact = 0;
        long end = 0;
        for (Bytes record : records) {
            end += record.size() + 16;
            intact += end <= bytes ? 1 : 0;
        }
        return intact;
    }

    @Test
    void savesTheRecordsBeforeAnyFlippedBit() throws IOException {
        byte[] content = content(records(6, 0, new Random(2)));
        int step = Rounds.step(7);
        for (byte[] file : oneMemberEach(content)) {
            for (int bit = 8 * HEADER_BYTES; bit < 8 * (file.length - TRAILER_BYTES); bit += step) {
                byte[] flipped = file.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                List<Bytes> expected = provenIn(inflatedBytewise(flipped));
                assertThat(rescue(flipped, gzip()).records()).as("bit %s", bit).isEqualTo(expected);
            }
        }
    }

    /** Finds intact records at any offset by brute force. The payloads here contain no records. */
    private static List<Bytes> provenIn(byte[] content) throws IOException {
        List<Bytes> proven = new ArrayList<>();
        for (int at = 0; at + 16 <= content.length; at++) {
            int length = content[at] & 0xff;
            if (at + 16 + length > content.length) {
                continue;
            }
            byte[] payload = Arrays.copyOfRange(content, at + 12, at + 12 + length);
            byte[] frame = RecordFiles.tfRecords(payload);
            if (Arrays.equals(frame, Arrays.copyOfRange(content, at, at + frame.length))) {
                proven.add(Bytes.copyOf(payload));
                at += frame.length - 1;
            }
        }
        return proven;
    }

    @Test
    void savesAllMembersExceptADamagedOne() throws IOException {
        Random random = new Random(3);
        int step = Rounds.step(7);
        for (int kind = 0; kind < 3; kind++) {
            List<List<Bytes>> groups = new ArrayList<>();
            List<byte[]> members = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                List<Bytes> group = records(5, 5 * i, random);
                groups.add(group);
                byte[] content = content(group);
                members.add(
                        switch (kind) {
                            case 0 -> member(content, i % 2 == 0 ? 6 : 0, Deflater.DEFAULT_STRATEGY);
                            case 1 -> GzipMemberBuilder.bgzf(content);
                            default ->
                                GzipMemberBuilder.of(content)
                                        .fileName("a")
                                        .headerChecksum()
                                        .build();
                        });
            }
            byte[] file = joined(members.toArray(byte[][]::new));
            int begin = 0;
            for (int damaged = 0; damaged < members.size(); damaged++) {
                int size = members.get(damaged).length;
                for (int bit = 8 * begin; bit < 8 * (begin + size); bit += 3 * step) {
                    byte[] flipped = file.clone();
                    flipped[bit / 8] ^= (byte) (1 << bit % 8);
                    Rescue rescued = rescue(flipped, gzip());
                    String what = "kind " + kind + ", bit " + bit + ", member " + damaged + ": "
                            + rescued.report().text();
                    assertOthers(groups, damaged, rescued, what);
                }
                begin += size;
            }
        }
    }

    private static void assertOthers(List<List<Bytes>> groups, int damaged, Rescue rescued, String what) {
        List<Bytes> all = new ArrayList<>();
        List<Bytes> others = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            all.addAll(groups.get(i));
            if (i != damaged) {
                others.addAll(groups.get(i));
            }
        }
        assertThat(rescued.records()).as(what).containsSubsequence(others);
        assertThat(all).as(what).containsAll(rescued.records());
    }

    @Test
    void losesOnlyRecordsThatTouchTheGap() throws IOException {
        Random random = new Random(4);
        List<Bytes> records = records(400, 0, random);
        byte[] content = content(records);
        List<byte[]> members = new ArrayList<>();
        for (int at = 0; at < content.length; at += 1000) {
            members.add(GzipMemberBuilder.plain(Arrays.copyOfRange(content, at, Math.min(content.length, at + 1000))));
        }
        int before = members.subList(0, 3).stream().mapToInt(m -> m.length).sum();
        byte[] file = joined(members.toArray(byte[][]::new));
        file[before + 12] ^= 0x55;
        Rescue rescued = rescue(file, gzip());
        List<Bytes> expected = new ArrayList<>();
        long end = 0;
        for (Bytes record : records) {
            long begin = end;
            end += record.size() + 16;
            if (end <= 3000 || begin >= 4000) {
                expected.add(record);
            }
        }
        assertThat(rescued.records()).containsSubsequence(expected);
        assertThat(records).containsAll(rescued.records());
        LossReport report = rescued.report();
        LossReport.Region broken = report.regions().stream()
                .filter(region -> region.gap().isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(broken.gap()).hasValue(new LossReport.Gap(before, members.get(3).length));
        assertThat(broken.length()).isEqualTo(OptionalLong.empty());
        assertThat(report.isStreamBroken()).isTrue();
        assertThat(report.end()).isEmpty();
        assertThat(report.text())
                .contains("the content of " + members.get(3).length + " compressed bytes from " + before);
        assertThat(report.json()).contains("\"compressed_offset\":" + before);
    }

    @Test
    void ignoresGzipFilesInADamagedMember() throws IOException {
        byte[] nested = GzipMemberBuilder.plain(content(records(5, 900, new Random(5))));
        List<Bytes> first = new ArrayList<>(records(3, 0, new Random(6)));
        first.add(Bytes.copyOf(joined(new byte[40], nested, new byte[20])));
        List<Bytes> second = records(5, 50, new Random(7));
        byte[] stored = member(content(first), 0, Deflater.DEFAULT_STRATEGY);
        for (byte[] after : List.of(GzipMemberBuilder.plain(content(second)), new byte[0])) {
            byte[] file = joined(stored, after);
            file[HEADER_BYTES + 1] ^= 1;
            Rescue rescued = rescue(file, gzip());
            assertThat(rescued.records()).isEqualTo(after.length == 0 ? List.of() : second);
        }
    }

    @Test
    void savesAllMembersExceptSeveralDamagedOnes() throws IOException {
        Random random = new Random(8);
        List<byte[]> members = new ArrayList<>();
        List<Bytes> expected = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            List<Bytes> group = records(20, 20 * i, random);
            byte[] member = GzipMemberBuilder.plain(content(group));
            if (i % 3 == 1) {
                Arrays.fill(member, HEADER_BYTES + 1, HEADER_BYTES + 20, (byte) 0xff);
            } else {
                expected.addAll(group);
            }
            members.add(member);
        }
        Rescue rescued = rescue(joined(members.toArray(byte[][]::new)), gzip());
        assertThat(rescued.records()).isEqualTo(expected);
        assertThat(rescued.report().regions()).hasSize(3);
    }

    @Test
    void endsAStreamAtTheBreak() throws IOException {
        byte[] first = GzipMemberBuilder.plain(content(records(20, 0, new Random(9))));
        byte[] second = GzipMemberBuilder.plain(content(records(20, 20, new Random(10))));
        Arrays.fill(first, HEADER_BYTES + 1, HEADER_BYTES + 20, (byte) 0xff);
        Rescue rescued = rescue(ByteSource.of(new ByteArrayInputStream(joined(first, second)), "memory"), gzip());
        assertThat(rescued.records()).isEmpty();
        assertThat(rescued.report().end()).isPresent();
    }

    @Test
    void savesOfRecordsOnlyFromIntactMembers() throws IOException {
        byte[] intact = RecordFiles.GOLDEN_OFRECORD;
        byte[] good = GzipMemberBuilder.plain(intact);
        RecordReaderOptions options =
                RecordReaderOptions.defaults().format(RecordFormat.OFRECORD).compression(Compression.GZIP);
        int records = rescue(good, options).records().size();
        byte[] wrong = GzipMemberBuilder.of(intact).wrongChecksum().build();
        Rescue rescued = rescue(joined(good, wrong, good), options);
        assertThat(rescued.records()).hasSize(records);
        assertThat(rescued.report().isStreamBroken()).isTrue();
        assertThat(rescued.report().regions().get(0).offset()).isEqualTo(intact.length);
        assertThat(rescue(wrong, options).records()).isEmpty();
    }

    @Test
    void savesTheOutputOfATruncatedSnappyBlock() throws IOException {
        List<Bytes> records = records(50, 0, new Random(11));
        byte[] content = content(records);
        byte[] file = RecordFiles.write(
                RecordWriterOptions.defaults().compression(Compression.SNAPPY),
                records.stream().map(Bytes::toByteArray).toArray(byte[][]::new));
        assertThat(decodedBytes(file)).isEqualTo(content.length);
        for (int cut = 0; cut < file.length; cut++) {
            byte[] part = Arrays.copyOf(file, cut);
            Rescue rescued = rescue(part, RecordFiles.tfRecord(Compression.SNAPPY));
            assertThat(rescued.records())
                    .as("cut at %d", cut)
                    .isEqualTo(records.subList(0, intactBefore(records, decodedBytes(part))));
        }
    }

    /** Returns the number of bytes that the available elements of a Snappy block produce. */
    private static long decodedBytes(byte[] file) {
        int at = 4;
        while (at < file.length && file[at++] < 0) {
            // Skips the size of the block.
        }
        long decoded = 0;
        while (at < file.length) {
            int tag = file[at++] & 0xff;
            if ((tag & 3) != 0) {
                at += (tag & 3) == 3 ? 4 : tag & 3;
                decoded += at > file.length ? 0 : (tag & 3) == 1 ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2);
                continue;
            }
            int sizeBytes = Math.max(0, (tag >> 2) - 59);
            long size = sizeBytes == 0 ? tag >> 2 : 0;
            for (int i = 0; i < sizeBytes && at + i < file.length; i++) {
                size |= (file[at + i] & 0xffL) << 8 * i;
            }
            at += sizeBytes;
            decoded += Math.max(0, Math.min(size + 1, file.length - at));
            at = (int) Math.min(file.length, at + size + 1);
        }
        return decoded;
    }
}
