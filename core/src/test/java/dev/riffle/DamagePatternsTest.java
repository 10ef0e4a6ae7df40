package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After random damage, the reader returns every intact record and no other record, and reports every lost byte. */
class DamagePatternsTest {

    private static final int ROUNDS = 1000;
    private static final int SOAK_ROUNDS = 10_000;

    @TempDir
    Path directory;

    private record Read(
            List<int[]> records, List<int[]> regions, List<Set<NestedRecords>> marks, List<Integer> marked) {}

    private static Read read(ByteSource source, RecordReaderOptions options) throws IOException {
        return read(source, options, NestedRecords.KEEP);
    }

    private static Read read(ByteSource source, RecordReaderOptions options, NestedRecords nested) throws IOException {
        Read read = new Read(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        RecordReaderOptions skipping = options.format(RecordFormat.TFRECORD)
                .damage(DamagePolicy.skip(
                        region -> {
                            read.regions.add(new int[] {(int) region.offset(), (int) region.length()});
                            read.marks.add(region.nested());
                        },
                        nested));
        try (RecordReader reader = RecordReader.open(source, skipping)) {
            while (reader.next()) {
                read.records.add(new int[] {(int) reader.offset(), reader.payloadSize()});
                boolean first = read.marks.isEmpty();
                if (!first && read.marks.get(read.marks.size() - 1).contains(NestedRecords.KEEP)) {
                    read.marked.add((int) reader.offset());
                }
            }
        }
        return read;
    }

    private static List<byte[]> payloads(Random random, int depth) {
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 1 + random.nextInt(25); i > 0; i--) {
            if (depth > 0 && random.nextInt(3) == 0) {
                payloads.add(RecordFiles.tfRecords(payloads(random, depth - 1).toArray(byte[][]::new)));
            } else {
                int size = random.nextInt(random.nextInt(8) == 0 ? 400 : 60);
                // Excludes 8 bytes: damage could move a length and its checksum after the header of such a record. They
                // would look like the payload and checksum of that record.
                byte[] payload = new byte[size == Long.BYTES ? size + 1 : size];
                random.nextBytes(payload);
                payloads.add(payload);
            }
        }
        return payloads;
    }

    private static String text(List<int[]> places) {
        return Arrays.deepToString(places.toArray());
    }

    private static void checkModel(byte[] file, Read read, NestedRecords nested, String round) {
        DamageModel.Found model = DamageModel.of(file, nested);
        assertThat(text(read.records)).as(round).isEqualTo(text(model.records()));
        assertThat(text(read.regions)).as(round).isEqualTo(text(model.regions()));
        assertThat(read.marks).as(round).isEqualTo(model.marks());
    }

    private static Read checkModel(byte[] file, String round) throws IOException {
        for (NestedRecords nested : NestedRecords.values()) {
            Read read = read(RecordFiles.source(file), RecordFiles.tfRecord(Compression.NONE), nested);
            checkModel(file, read, nested, round);
            checkTiling(file, read, round);
        }
        return read(RecordFiles.source(file), RecordFiles.tfRecord(Compression.NONE));
    }

    private static void checkTiling(byte[] file, Read read, String round) {
        List<int[]> tiles = new ArrayList<>();
        read.records.forEach(record -> tiles.add(new int[] {record[0], 16 + record[1]}));
        tiles.addAll(read.regions);
        tiles.sort((a, b) -> Integer.compare(a[0], b[0]));
        int at = 0;
        for (int[] tile : tiles) {
            assertThat(tile[0]).as(round).isEqualTo(at);
            at += tile[1];
        }
        assertThat(at).as(round).isEqualTo(file.length);
    }

    private static boolean holds(List<int[]> intact, int[] record) {
        return intact.stream().anyMatch(frame -> frame[0] == record[0] && frame[1] == 16 + record[1]);
    }

