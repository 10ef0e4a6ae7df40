package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyTest {

    private static final long ALL = Long.MAX_VALUE;

    @TempDir
    Path directory;

    /** The kinds of sources. */
    enum From {
        MAPPED,
        READ,
        MEMORY,
        STREAM,
        ONE_BYTE;

        RecordReader open(Path file, RecordReaderOptions options) throws IOException {
            return switch (this) {
                case MAPPED -> RecordReader.open(file, options);
                case READ -> RecordReader.open(file, options.withoutMapping());
                case MEMORY ->
                    RecordReader.open(ByteSource.of(Bytes.ofOwned(Files.readAllBytes(file)), "memory"), options);
                case STREAM ->
                    RecordReader.open(
                            ByteSource.of(new ByteArrayInputStream(Files.readAllBytes(file)), "stream"), options);
                case ONE_BYTE ->
                    RecordReader.open(ByteSource.of(new OneByteChannel(Files.readAllBytes(file)), "bytes"), options);
            };
        }
    }

    private static byte[] message(Random random, int most) {
        int size = random.nextInt(most);
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        // An unknown field, whose length is a varint of three bytes.
        payload.write(0x7a);
        payload.write(size & 0x7f | 0x80);
        payload.write(size >>> 7 & 0x7f | 0x80);
        payload.write(size >>> 14);
        byte[] content = new byte[size];
        random.nextBytes(content);
        payload.writeBytes(content);
        return payload.toByteArray();
    }

    private static List<byte[]> payloads(Random random, int bytes) {
        List<byte[]> payloads = new ArrayList<>();
        int most = random.nextInt(3) == 0 ? 300_000 : random.nextBoolean() ? 20_000 : 700;
        for (int all = 0; all < bytes; all += payloads.get(payloads.size() - 1).length + 16) {
            payloads.add(message(random, random.nextInt(20) == 0 ? most : most / 10));
        }
        return payloads;
    }

    @ParameterizedTest
    @EnumSource(From.class)
    void copiesEveryFormatAndCompressionWithAnyLimits(From from) throws IOException {
        Random random = new Random(Rounds.seed("copies " + from));
        int round = 0;
        int copies = Rounds.isFull() ? 3 : 1;
        for (RecordFormat format : BuiltInFormats.all()) {
            for (Compression in : compressions(format)) {
                for (Compression out : compressions(format)) {
                    for (int repeated = 0; repeated < copies; repeated++) {
                        // The last copy of a full run is longer than the MiB that a reader copies at once.
                        int bytes = repeated == 2 ? 1_500_000 : 500_000;
                        List<byte[]> payloads = payloads(random, from == From.ONE_BYTE ? 60_000 : bytes);
                        Path file = directory.resolve("in-" + round);
                        RecordWriterOptions options =
                                RecordWriterOptions.defaults().format(format).withoutSync();
                        Files.write(file, RecordFiles.write(options.compression(in), payloads.toArray(byte[][]::new)));
                        RecordReaderOptions reading =
                                RecordReaderOptions.defaults().format(format).compression(in);
                        String name = "round " + round++ + " " + format + " " + in + " " + out;
                        try (RecordReader reader = from.open(file, reading)) {
                            copyInParts(reader, options.compression(out), payloads, random, name);
                        }
                        Files.delete(file);
                    }
                }
            }
        }
    }

    private static List<Compression> compressions(RecordFormat format) {
        List<Compression> all =
                new ArrayList<>(List.of(Compression.NONE, Compression.GZIP, Compression.GZIP.cutMembers(65_536)));
        if (format == RecordFormat.TFRECORD) {
            all.add(Compression.ZLIB);
            all.add(Compression.SNAPPY);
        }
        return all;
    }

    /** Copies to several files with limits, and writes other records between the copies. */
    private void copyInParts(
            RecordReader reader, RecordWriterOptions options, List<byte[]> payloads, Random random, String name)
            throws IOException {
        int at = 0;
        int overhead = reader.format() == RecordFormat.TFRECORD ? 16 : 8;
        for (int part = 0; at < payloads.size() || part == 0; part++) {
            Path file = directory.resolve("out");
            List<byte[]> expected = new ArrayList<>();
            long size = 0;
            try (RecordWriter writer = RecordWriter.create(file, options)) {
                for (int call = 0; call < 4; call++) {
                    if (random.nextInt(4) == 0) {
                        byte[] own = message(random, 5000);
                        writer.write(own);
                        expected.add(own);
                        size += own.length + overhead;
                    }
                    if (random.nextInt(4) == 0 && reader.next()) {
                        assertThat(reader.payloadBytes()).as(name).isEqualTo(payloads.get(at++));
                        if (random.nextBoolean()) {
                            writer.write(reader.payload());
                            expected.add(payloads.get(at - 1));
                            size += payloads.get(at - 1).length + overhead;
                        }
                    }
                    long mostRecords = random.nextInt(3) == 0 ? ALL : random.nextInt(100);
                    long mostBytes = random.nextInt(3) == 0 ? ALL : random.nextInt(700_000);
                    int began = at;
                    long bytes = 0;
                    while (at < payloads.size()
                            && at - began < mostRecords
                            && (at == began || bytes + payloads.get(at).length + overhead <= mostBytes)) {
                        bytes += payloads.get(at).length + overhead;
                        expected.add(payloads.get(at++));
                    }
                    size += bytes;
                    assertThat(reader.copyTo(writer, mostRecords, mostBytes))
                            .as(name)
                            .isEqualTo(at - began);
                    if (at > began) {
                        assertThat(reader.index()).as(name).isEqualTo(at - 1);
                        assertThat(reader.payloadSize()).as(name).isEqualTo(payloads.get(at - 1).length);
                        assertThat(reader.endOffset() - reader.offset())
                                .as(name)
                                .isEqualTo(payloads.get(at - 1).length + overhead);
                        assertThatIllegalStateException().isThrownBy(reader::payload);
                    }
                    assertThat(writer.count()).as(name).isEqualTo(expected.size());
                    assertThat(writer.uncompressedSize()).as(name).isEqualTo(size);
                }
                writer.commit();
            }
            if (options.compression().orElseThrow() == Compression.NONE) {
                assertThat(Files.readAllBytes(file))
                        .as(name)
                        .isEqualTo(RecordFiles.write(options, expected.toArray(byte[][]::new)));
            }
            assertThat(RecordFiles.read(
                                    ByteSource.of(file),
                                    RecordReaderOptions.defaults()
                                            .format(options.format())
                                            .compression(options.compression().orElseThrow()))
                            .records())
                    .as(name)
                    .isEqualTo(expected.stream().map(Bytes::copyOf).toList());
            Files.delete(file);
        }
        assertThat(reader.next()).as(name).isFalse();
    }

    @Test
    void endsCutMembersAtTheEndsOfRecords() throws IOException {
        byte[][] payloads = new byte[3000][500];
        Random random = new Random(Rounds.seed("members"));
        Arrays.stream(payloads).forEach(random::nextBytes);
        Compression cut = Compression.GZIP.cutMembers(10_000);
        byte[] written = RecordFiles.write(RecordWriterOptions.defaults().compression(cut), payloads);
        Path out = directory.resolve("out");
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.tfRecords(payloads)));
                RecordWriter writer = RecordWriter.create(
                        out, RecordWriterOptions.defaults().compression(cut).withoutSync())) {
            assertThat(reader.copyTo(writer, ALL, ALL)).isEqualTo(3000);
            writer.commit();
        }
        assertThat(Files.readAllBytes(out)).isEqualTo(written);
    }

    @ParameterizedTest
    @EnumSource(From.class)
    void throwsTheDamageAfterWritingTheRecordsBeforeIt(From from) throws IOException {
        Random random = new Random(Rounds.seed("damage " + from));
        for (int round = 0; round < Rounds.count(60); round++) {
            byte[] content = RecordFiles.tfRecords(
                    payloads(random, from == From.ONE_BYTE ? 20_000 : 600_000).toArray(byte[][]::new));
            for (int i = 0; i <= round % 3; i++) {
                content[random.nextInt(content.length)] ^= (byte) (1 + random.nextInt(255));
            }
            if (round % 4 == 0) {
                content = Arrays.copyOf(content, random.nextInt(content.length));
            }
            Path file = Files.write(directory.resolve("damaged"), content);
            List<SkippedRegion> regions = new ArrayList<>();
            DamagePolicy policy = switch (round % 3) {
                case 0 -> DamagePolicy.FAIL;
                case 1 -> DamagePolicy.STOP_AT_TORN_TAIL;
                default -> DamagePolicy.skip(regions::add);
            };
            RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE).damage(policy);
            RecordFiles.Outcome expected = read(from.open(file, options));
            List<Long> places = regions.stream().map(SkippedRegion::offset).toList();
            regions.clear();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CorruptRecordException found = null;
            try (RecordReader reader = from.open(file, options);
                    RecordWriter writer = RecordWriter.create(out, "out", RecordWriterOptions.defaults())) {
                try {
                    while (reader.copyTo(writer, 1 + random.nextInt(500), random.nextInt(400_000)) > 0) {
                        // Copies until the end.
                    }
                } catch (CorruptRecordException e) {
                    found = e;
                    assertThatThrownBy(() -> reader.copyTo(writer, 1, 1)).isSameAs(e);
                }
                assertThat(writer.count()).isEqualTo(expected.records().size());
                writer.commit();
            }
            String name = from + " round " + round;
            assertThat(found == null).as(name).isEqualTo(expected.damage().isEmpty());
            if (found != null) {
                assertThat(found.recordOffset())
                        .as(name)
                        .isEqualTo(expected.only().recordOffset());
                assertThat(found.recordIndex())
                        .as(name)
                        .isEqualTo(expected.only().recordIndex());
                assertThat(found.reason()).as(name).isEqualTo(expected.only().reason());
            }
            assertThat(regions.stream().map(SkippedRegion::offset).toList())
                    .as(name)
                    .isEqualTo(places);
            byte[][] whole = expected.records().stream().map(Bytes::toByteArray).toArray(byte[][]::new);
            assertThat(out.toByteArray()).as(name).isEqualTo(RecordFiles.tfRecords(whole));
        }
    }

    private static RecordFiles.Outcome read(RecordReader opened) throws IOException {
        List<Bytes> records = new ArrayList<>();
        try (RecordReader reader = opened) {
            while (reader.next()) {
                records.add(Bytes.copyOf(reader.payload()));
            }
        } catch (CorruptRecordException e) {
            return new RecordFiles.Outcome(records, List.of(e));
        }
        return new RecordFiles.Outcome(records, List.of());
    }

    @Test
    void copiesAFollowedFileAsItGrows() throws IOException {
        Path file = directory.resolve("growing");
        Files.write(file, new byte[0]);
        byte[] content = RecordFiles.tfRecords(
                payloads(new Random(Rounds.seed("growing")), 700_000).toArray(byte[][]::new));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordReader reader =
                        RecordReader.open(file, RecordReaderOptions.defaults().follow());
                RecordWriter writer = RecordWriter.create(out, "out", RecordWriterOptions.defaults())) {
            for (int at = 0; at < content.length; at += 50_000) {
                Files.write(
                        file,
                        Arrays.copyOfRange(content, at, Math.min(content.length, at + 50_000)),
                        StandardOpenOption.APPEND);
                while (reader.copyTo(writer, 3, ALL) > 0) {
                    // Copies the complete records.
                }
            }
            writer.commit();
        }
        assertThat(out.toByteArray()).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 5000, 300_000, 1_500_000})
    void rejectsACommitIfTheFileShrinks(int size) throws IOException {
        Random random = new Random(Rounds.seed("shrinking"));
        byte[][] payloads = new byte[Math.max(4, 3_000_000 / size)][size];
        Arrays.stream(payloads).forEach(random::nextBytes);
        byte[] content = RecordFiles.tfRecords(payloads);
        for (int round = 0; round < Rounds.count(30); round++) {
            Path file = Files.write(directory.resolve("file-" + round), content);
            Path target = directory.resolve("target-" + round);
            Compression compression = round % 2 == 0 ? Compression.NONE : Compression.SNAPPY;
            long length = random.nextInt(content.length);
            boolean thrown = false;
            try (RecordReader reader = RecordReader.open(file)) {
                RecordWriter writer = RecordWriter.create(
                        target, RecordWriterOptions.defaults().withoutSync().compression(compression));
                try (writer) {
                    reader.copyTo(writer, random.nextInt(payloads.length), ALL);
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(length);
                    }
                    reader.copyTo(writer, ALL, ALL);
                    writer.commit();
                } catch (IOException | IllegalStateException e) {
                    thrown = true;
                    assertThat(e).isInstanceOf(CorruptRecordException.class);
                }
            }
            assertThat(thrown).as("round " + round).isTrue();
            assertThat(target).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource(From.class)
    void writesTheRecordsBeforeAListenerFailure(From from) throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[3000][200]);
        content[1500 * 216 + 50] ^= 1;
        Path file = Files.write(directory.resolve("file"), content);
        for (Throwable thrown : List.of(new IllegalStateException("listener"), new StackOverflowError("listener"))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            RecordReaderOptions options =
                    RecordFiles.tfRecord(Compression.NONE).damage(DamagePolicy.skip(region -> throwIt(thrown)));
            try (RecordReader reader = from.open(file, options);
                    RecordWriter writer = RecordWriter.create(out, "out", RecordWriterOptions.defaults())) {
                assertThatThrownBy(() -> reader.copyTo(writer, ALL, ALL)).isSameAs(thrown);
                assertThat(writer.count()).isEqualTo(1500);
                writer.commit();
            }
            assertThat(out.toByteArray()).isEqualTo(Arrays.copyOf(content, 1500 * 216));
        }
    }

    private static void throwIt(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writesTheRecordsBeforeAnUnexpectedSourceFailure(boolean mapped) throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[3000][200]);
        Path file = Files.write(directory.resolve("file"), content);
        ByteSource breaking = new ByteSource() {
            @Override
            public String name() {
                return "breaking";
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(content.length + 1L);
            }

            @Override
            public ReadableByteChannel open(long offset) throws IOException {
                ReadableByteChannel whole = ByteSource.of(file).open(offset);
                return new ReadableByteChannel() {
                    @Override
                    public int read(ByteBuffer target) throws IOException {
                        int read = whole.read(target);
                        if (read < 0) {
                            throw new IllegalStateException("broken");
                        }
                        return read;
                    }

                    @Override
                    public boolean isOpen() {
                        return whole.isOpen();
                    }

                    @Override
                    public void close() throws IOException {
                        whole.close();
                    }
                };
            }

            @Override
            public Optional<ByteBuffer> view(long offset, int length) throws IOException {
                if (offset > 0) {
                    throw new IllegalStateException("broken");
                }
                return mapped ? ByteSource.of(file).view(offset, length) : Optional.empty();
            }
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordReader reader = RecordReader.open(breaking, RecordFiles.tfRecord(Compression.NONE));
                RecordWriter writer = RecordWriter.create(out, "out", RecordWriterOptions.defaults())) {
            assertThatThrownBy(() -> reader.copyTo(writer, ALL, ALL)).hasMessage("broken");
            assertThat(writer.count()).isEqualTo(3000);
            writer.commit();
        }
        assertThat(out.toByteArray()).isEqualTo(content);
    }

    @ParameterizedTest
    @EnumSource(From.class)
    void aListenerMayWriteToTheSameWriter(From from) throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[3000][200]);
        content[1500 * 216 + 50] ^= 1;
        Path file = Files.write(directory.resolve("file"), content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordWriter writer = RecordWriter.create(out, "out", RecordWriterOptions.defaults())) {
            DamagePolicy marking = DamagePolicy.skip(region -> {
                try {
                    writer.write("lost");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE).damage(marking);
            try (RecordReader reader = from.open(file, options)) {
                assertThat(reader.copyTo(writer, ALL, ALL)).isEqualTo(2999);
            }
            assertThat(writer.count()).isEqualTo(3000);
            writer.commit();
        }
        byte[][] expected = new byte[3000][200];
        expected[1500] = "lost".getBytes(StandardCharsets.UTF_8);
        assertThat(out.toByteArray()).isEqualTo(RecordFiles.tfRecords(expected));
    }

    @Test
    void rejectsOtherFormatsAndNegativeLimits() throws IOException {
        try (RecordReader reader = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN));
                RecordWriter other = RecordWriter.create(
                        new ByteArrayOutputStream(),
                        "other",
                        RecordWriterOptions.defaults().format(RecordFormat.OFRECORD));
                RecordWriter same =
                        RecordWriter.create(new ByteArrayOutputStream(), "same", RecordWriterOptions.defaults())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> reader.copyTo(other, 1, 1))
                    .withMessage(
                            "memory: records of TFRECORD cannot be copied to a writer of OFRECORD; write the payloads"
                                    + " one by one");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> reader.copyTo(same, -1, 1))
                    .withMessage("mostRecords and mostBytes must not be negative: -1");
            assertThatIllegalArgumentException().isThrownBy(() -> reader.copyTo(same, 1, -1));
            assertThat(reader.copyTo(same, 0, ALL)).isZero();
            assertThat(reader.copyTo(same, ALL, 0)).isEqualTo(1);
            same.commit();
            other.commit();
        }
    }
}
