package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagedRecords.Frame;
import dev.riffle.DamagedRecords.Kind;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.repair.LossReport;
import dev.riffle.repair.RecordRepair;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares reads of randomly damaged files with a scan that tries every offset. The reader loses no intact record
 * without a report, and returns no unmarked record that was not written to the file.
 */
class IntactRecordsTest {

    /** The results of a reader: the offsets and keys of records, whether each record has a mark, and the regions. */
    private record Read(List<Frame> records, List<Boolean> marks, List<SkippedRegion> regions) {}

    private static Read read(ByteSource source, Compression compression, NestedRecords nested) throws IOException {
        return read(source, RecordFiles.tfRecord(compression), nested);
    }

    private static Read read(ByteSource source, RecordReaderOptions options, NestedRecords nested) throws IOException {
        Read read = new Read(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        DamagePolicy skip = DamagePolicy.skip(read.regions::add, nested);
        try (RecordReader reader = RecordReader.open(source, options.damage(skip))) {
            while (reader.next()) {
                byte[] payload = reader.payloadBytes();
                long key = DamagedRecords.key(payload, 0, payload.length);
                read.records.add(new Frame((int) reader.offset(), (int) reader.endOffset(), key));
                read.marks.add(isMarked(read.regions));
            }
        }
        return read;
    }

    private static boolean isMarked(List<SkippedRegion> regions) {
        return !regions.isEmpty() && regions.get(regions.size() - 1).nested().contains(NestedRecords.KEEP);
    }

    private static void checkTiling(byte[] file, Read read, String name) {
        long at = 0;
        int region = 0;
        for (Frame record : read.records) {
            for (; region < read.regions.size() && read.regions.get(region).offset() == at; region++) {
                at += read.regions.get(region).length();
            }
            assertThat((long) record.begin()).as(name).isEqualTo(at);
            at = record.end();
        }
        for (; region < read.regions.size(); region++) {
            assertThat(read.regions.get(region).offset()).as(name).isEqualTo(at);
            at += read.regions.get(region).length();
        }
        assertThat(at).as(name).isEqualTo(file.length);
    }

    private static boolean isGiven(Frame frame, List<Frame> records) {
        // The frame may also be inside a returned record, because damage may have moved a block into that record.
        return records.stream().anyMatch(record -> record.begin() <= frame.begin() && record.end() >= frame.end());
    }

    private static boolean isReportedDropped(Frame frame, List<SkippedRegion> regions) {
        return regions.stream()
                .anyMatch(region -> region.nested().contains(NestedRecords.DROP)
                        && region.offset() <= frame.begin()
                        && region.offset() + region.length() >= frame.end());
    }

    /**
     * Checks a file with both settings. Returns the number of written records that the reader dropped as nested
     * although they do not look nested.
     */
    private static int check(DamagedRecords file, String name) throws IOException {
        List<Frame> intact = DamagedRecords.scan(file.bytes());
        intact.removeIf(frame -> !file.isWritten(frame.key()));
        int dropped = 0;
        for (NestedRecords nested : NestedRecords.values()) {
            Read read = read(RecordFiles.source(file.bytes()), Compression.NONE, nested);
            checkTiling(file.bytes(), read, name);
            checkRepair(RecordFiles.source(file.bytes()), Compression.NONE, nested, read, name);
            for (Frame frame : intact) {
                if (!isGiven(frame, read.records)) {
                    assertThat(isReportedDropped(frame, read.regions))
                            .as("%s: %s is lost with %s", name, frame, nested)
                            .isTrue();
                    boolean wrong = nested == NestedRecords.KEEP && !DamagedRecords.looksNested(file.bytes(), frame);
                    dropped += wrong ? 1 : 0;
                }
            }
        }
        return dropped;
    }

    /**
     * Checks that a repair writes the records that a reader returns, and reports the regions and marks of the reader.
     */
    private static void checkRepair(
            ByteSource source, Compression compression, NestedRecords nested, Read read, String name)
            throws IOException {
        ByteArrayOutputStream rescued = new ByteArrayOutputStream();
        LossReport report = RecordRepair.of(source)
                .reading(RecordFiles.tfRecord(compression))
                .nested(nested)
                .copyTo(RecordOutput.sink(ByteSink.of(rescued, "rescued"), RecordWriterOptions.defaults()));
        assertThat(DamagedRecords.keys(rescued.toByteArray()))
                .as(name)
                .isEqualTo(read.records.stream().map(Frame::key).toList());
        assertThat(report.regionCount()).as(name).isEqualTo(read.regions.size());
        for (int i = 0; i < read.regions.size(); i++) {
            assertThat(report.regions().get(i).offset())
                    .as(name)
                    .isEqualTo(read.regions.get(i).offset());
            assertThat(report.regions().get(i).nested())
                    .as(name)
                    .isEqualTo(read.regions.get(i).nested());
        }
        long marked = read.marks.stream().filter(mark -> mark).count();
        assertThat(report.doubtfulRecords()).as(name).isEqualTo(marked);
        assertThat(report.regions().stream()
                        .mapToLong(LossReport.Region::doubtfulRecords)
                        .sum())
                .as(name)
                .isEqualTo(marked);
    }

    /**
     * Checks that the reader returns no unmarked record that was not written. A file may begin with nested records if
     * its first bytes were cut. Before the first region, nothing reveals such records.
     */
    private static void checkNothingInvented(DamagedRecords file, String name) throws IOException {
        for (NestedRecords nested : NestedRecords.values()) {
            Read read = read(RecordFiles.source(file.bytes()), Compression.NONE, nested);
            for (int i = 0; i < read.records.size(); i++) {
                Frame record = read.records.get(i);
                boolean beforeDamage = read.regions.isEmpty()
                        || record.begin() < read.regions.get(0).offset();
                assertThat(read.marks.get(i) || beforeDamage || file.isWritten(record.key()))
                        .as("%s: %s was not written, %s", name, record, nested)
                        .isTrue();
            }
        }
    }

    private static Kind kind(Random random, int kinds) {
        return Kind.values()[random.nextInt(kinds)];
    }

    @Test
    void returnsAllIntactRecordsOfFlatFiles() throws Exception {
        Rounds.run("flat files", 150, 4_000, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            file.writeFlat();
            for (int k = 1 + random.nextInt(3); k > 0; k--) {
                file.damage(kind(random, Kind.DOUBLED.ordinal()));
            }
            assertThat(check(file, name)).as(name).isZero();
            checkNothingInvented(file, name);
        });
    }