    /** Applies one kind of damage to flat records: the reader returns exactly the remaining intact frames. */
    @Test
    void returnsEveryIntactRecordAfterOneDamage() throws Exception {
        int[] whole = {0};
        int[] missed = {0};
        Rounds.run("one damage", ROUNDS, SOAK_ROUNDS, (random, name) -> {
            DamagedFile.Kind kind = DamagedFile.Kind.values()[random.nextInt(DamagedFile.Kind.values().length)];
            String round = name + " " + kind;
            DamagedFile file = new DamagedFile(random, payloads(random, 0));
            file.damage(kind);
            Read read = checkModel(file.bytes(), round);
            List<int[]> intact = file.intact();
            for (int[] record : read.records) {
                assertThat(holds(intact, record)).as(round).isTrue();
            }
            switch (kind) {
                case SWAPPED, DUPLICATED -> {
                    whole[0] += DamagedFile.apart(intact);
                    missed[0] += DamagedFile.apart(intact) - read.records.size();
                }
                case CUT, INSERTED, ZEROED, FLIPPED, OVERWRITTEN, TRUNCATED ->
                    assertThat(read.records).as(round).hasSameSizeAs(intact);
            }
        });
        // A moved record inside a damaged record looks like a nested record if it has two signs of nesting.
        assertThat(missed[0]).as("of %d moved or doubled ones", whole[0]).isLessThanOrEqualTo(whole[0] / 100);
    }

    /** Returns the number of records inside one of the frames. */
    private static int inside(List<int[]> frames, List<int[]> records) {
        int count = 0;
        for (int[] record : records) {
            int size = 16 + record[1];
            count += frames.stream()
                            .anyMatch(frame ->
                                    frame[1] > size && frame[0] <= record[0] && record[0] + size <= frame[0] + frame[1])
                    ? 1
                    : 0;
        }
        return count;
    }

    /** Applies several kinds of damage to one file, whose records may contain record files. */
    @Test
    void agreesWithTheModelAfterSeveralDamages() throws Exception {
        int[] whole = new int[2];
        int[] missed = new int[2];
        int[] invented = new int[2];
        Rounds.run("several damages", ROUNDS, SOAK_ROUNDS, (random, name) -> {
            boolean nested = random.nextBoolean();
            DamagedFile file = new DamagedFile(random, payloads(random, nested ? 2 : 0));
            for (int k = 1 + random.nextInt(5); k > 0; k--) {
                file.damage(DamagedFile.Kind.values()[random.nextInt(DamagedFile.Kind.values().length)]);
            }
            Read read = checkModel(file.bytes(), name);
            List<int[]> intact = nested ? file.moved() : file.intact();
            int found = 0;
            for (int[] record : read.records) {
                found += holds(intact, record) ? 1 : 0;
            }
            int which = nested ? 1 : 0;
            read.records.removeIf(record -> read.marked.contains(record[0]));
            invented[which] += nested
                    ? inside(intact, read.records)
                    : Math.toIntExact(read.records.stream()
                            .filter(record -> !holds(intact, record))
                            .count());
            whole[which] += intact.size();
            missed[which] += intact.size() - found;
        });
        // A moved record inside a damaged record looks like a nested record if it has two signs of nesting.
        assertThat(missed[0]).as("of %d", whole[0]).isLessThanOrEqualTo(whole[0] / 100);
        assertThat(invented[0]).isZero();
        assertThat(missed[1]).as("nested, of %d", whole[1]).isLessThanOrEqualTo(whole[1] / 100);
        // Damage can move nested records out of their payload. The reader returns them without a mark if they cover a
        // claimed end.
        assertThat(invented[1]).as("nested, of %d", whole[1]).isLessThanOrEqualTo(whole[1] / 1000);
    }

    /** Reads each file mapped, through a buffer, as a stream, and inside intact compressed streams. */
    @Test
    void returnsTheSameFromEveryKindOfSource() throws Exception {
        Rounds.run("every way in", 150, 3_000, (random, round) -> {
            DamagedFile damaged = new DamagedFile(random, payloads(random, random.nextInt(2)));
            for (int k = 1 + random.nextInt(4); k > 0; k--) {
                damaged.damage(DamagedFile.Kind.values()[random.nextInt(DamagedFile.Kind.values().length)]);
            }
            byte[] bytes = damaged.bytes();
            DamageModel.Found model = DamageModel.of(bytes);
            Path path = Files.write(directory.resolve("a"), bytes);
            RecordReaderOptions plain = RecordFiles.tfRecord(Compression.NONE);
            List<Read> reads = List.of(
                    read(ByteSource.of(path), plain),
                    read(ByteSource.of(path), plain.withoutMapping()),
                    read(ByteSource.of(new ByteArrayInputStream(bytes), "stream"), plain),
                    read(ByteSource.of(new OneByteChannel(bytes), "bytes"), plain),
                    read(RecordFiles.source(gzip(bytes)), RecordFiles.tfRecord(Compression.GZIP)),
                    read(RecordFiles.source(zlib(bytes)), RecordFiles.tfRecord(Compression.ZLIB)),
                    read(RecordFiles.source(snappy(bytes)), RecordFiles.tfRecord(Compression.SNAPPY)));
            for (Read read : reads) {
                assertThat(text(read.records)).as(round).isEqualTo(text(model.records()));
                assertThat(text(read.regions)).as(round).isEqualTo(text(model.regions()));
                assertThat(read.marks).as(round).isEqualTo(model.marks());
            }
        });
    }

