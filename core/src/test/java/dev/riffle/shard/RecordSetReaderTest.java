package dev.riffle.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSetReaderTest {

    private static final RecordWriterOptions DEFAULTS =
            RecordWriterOptions.defaults().withoutSync();

    private static final byte[] OF_RECORD =
            Example.builder().put("n", "value").build().toByteArray(Dialect.ONEFLOW);

    @TempDir
    private Path directory;

    private Path shard(int number, int count) {
        return ShardNames.of(directory.resolve("train.tfrecord"), count).path(number);
    }

    private static void write(Path file, RecordWriterOptions options, String... texts) throws IOException {
        RecordWriter.write(file, options, records -> {
            for (String text : texts) {
                records.write(text);
            }
        });
    }

    private static void writeOfRecord(Path file) throws IOException {
        RecordWriter.write(file, DEFAULTS.format(RecordFormat.OFRECORD), records -> records.write(OF_RECORD));
    }

    private RecordSet writtenSet() throws IOException {
        write(shard(0, 3), DEFAULTS, "a", "b");
        write(shard(1, 3), DEFAULTS);
        write(shard(2, 3), DEFAULTS, "c");
        return RecordSet.find(directory, "train.tfrecord@3");
    }

    private static void damage(Path file, int offset) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= 1;
        Files.write(file, bytes);
    }

    private static List<String> rest(RecordSetReader records) {
        return records.stream(Bytes::utf8).toList();
    }

    @Test
    void readsTheFilesInOrder() throws IOException {
        List<String> found = new ArrayList<>();
        try (RecordSetReader records = RecordSetReader.open(writtenSet())) {
            while (records.next()) {
                found.add(records.count() - 1 + " "
                        + Bytes.copyOf(records.payload()).utf8() + " " + records.index()
                        + " " + Path.of(records.place().name()).getFileName() + " "
                        + records.place().offset());
                assertThat(records.format()).isEqualTo(RecordFormat.TFRECORD);
            }
            assertThat(records.count()).isEqualTo(3);
            assertThat(records.tornTails()).isEmpty();
        }

        assertThat(found)
                .containsExactly(
                        "0 a 0 train.tfrecord-00000-of-00003 0",
                        "1 b 1 train.tfrecord-00000-of-00003 17",
                        "2 c 0 train.tfrecord-00002-of-00003 0");
    }

    @Test
    void hasNoPlaceWithoutARecord() throws IOException {
        try (RecordSetReader records = RecordSetReader.open(writtenSet())) {
            assertThatThrownBy(records::place).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(records::format).isInstanceOf(IllegalStateException.class);
            assertThat(rest(records)).containsExactly("a", "b", "c");
            assertThatThrownBy(records::place).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(records::format).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aSetWithoutFilesHasNoRecords() throws IOException {
        try (RecordSetReader records = RecordSetReader.open(RecordSet.of(List.of()))) {
            assertThat(records.next()).isFalse();
            assertThat(records.count()).isZero();
        }
    }

    @Test
    void readsFilesOfDifferentCompressions() throws IOException {
        List<ByteSource> sources = new ArrayList<>();
        for (Compression compression :
                List.of(Compression.NONE, Compression.GZIP, Compression.ZLIB, Compression.SNAPPY)) {
            Path file = directory.resolve(compression.name());
            write(file, DEFAULTS.compression(compression), compression.name());
            sources.add(ByteSource.of(file));
        }
        try (RecordSetReader records = RecordSetReader.open(RecordInput.of(sources))) {
            assertThat(rest(records)).containsExactly("NONE", "GZIP", "ZLIB", "SNAPPY");
        }
    }

    @Test
    void readsTheOpenFileOnly() throws IOException {
        List<String> events = new ArrayList<>();
        List<ByteSource> sources = new ArrayList<>();
        RecordSet set = writtenSet();
        for (int i = 0; i < 3; i++) {
            sources.add(new ObservedSource(set.sources().get(i), "file " + i, events));
        }
        RecordSetReader records = RecordSetReader.open(RecordInput.of(sources));
        assertThat(events).containsExactly("file 0 opened");
        records.next();
        records.next();
        assertThat(events).containsExactly("file 0 opened");
        records.next();
        assertThat(events)
                .containsExactly("file 0 opened", "file 0 closed", "file 1 opened", "file 1 closed", "file 2 opened");
        records.close();
        records.close();
        assertThat(events).hasSize(6).last().isEqualTo("file 2 closed");
    }

    /** Notes when a channel is opened and closed. */
    private record ObservedSource(ByteSource source, String name, List<String> events) implements ByteSource {

        @Override
        public OptionalLong size() throws IOException {
            return source.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            ReadableByteChannel channel = source.open(offset);
            events.add(name + " opened");
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    return channel.read(target);
                }

                @Override
                public boolean isOpen() {
                    return channel.isOpen();
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                    events.add(name + " closed");
                }
            };
        }
    }

    @Test
    void reportsAMissingFirstFileWhenItOpens() throws IOException {
        RecordSet set = writtenSet();
        Files.delete(shard(0, 3));

        assertThatThrownBy(() -> RecordSetReader.open(set))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("train.tfrecord-00000-of-00003");
    }

    @Test
    void neverPassesOverAFileThatItCannotOpen() throws IOException {
        RecordSet set = writtenSet();
        Files.delete(shard(1, 3));
        try (RecordSetReader records = RecordSetReader.open(set)) {
            assertThat(records.next()).isTrue();
            assertThat(records.next()).isTrue();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(records::next)
                        .isInstanceOf(NoSuchFileException.class)
                        .hasMessageContaining("train.tfrecord-00001-of-00003");
            }
            write(shard(1, 3), DEFAULTS, "late");
            assertThat(rest(records)).containsExactly("late", "c");
        }
    }

    @Test
    void rejectsAFileThatIsNotARecordFile() throws IOException {
        RecordSet set = writtenSet();
        Files.writeString(shard(2, 3), "id,name\n1,goat\n");
        try (RecordSetReader records = RecordSetReader.open(set)) {
            assertThat(records.next()).isTrue();
            assertThat(records.next()).isTrue();
            assertThatThrownBy(records::next)
                    .isInstanceOf(UnrecognizedFileException.class)
                    .hasMessageContaining("train.tfrecord-00002-of-00003");
        }
    }

    @Test
    void rejectsAMixtureOfFormats() throws IOException {
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        write(first, DEFAULTS, "a");
        writeOfRecord(second);
        try (RecordSetReader records = RecordSetReader.open(RecordSet.of(List.of(first, second)))) {
            assertThat(records.next()).isTrue();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(records::next)
                        .isInstanceOf(IOException.class)
                        .hasMessage(second + ": is OFRecord, but " + first
                                + " is TFRecord; read the files of each format separately");
            }
        }
    }

    @Test
    void aFileWithoutRecordsFitsBothFormats() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        Path compressed = directory.resolve("compressed");
        write(compressed, DEFAULTS.format(RecordFormat.OFRECORD).compression(Compression.GZIP));
        Path full = directory.resolve("full");
        writeOfRecord(full);
        for (Path other : List.of(empty, compressed)) {
            for (List<Path> files : List.of(List.of(other, full), List.of(full, other, full))) {
                try (RecordSetReader records = RecordSetReader.open(RecordSet.of(files))) {
                    while (records.next()) {
                        assertThat(records.format()).isEqualTo(RecordFormat.OFRECORD);
                        assertThat(records.payloadBytes()).isEqualTo(OF_RECORD);
                    }
                    assertThat(records.count()).isEqualTo(files.size() - 1);
                }
            }
        }
    }

    @Test
    void aCompressedFileWithRecordsHasOneFormat() throws IOException {
        Path compressed = directory.resolve("compressed");
        write(compressed, DEFAULTS.compression(Compression.GZIP), "a");
        Path full = directory.resolve("full");
        writeOfRecord(full);
        try (RecordSetReader records = RecordSetReader.open(RecordSet.of(List.of(compressed, full)))) {
            assertThat(records.next()).isTrue();
            assertThatThrownBy(records::next).hasMessageContaining("full: is OFRecord, but");
        }
        try (RecordSetReader records = RecordSetReader.open(RecordSet.of(List.of(full, compressed)))) {
            assertThat(records.next()).isTrue();
            assertThatThrownBy(records::next).hasMessageContaining("compressed: is TFRecord, but");
        }
    }

    @Test
    void readsADirectoryOfOneFlow() throws IOException {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        writeOfRecord(parts.resolve("part-0"));
        writeOfRecord(parts.resolve("part-1"));
        try (RecordSetReader records = RecordSetReader.open(RecordSet.of(List.of(parts)))) {
            assertThat(records.stream().map(Bytes::toByteArray)).containsExactly(OF_RECORD, OF_RECORD);
        }
        Files.delete(parts.resolve("part-0"));
        RecordSet incomplete = RecordSet.of(List.of(parts));
        assertThatThrownBy(() -> RecordSetReader.open(incomplete)).isInstanceOf(IOException.class);
    }

    @Test
    void damageNamesItsFile() throws IOException {
        RecordSet set = writtenSet();
        damage(shard(2, 3), 12);
        try (RecordSetReader records = RecordSetReader.open(set)) {
            records.next();
            records.next();
            assertThatThrownBy(records::next)
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("train.tfrecord-00002-of-00003");
            assertThat(records.count()).isEqualTo(2);
        }
    }

    @Test
    void skipsDamageInEachFile() throws IOException {
        RecordSet set = writtenSet();
        damage(shard(0, 3), 12);
        damage(shard(2, 3), 12);
        List<SkippedRegion> skipped = new ArrayList<>();
        RecordInput input =
                RecordInput.of(set).reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(skipped::add)));
        try (RecordSetReader records = RecordSetReader.open(input)) {
            assertThat(records.next()).isTrue();
            assertThat(records.index()).isEqualTo(1);
            assertThat(records.count()).isEqualTo(1);
            assertThat(records.next()).isFalse();
        }
        assertThat(skipped)
                .extracting(SkippedRegion::source)
                .containsExactly(shard(0, 3).toString(), shard(2, 3).toString());
    }

    @Test
    void reportsTheTornTailOfEachFile() throws IOException {
        RecordSet set = writtenSet();
        byte[] whole = Files.readAllBytes(shard(0, 3));
        Files.write(shard(0, 3), Arrays.copyOf(whole, whole.length - 1));
        RecordInput input =
                RecordInput.of(set).reading(RecordReaderOptions.defaults().damage(DamagePolicy.STOP_AT_TORN_TAIL));
        try (RecordSetReader records = RecordSetReader.open(input)) {
            assertThat(rest(records)).containsExactly("a", "c");
            assertThat(records.tornTails())
                    .singleElement()
                    .satisfies(tail ->
                            assertThat(tail.source()).isEqualTo(shard(0, 3).toString()));
        }
    }

    @Test
    void reportsProgress() throws IOException {
        RecordSet set = writtenSet();
        ProgressEvents events = new ProgressEvents();
        RecordInput input = RecordInput.of(set).progress(events);
        try (RecordSetReader records = RecordSetReader.open(input)) {
            records.next();
            assertThat(events.all()).isEmpty();
            assertThat(rest(records)).hasSize(2);
            assertThat(events.last()).isEqualTo(new Progress(3, set.totalBytes(), size(set), true));
        }
        events.last();
    }

    @Test
    void reportsProgressToAnEarlyEnd() throws IOException {
        RecordSet set = writtenSet();
        ProgressEvents events = new ProgressEvents();
        RecordSetReader records = RecordSetReader.open(RecordInput.of(set).progress(events));
        records.next();
        records.close();
        records.close();
        assertThat(events.last())
                .isEqualTo(new Progress(1, Files.size(set.files().get(0)) / 2, size(set), true));
    }

    private static OptionalLong size(RecordSet set) throws IOException {
        return OptionalLong.of(set.totalBytes());
    }

    @Test
    void aListenerThatThrowsReceivesTheRecordsOnce() throws IOException {
        Path file = directory.resolve("many");
        write(file, DEFAULTS, Collections.nCopies(300, "text").toArray(String[]::new));
        List<Long> reported = new ArrayList<>();
        RecordInput input = RecordInput.of(RecordSet.of(List.of(file))).progress(progress -> {
            reported.add(progress.records());
            throw new IllegalStateException("stopped");
        });
        RecordSetReader records = RecordSetReader.open(input);
        assertThatThrownBy(() -> rest(records)).hasMessage("stopped");
        records.close();
        assertThat(reported).containsExactly(256L);
        assertThatThrownBy(records::next).hasMessageContaining("closed");
    }

    @Test
    void cannotFollowFiles() throws IOException {
        RecordInput input = RecordInput.of(writtenSet())
                .reading(RecordReaderOptions.defaults().follow());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordSetReader.open(input))
                .withMessageContaining("follow");
    }
}