    /** Reads files with frames of 64 KiB and 32 KiB that lost 32 KiB at a border of 4 KiB. */
    @Test
    void returnsAllIntactRecordsAfterCuts() throws Exception {
        Rounds.run("two sizes", 25, 500, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            file.writeTwoSizes();
            for (int k = 1 + random.nextInt(2); k > 0; k--) {
                file.cut(32 << 10, 4 << 10);
            }
            assertThat(check(file, name)).as(name).isZero();
            checkNothingInvented(file, name);
        });
    }

    /**
     * Reads a file whose first writer died inside a record, mostly after the header of 12 bytes. A second writer
     * appended.
     */
    @Test
    void returnsRecordsAfterATornOne() throws Exception {
        Rounds.run("torn and appended", 75, 2_000, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            if (random.nextInt(5) == 0) {
                file.writeTorn(100_000, 300_000);
            } else {
                file.writeTorn(5, random.nextBoolean() ? 100 : 20_000);
            }
            if (random.nextInt(4) == 0) {
                file.damage(kind(random, Kind.DOUBLED.ordinal()));
            }
            assertThat(check(file, name)).as(name).isZero();
            checkNothingInvented(file, name);
        });
    }

    /** Duplicates or swaps blocks of a file. */
    @Test
    void reportsEveryLossAfterMovedBlocks() throws Exception {
        Rounds.run("moved blocks", 75, 1_500, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            boolean nested = random.nextInt(3) == 0;
            if (nested) {
                file.writeNested();
            } else {
                file.writeFlat();
            }
            file.damage(random.nextBoolean() ? Kind.DOUBLED : Kind.SWAPPED);
            check(file, name);
            if (!nested) {
                checkNothingInvented(file, name);
            }
        });
    }

    /** Damages records that contain record files: the reader marks or drops the nested records. */
    @Test
    void marksOrDropsNestedRecords() throws Exception {
        Rounds.run("nested records", 75, 2_000, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            file.writeNested();
            file.damage(kind(random, Kind.DOUBLED.ordinal()));
            check(file, name);
            checkNothingInvented(file, name);
        });
    }

    /** Damages the content of compressed files: the result equals that of an uncompressed file. */
    @Test
    void compressedFilesAgreeWithUncompressedOnes() throws Exception {
        Rounds.run("compressed files", 25, 500, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            file.writeNested();
            file.damage(kind(random, Kind.values().length));
            boolean gzip = random.nextBoolean();
            Compression compression = gzip ? Compression.GZIP : Compression.ZLIB;
            byte[] compressed = DamagedRecords.deflate(file.bytes(), gzip);
            for (NestedRecords nested : NestedRecords.values()) {
                Read plain = read(RecordFiles.source(file.bytes()), Compression.NONE, nested);
                Read read = read(RecordFiles.source(compressed), compression, nested);
                assertThat(read.records).as(name).isEqualTo(plain.records);
                assertThat(read.marks).as(name).isEqualTo(plain.marks);
                checkRepair(RecordFiles.source(compressed), compression, nested, plain, name);
            }
        });
    }

    /** Damages the compressed bytes: the reader returns every intact record that the JDK inflates before the damage. */
    @Test
    void returnsRecordsBeforeTheBreakOfAStream() throws Exception {
        Rounds.run("broken streams", 75, 1_000, (random, name) -> {
            DamagedRecords file = new DamagedRecords(random);
            file.writeFlat();
            boolean gzip = random.nextBoolean();
            byte[] compressed = DamagedRecords.deflate(file.bytes(), gzip);
            compressed[12 + random.nextInt(compressed.length - 12)] ^= (byte) (1 + random.nextInt(255));
            byte[] inflated = DamagedRecords.inflate(compressed, gzip);
            List<Frame> intact = DamagedRecords.scan(inflated);
            intact.removeIf(frame -> !file.isWritten(frame.key()));
            ByteArrayOutputStream rescued = new ByteArrayOutputStream();
            RecordReaderOptions options = RecordFiles.tfRecord(gzip ? Compression.GZIP : Compression.ZLIB);
            LossReport report = RecordRepair.of(RecordFiles.source(compressed))
                    .reading(options)
                    .copyTo(RecordOutput.sink(ByteSink.of(rescued, "rescued"), RecordWriterOptions.defaults()));
            List<Long> keys = DamagedRecords.keys(rescued.toByteArray());
            assertThat(keys)
                    .as(name)
                    .containsAll(intact.stream().map(Frame::key).toList());
            assertThat(keys).as(name).allMatch(file::isWritten);
            assertThat(report.isComplete()).as(name).isFalse();
        });
    }

    private static List<Boolean> marks(byte[] file) throws IOException {
        Read read = read(RecordFiles.source(file), Compression.NONE, NestedRecords.KEEP);
        assertThat(read(RecordFiles.source(file), Compression.NONE, NestedRecords.DROP)
                        .records
                        .size())
                .isEqualTo(read.marks.stream().filter(mark -> !mark).count());
        return read.marks;
    }

    private static byte[] file(byte[]... payloads) {
        return RecordFiles.tfRecords(payloads);
    }

    /** Nests two records that end together, so that two checksums precede the next header. */
    @Test
    void marksNestedRecordsThatEndTwoLevels() throws IOException {
        byte[] inner = file(new byte[30], new byte[40]);
        byte[] file = file(file(inner), new byte[5]);
        // Damages both headers and the first nested record.
        Arrays.fill(file, 0, 60, (byte) 7);
        assertThat(marks(file)).containsExactly(true, false);
    }

    /**
     * Removes the header of a nested record and that of its outer record. The checksum of the nested record proves its
     * end.
     */
    @Test
    void marksRecordsAfterAProvenNestedOne() throws IOException {
        byte[] inner = file(new byte[30], new byte[40]);
        byte[] file = file(file(inner, new byte[20]), new byte[5]);
        Arrays.fill(file, 0, 20, (byte) 7);
        assertThat(marks(file)).containsExactly(true, false);
    }

    /** Damages a record whose claimed end is by chance a header inside another record. */
    @Test
    void marksNestedRecordsAtAClaimedEnd() throws IOException {
        byte[] before = file(new byte[100]);
        byte[] file = file(file(new byte[60], new byte[20]), new byte[5]);
        // The rest of the first record ends at the beginning of a record that is nested in the second one.
        int from = 12 + 76;
        byte[] cut = new byte[before.length - from + file.length];
        System.arraycopy(before, 0, cut, 0, before.length - from);
        System.arraycopy(file, 0, cut, before.length - from, file.length);
        cut[40] ^= 1;
        assertThat(marks(cut)).containsExactly(true, false);
    }

    /** Inserts bytes that move a nested record by chance to the claimed end of the outer record. */
    @Test
    void marksNestedRecordsAtTheEndOfADroppedSpan() throws IOException {
        byte[] file = file(file(new byte[20], new byte[50], new byte[26]), new byte[5]);
        int claimedEnd = 16 + 36 + 66 + 42;
        int third = 12 + 36 + 66;
        int inserted = claimedEnd - third;
        int at = third - 30;
        byte[] longer = Arrays.copyOf(file, file.length + inserted);
        System.arraycopy(file, at, longer, at + inserted, file.length - at);
        Arrays.fill(longer, at, at + inserted, (byte) 7);
        assertThat(marks(longer)).containsExactly(true, false);
    }

    /** Removes the last byte of a header. The header can look valid if the next record begins with the same byte. */
    @Test
    void returnsARecordThatBeginsInsideAValidHeader() throws IOException {
        byte[] torn = file(new byte[300]);
        int last = torn[11] & 0xff;
        byte[] next = file(new byte[last == 8 ? 9 : last], new byte[400]);
        assertThat(next[0]).isEqualTo(torn[11]);
        byte[] file = new byte[11 + next.length];
        System.arraycopy(torn, 0, file, 0, 11);
        System.arraycopy(next, 0, file, 11, next.length);
        assertThat(marks(file)).containsExactly(false, false);
    }

    /** Cuts the header of the outer record at the beginning of the file, so that nothing reveals the nesting. */
    @Test
    void returnsNestedRecordsAtTheBeginningOfAFile() throws IOException {
        byte[] file = file(file(new byte[30], new byte[40]), new byte[5]);
        assertThat(marks(Arrays.copyOfRange(file, 12, file.length))).containsExactly(false, false, false);
    }

    /** Cuts the file at the end of a record two levels deep. Another record begins with the outer payload. */
    @Test
    void marksNestedRecordsIfTheFileEndsAtTheEndOfOne() throws IOException {
        byte[] deep = file(new byte[43], new byte[15], new byte[30]);
        byte[] file = file(new byte[9], file(new byte[31], deep, new byte[20]));
        int end = 25 + 12 + 47 + 12 + 59 + 31;
        assertThat(marks(Arrays.copyOf(file, end))).containsExactly(false, true, true, true);
    }

    /** Sets a memory limit below the largest possible payload: the search still finds the end of the file. */
    @Test
    void tornCompressedFilesAgreeWithUncompressedOnes() throws IOException {
        byte[] nested = file(file(new byte[60], new byte[20]), new byte[30]);
        byte[] file = file(new byte[9], file(nested, new byte[50]));
        for (int end = 25 + 12; end < file.length; end++) {
            byte[] torn = Arrays.copyOf(file, end);
            ByteSource compressed = RecordFiles.source(DamagedRecords.deflate(torn, true));
            for (NestedRecords setting : NestedRecords.values()) {
                Read plain = read(RecordFiles.source(torn), RecordFiles.tfRecord(Compression.NONE), setting);
                Read read =
                        read(compressed, RecordFiles.tfRecord(Compression.GZIP).maxRecordSize(1 << 20), setting);
                assertThat(read.records).as("cut at %d, %s", end, setting).isEqualTo(plain.records);
                assertThat(read.regions.stream().map(SkippedRegion::nested).toList())
                        .as("cut at %d, %s", end, setting)
                        .isEqualTo(plain.regions.stream()
                                .map(SkippedRegion::nested)
                                .toList());
            }
        }
    }

    /**
     * Reads a torn record that claims by chance to end with the next record. The header after that record is lost, too.
     */
    @Test
    void dropsAndReportsARecordWithTwoSignsOfNesting() throws IOException {
        byte[] torn = Arrays.copyOf(file(new byte[70]), 12);
        byte[] next = file(new byte[54], new byte[98], new byte[80]);
        byte[] file = Arrays.copyOf(torn, torn.length + next.length);
        System.arraycopy(next, 0, file, torn.length, next.length);
        Arrays.fill(file, 12 + 70, 12 + 70 + 12, (byte) 7);
        Read read = read(RecordFiles.source(file), Compression.NONE, NestedRecords.KEEP);
        assertThat(read.records).hasSize(1);
        assertThat(isReportedDropped(new Frame(12, 82, 0), read.regions)).isTrue();
        assertThat(DamagedRecords.looksNested(file, new Frame(12, 82, 0))).isTrue();
        assertThat(DamagedRecords.looksNested(file, read.records.get(0))).isFalse();
    }

    /** Ends the source in a torn record whose payload contains the header of a large record, but no intact record. */
    @Test
    void skipsATornRecordWithTheHeaderOfALargeRecord() throws IOException {
        byte[] before = file(new byte[40][100_000]);
        byte[] torn = Arrays.copyOf(file(new byte[30 << 20]), 3000);
        byte[] large = Arrays.copyOf(file(new byte[20 << 20]), 12);
        System.arraycopy(large, 0, torn, 1000, large.length);
        byte[] file = Arrays.copyOf(before, before.length + torn.length);
        System.arraycopy(torn, 0, file, before.length, torn.length);
        for (NestedRecords nested : NestedRecords.values()) {
            ByteSource stream = ByteSource.of(new ByteArrayInputStream(file), "stream");
            Read read = read(stream, Compression.NONE, nested);
            checkTiling(file, read, "stream");
            assertThat(read.records).hasSize(40);
            assertThat(read.regions.get(0).nested()).containsExactly(nested);
            checkRepair(RecordFiles.source(file), Compression.NONE, nested, read, "memory");
        }
    }

    /**
     * Reads a torn record with a length near the memory limit, and a large intact record that overlaps its claimed end.
     * The search must hold both records to detect the overlap, whether the source is mapped or not.
     */
    @Test
    void returnsALargeRecordAtTheEndOfATornOne(@TempDir Path directory) throws IOException {
        int limit = 20 << 20;
        byte[] torn = Arrays.copyOf(file(new byte[limit - 100]), 15 << 20);
        byte[] doubtful = file(new byte[50]);
        System.arraycopy(doubtful, 0, torn, 1000, doubtful.length);
        byte[] next = file(new byte[10 << 20], new byte[40]);
        byte[] bytes = Arrays.copyOf(torn, torn.length + next.length);
        System.arraycopy(next, 0, bytes, torn.length, next.length);
        Path path = Files.write(directory.resolve("a.tfrecord"), bytes);
        RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE).maxRecordSize(limit);
        for (RecordReaderOptions each : List.of(options, options.withoutMapping())) {
            Read kept = read(ByteSource.of(path), each, NestedRecords.KEEP);
            assertThat(kept.records).isEqualTo(DamagedRecords.scan(bytes));
            assertThat(kept.marks).containsExactly(true, false, false);
            Read dropped = read(ByteSource.of(path), each, NestedRecords.DROP);
            assertThat(dropped.records).isEqualTo(kept.records.subList(1, 3));
            assertThat(dropped.marks).containsExactly(false, false);
        }
    }

    /** Reads two real files in the folder {@code damage} of the folder that {@code -Driffle.fixtures=DIR} names. */
    @Test
    void returnsAllIntactRecordsOfKnownFiles() throws Exception {
        String folder = System.getProperty("riffle.fixtures", System.getenv("RIFFLE_FIXTURES"));
        Assumptions.assumeTrue(folder != null, "riffle.fixtures is not set");
        for (String name : List.of("two-sizes-64k-32k.tfrecord", "torn-header-20-150kB.tfrecord")) {
            byte[] file = Files.readAllBytes(Path.of(folder, "damage", name));
            Read read = read(RecordFiles.source(file), Compression.NONE, NestedRecords.DROP);
            assertThat(read.records).as(name).isEqualTo(DamagedRecords.scan(file));
        }
    }
}