    /** Starts a reader at each record: it agrees with a reader that starts earlier. */
    @Test
    void resultDependsOnlyOnTheOffset() throws Exception {
        Rounds.run("the place only", 200, 2_000, (random, name) -> {
            DamagedFile file = new DamagedFile(random, payloads(random, 1));
            for (int k = 0; k < 3; k++) {
                file.damage(DamagedFile.Kind.values()[random.nextInt(DamagedFile.Kind.values().length)]);
            }
            Read all = read(RecordFiles.source(file.bytes()), RecordFiles.tfRecord(Compression.NONE));
            if (all.records.isEmpty()) {
                return;
            }
            int first = random.nextInt(all.records.size());
            int from = all.records.get(first)[0];
            byte[] rest = Arrays.copyOfRange(file.bytes(), from, file.bytes().length);
            Read part = read(RecordFiles.source(rest), RecordFiles.tfRecord(Compression.NONE));
            part.records.forEach(record -> record[0] += from);
            assertThat(text(part.records)).as(name).isEqualTo(text(all.records.subList(first, all.records.size())));
        });
    }

    /** Damages a record that contains a record file: the reader returns none of the nested records. */
    @Test
    void dropsNestedRecords() throws Exception {
        Rounds.run("nested records", 1_000, 10_000, (random, name) -> {
            byte[] inner = RecordFiles.tfRecords(payloads(random, 0).toArray(byte[][]::new));
            List<byte[]> outer = List.of(new byte[] {1, 2, 3}, inner, new byte[] {4});
            byte[] file = RecordFiles.tfRecords(outer.toArray(byte[][]::new));
            int frame = 19;
            int end = frame + 16 + inner.length;
            int at = random.nextBoolean() ? frame + random.nextInt(12) : frame + 12 + random.nextInt(inner.length + 4);
            file[at] ^= (byte) (1 << random.nextInt(8));
            boolean last = random.nextBoolean();
            byte[] damaged = last ? Arrays.copyOf(file, end) : file;
            Read read = read(RecordFiles.source(damaged), RecordFiles.tfRecord(Compression.NONE));
            assertThat(text(read.records)).as(name).isEqualTo(last ? "[[0, 3]]" : "[[0, 3], [" + end + ", 1]]");
            assertThat(text(read.regions)).as(name).isEqualTo("[[" + frame + ", " + (end - frame) + "]]");
        });
    }

    private static byte[] largeInner() {
        byte[][] payloads = new byte[1500][];
        Random random = new Random(1);
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[1000];
            random.nextBytes(payloads[i]);
        }
        return RecordFiles.tfRecords(payloads);
    }

    private void checkOnlyOuter(byte[] file, int innerBytes, String what) throws IOException {
        String outer = "[[0, 3], [" + (19 + 16 + innerBytes) + ", 1]]";
        Path path = Files.write(directory.resolve("a"), file);
        RecordReaderOptions plain = RecordFiles.tfRecord(Compression.NONE);
        assertThat(text(read(ByteSource.of(path), plain).records)).as(what).isEqualTo(outer);
        assertThat(text(read(ByteSource.of(path), plain.withoutMapping()).records))
                .as(what)
                .isEqualTo(outer);
        assertThat(text(read(ByteSource.of(new ByteArrayInputStream(file), "stream"), plain).records))
                .as(what)
                .isEqualTo(outer);
    }

    /** Damages one header byte of a record of more than 1 MiB: the reader still finds the end of that record. */
    @Test
    void returnsNoNestedRecordAfterOneWrongHeaderByte() throws IOException {
        byte[] inner = largeInner();
        byte[] file = RecordFiles.tfRecords(new byte[] {1, 2, 3}, inner, new byte[] {4});
        for (int at = 0; at < 12; at++) {
            for (int change : new int[] {1, 0x80, 0xff}) {
                byte[] damaged = file.clone();
                damaged[19 + at] ^= (byte) change;
                checkOnlyOuter(damaged, inner.length, "byte " + at + " change " + change);
            }
        }
    }

    /** Overwrites or cuts the header of a record: the reader finds its end by the nested records. */
    @Test
    void returnsNoNestedRecordAfterALostHeader() throws IOException {
        byte[] inner = largeInner();
        byte[] file = RecordFiles.tfRecords(new byte[] {1, 2, 3}, inner, new byte[] {4});
        byte[] overwritten = file.clone();
        Arrays.fill(overwritten, 19, 19 + 12, (byte) 7);
        checkOnlyOuter(overwritten, inner.length, "overwritten");
        byte[] cut = new byte[file.length - 2];
        System.arraycopy(file, 0, cut, 0, 19);
        System.arraycopy(file, 21, cut, 19, cut.length - 19);
        Read read = read(RecordFiles.source(cut), RecordFiles.tfRecord(Compression.NONE));
        assertThat(text(read.records)).isEqualTo("[[0, 3], [" + (19 + 14 + inner.length) + ", 1]]");
    }

    /** Damages the header of a record and the next header. */
    @Test
    void returnsNoNestedRecordAfterTwoWrongHeaders() throws IOException {
        byte[] inner = RecordFiles.tfRecords(new byte[300], new byte[400]);
        byte[] file = RecordFiles.tfRecords(new byte[] {1, 2, 3}, inner, new byte[5], new byte[] {4});
        Arrays.fill(file, 19, 19 + 12, (byte) 7);
        file[19 + 16 + inner.length] ^= 1;
        Read read = read(RecordFiles.source(file), RecordFiles.tfRecord(Compression.NONE));
        assertThat(text(read.records)).isEqualTo("[[0, 3], [" + (19 + 16 + inner.length + 21) + ", 1]]");
    }

    /**
     * Truncates a record: only a nested record that claims to end with the payload proves that the others are nested.
     */
    @Test
    void marksRecordsInsideATornRecord() throws IOException {
        byte[] inner = RecordFiles.tfRecords(new byte[30], new byte[40], new byte[50]);
        byte[] file = RecordFiles.tfRecords(new byte[3], inner);
        int begin = 19 + 12;
        int last = begin + 46 + 56;
        for (int size = begin + 46; size < file.length; size++) {
            byte[] torn = Arrays.copyOf(file, size);
            RecordReaderOptions plain = RecordFiles.tfRecord(Compression.NONE);
            Read dropping = read(RecordFiles.source(torn), plain, NestedRecords.DROP);
            assertThat(text(dropping.records)).as("size %d", size).isEqualTo("[[0, 3]]");
            Read keeping = read(RecordFiles.source(torn), plain);
            boolean proven = size >= last + 12 && size < begin + inner.length;
            int kept = proven ? 0 : size < last ? 1 : size < begin + inner.length ? 2 : 3;
            assertThat(keeping.records).as("size %d", size).hasSize(1 + kept);
            assertThat(keeping.marked).as("size %d", size).hasSize(kept);
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] zlib(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream zlib = new DeflaterOutputStream(out)) {
            zlib.write(bytes);
        }
        return out.toByteArray();
    }

    /** Compresses to TensorFlow's framing with one block of literals. */
    static byte[] snappy(byte[] bytes) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int left = bytes.length; ; left >>>= 7) {
            if (left < 0x80) {
                block.write(left);
                break;
            }
            block.write(left & 0x7f | 0x80);
        }
        for (int at = 0; at < bytes.length; at += 60) {
            int count = Math.min(60, bytes.length - at);
            block.write((count - 1) << 2);
            block.write(bytes, at, count);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (bytes.length > 0) {
            out.writeBytes(java.nio.ByteBuffer.allocate(4).putInt(block.size()).array());
            out.writeBytes(block.toByteArray());
        }
        return out.toByteArray();
    }
}
