package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.repair.RecordRepair;
import dev.riffle.rewrite.DistinctBy;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.rewrite.SetDiff;
import dev.riffle.scan.ParallelScan;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSetReader;
import dev.riffle.shard.ShardNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rules of events with every operation that reports progress. */
class OperationsProgressTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();
    private static final int RECORDS = 3000;
    private static final int PAYLOAD_BYTES = 500;

    @TempDir
    Path directory;

    private int outputs;

    /** An operation on files. The listener receives its progress. */
    private interface Operation {
        void run(List<Path> files, Consumer<Progress> listener) throws IOException;
    }

    private final Map<String, Operation> ofSets = new LinkedHashMap<>();
    private final Map<String, Operation> ofFiles = new LinkedHashMap<>();

    /** The operations that read the sources several times, with the number of passes. */
    private final Map<String, Integer> passes = Map.of(
            "split", 2,
            "sample a number", 3,
            "filter", 2,
            "dedupe", 2,
            "dedupe to two", 2,
            "compare by key with changes", 2,
            "repair to shards", 2);

    @BeforeEach
    void listOperations() {
        FeatureFilter filter = FeatureFilter.parse("n >= 0");
        ofSets.put("read", (files, listener) -> {
            try (RecordSetReader reader = RecordSetReader.open(input(files, listener))) {
                while (reader.next()) {
                    assertThat(reader.count()).isPositive();
                }
            }
        });
        ofSets.put("copy", rewrite(on -> on.copyTo(output())));
        ofSets.put("split", rewrite(on -> on.copyTo(shards())));
        ofSets.put("slice", rewrite(on -> on.slice(0, Long.MAX_VALUE, output())));
        ofSets.put("sample", rewrite(on -> on.sample(0.5, 1, output())));
        ofSets.put("sample a number", rewrite(on -> on.sampleCount(10, 1, shards())));
        ofSets.put("filter", rewrite(on -> on.filter(filter, shards())));
        ofSets.put("filter others", rewrite(on -> on.filterNot(filter, output())));
        ofSets.put("count filtered", rewrite(on -> on.countFiltered(filter)));
        ofSets.put("dedupe", rewrite(on -> on.dedupe(DistinctBy.payload(), output())));
        ofSets.put("dedupe to two", rewrite(on -> on.dedupe(DistinctBy.payload(), output(), shards())));
        ofSets.put("count duplicates", rewrite(on -> on.countDuplicates(DistinctBy.payload())));
        ofSets.put("append in place", rewrite(on -> on.appendInPlace(existing(Compression.NONE))));
        ofSets.put("append", rewrite(on -> on.appendTo(existing(Compression.GZIP))));
        ofSets.put("append to zlib", rewrite(on -> on.appendTo(existing(Compression.ZLIB))));
        ofSets.put("recompress", (files, listener) -> {
            List<Path> written = new ArrayList<>();
            files.forEach(file -> written.add(free()));
            RecordRewrite.of(input(files, listener)).recompress(written, OPTIONS);
        });
        ofSets.put(
                "shuffle",
                (files, listener) -> ExternalShuffle.of(input(files, listener), 1)
                        .memory(ExternalShuffle.LEAST_MEMORY_BYTES)
                        .temporaryDirectory(directory)
                        .writeTo(output()));
        ofSets.put(
                "compare by position",
                (files, listener) -> SetDiff.of(input(files, listener), input(files, progress -> {}))
                        .byPosition(difference -> {}));
        ofSets.put(
                "compare the second",
                (files, listener) -> SetDiff.of(input(files, progress -> {}), input(files, listener))
                        .byKey(List.of("n"), difference -> {}));
        ofSets.put(
                "compare by key",
                (files, listener) -> SetDiff.of(input(files, listener), input(files, progress -> {}))
                        .byKey(List.of("n"), difference -> {}));
        ofSets.put(
                "compare by key with changes",
                (files, listener) -> SetDiff.of(input(files, listener), input(List.of(), progress -> {}))
                        .byKey(List.of("n"), difference -> {}));
        ofSets.put(
                "compare as bags",
                (files, listener) -> SetDiff.of(input(files, listener), input(files, progress -> {}))
                        .asBags(difference -> {}));
        ofSets.put(
                "open an index",
                (files, listener) -> RecordIndex.open(
                                files, IndexOptions.defaults().key("n").progress(listener))
                        .close());
        ofSets.put(
                "open an index on one thread",
                (files, listener) -> RecordIndex.open(
                                files,
                                IndexOptions.defaults()
                                        .rebuildIndexFiles()
                                        .threads(1)
                                        .progress(listener))
                        .close());
        ofSets.put(
                "index sources",
                (files, listener) -> RecordIndex.openSources(
                                sources(files), IndexOptions.defaults().progress(listener))
                        .close());
        ofFiles.put(
                "build an index file",
                (files, listener) ->
                        IndexFile.of(files.get(0)).build(IndexOptions.defaults().progress(listener)));
        ofFiles.put(
                "scan on one thread",
                (files, listener) -> ParallelScan.of(ByteSource.of(files.get(0)))
                        .threads(1)
                        .progress(listener)
                        .count());
        ofFiles.put(
                "scan on four threads",
                (files, listener) -> ParallelScan.of(ByteSource.of(files.get(0)))
                        .threads(4)
                        .progress(listener)
                        .run(split -> 0, result -> {}));
        ofFiles.put(
                "examine",
                (files, listener) -> RecordRepair.of(ByteSource.of(files.get(0)))
                        .progress(listener)
                        .examine());
        ofFiles.put(
                "repair",
                (files, listener) -> RecordRepair.of(ByteSource.of(files.get(0)))
                        .progress(listener)
                        .copyTo(output()));
        ofFiles.put(
                "repair to shards",
                (files, listener) -> RecordRepair.of(ByteSource.of(files.get(0)))
                        .progress(listener)
                        .copyTo(shards()));
    }

    private interface Rewriting {
        void run(RecordRewrite rewrite) throws IOException;
    }

    private static Operation rewrite(Rewriting rewriting) {
        return (files, listener) -> rewriting.run(RecordRewrite.of(input(files, listener)));
    }

    private static RecordInput input(List<Path> files, Consumer<Progress> listener) {
        return RecordInput.of(sources(files)).progress(listener);
    }

    private static List<ByteSource> sources(List<Path> files) {
        return files.stream().map(ByteSource::of).toList();
    }

    private Path free() {
        return directory.resolve("out" + outputs++);
    }

    private RecordOutput output() {
        return RecordOutput.file(free(), OPTIONS);
    }

    private RecordOutput shards() {
        return RecordOutput.shards(ShardNames.of(free(), 3), OPTIONS);
    }

    private Path existing(Compression compression) throws IOException {
        Path file = free();
        RecordWriter.write(file, OPTIONS.compression(compression), writer -> writer.write("old"));
        return file;
    }

    private Path file(String name, int first, int records, Compression compression) throws IOException {
        Random random = new Random(first);
        Path file = directory.resolve(name);
        RecordWriter.write(file, OPTIONS.compression(compression), writer -> {
            for (int i = first; i < first + records; i++) {
                byte[] bytes = new byte[PAYLOAD_BYTES];
                random.nextBytes(bytes);
                writer.write(Example.builder()
                        .put("n", i)
                        .put("b", Bytes.ofOwned(bytes))
                        .build()
                        .toByteArray());
            }
        });
        return file;
    }

    private void eachOperation(List<Path> files, Consumer<Map.Entry<String, Operation>> use) {
        ofSets.entrySet().forEach(use);
        if (files.size() == 1) {
            ofFiles.entrySet().forEach(use);
        }
    }

    private void assertLastEvents(List<Path> files, long records) throws IOException {
        long size = 0;
        for (Path file : files) {
            size += Files.size(file);
        }
        long bytes = size;
        eachOperation(files, entry -> {
            ProgressEvents events = new ProgressEvents();
            try {
                entry.getValue().run(files, events);
            } catch (IOException e) {
                throw new AssertionError(entry.getKey(), e);
            }
            int times = passes.getOrDefault(entry.getKey(), 1);
            assertThat(events.last())
                    .as(entry.getKey())
                    .isEqualTo(new Progress(records, times * bytes, OptionalLong.of(times * bytes), true));
            int most = (int) (times * (records / 256 + bytes / (1 << 20)) + 6 * files.size() + 12);
            assertThat(events.all()).as(entry.getKey()).hasSizeLessThan(most);
            if (bytes > 0) {
                assertThat(events.all()).as(entry.getKey()).hasSizeGreaterThan(1);
            }
        });
    }

    @Test
    void theLastEventHasAllRecordsAndBytes() throws IOException {
        for (Compression compression : List.of(Compression.NONE, Compression.GZIP.cutMembers(64 << 10))) {
            Path file = file("in" + compression.name(), 0, RECORDS, compression);
            assertLastEvents(List.of(file), RECORDS);
            Path second = file("second" + compression.name(), RECORDS, 10, compression);
            assertLastEvents(List.of(file, second), RECORDS + 10);
        }
    }

    @Test
    void anInputWithoutRecordsHasOneEvent() throws IOException {
        assertLastEvents(List.of(), 0);
        assertLastEvents(List.of(Files.createFile(directory.resolve("empty"))), 0);
    }

    @Test
    void theLastEventFollowsAnError() throws IOException {
        List<Path> missing = List.of(directory.resolve("missing"));
        eachOperation(missing, entry -> {
            ProgressEvents events = new ProgressEvents();
            assertThatThrownBy(() -> entry.getValue().run(missing, events))
                    .as(entry.getKey())
                    .isInstanceOf(NoSuchFileException.class);
            assertThat(events.last()).as(entry.getKey()).isEqualTo(new Progress(0, 0, OptionalLong.empty(), true));
        });
        Path damaged = file("in", 0, RECORDS, Compression.NONE);
        byte[] content = Files.readAllBytes(damaged);
        content[content.length - 5] ^= 1;
        Files.write(damaged, content);
        for (Map.Entry<String, Operation> entry : ofSets.entrySet()) {
            ProgressEvents events = new ProgressEvents();
            assertThatThrownBy(() -> entry.getValue().run(List.of(damaged), events))
                    .as(entry.getKey())
                    .isInstanceOf(CorruptRecordException.class);
            assertThat(events.last().bytes()).as(entry.getKey()).isLessThan(content.length);
            assertThat(events.last().totalBytes().getAsLong() % content.length)
                    .as(entry.getKey())
                    .isZero();
        }
    }

    @Test
    void damageThatIsSkippedIsDone() throws IOException {
        Path damaged = file("in", 0, RECORDS, Compression.NONE);
        byte[] content = Files.readAllBytes(damaged);
        content[content.length - 5] ^= 1;
        Files.write(damaged, content);
        Progress expected = new Progress(RECORDS - 1, content.length, OptionalLong.of(content.length), true);
        RecordReaderOptions skipping = RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> {}));
        ProgressEvents events = new ProgressEvents();
        RecordRewrite.of(input(List.of(damaged), events).reading(skipping)).copyTo(output());
        assertThat(events.last()).isEqualTo(expected);
        for (int threads : List.of(1, 4)) {
            events.clear();
            ParallelScan.of(ByteSource.of(damaged))
                    .reading(skipping)
                    .threads(threads)
                    .progress(events)
                    .count();
            assertThat(events.last()).isEqualTo(expected);
        }
        events.clear();
        RecordRepair.of(ByteSource.of(damaged)).progress(events).copyTo(output());
        assertThat(events.last()).isEqualTo(expected);
    }

    @Test
    void aRepairCountsTheBytesAfterABrokenStreamAsDone() throws IOException {
        byte[] content = Files.readAllBytes(file("in", 0, RECORDS, Compression.GZIP.cutMembers(64 << 10)));
        byte[] damaged = content.clone();
        damaged[content.length / 2] ^= 0x55;
        ProgressEvents events = new ProgressEvents();
        RecordRepair.of(RecordFiles.source(damaged)).progress(events).examine();
        Progress last = events.last();
        assertThat(last.records()).isBetween(RECORDS / 2L, RECORDS - 1L);
        assertThat(last.bytes()).isEqualTo(content.length);
        assertThat(last.totalBytes()).hasValue(content.length);
    }

    @Test
    void aStreamHasNoTotal() throws IOException {
        byte[] content = Files.readAllBytes(file("in", 0, RECORDS, Compression.GZIP));
        ProgressEvents events = new ProgressEvents();
        ByteSource stream = ByteSource.of(new ByteArrayInputStream(content), "stream");
        RecordRewrite.of(RecordInput.of(List.of(stream)).progress(events)).copyTo(output());
        assertThat(events.last()).isEqualTo(new Progress(RECORDS, content.length, OptionalLong.empty(), true));
        events.clear();
        RecordRepair.of(ByteSource.of(new ByteArrayInputStream(content), "stream"))
                .progress(events)
                .copyTo(RecordOutput.sink(ByteSink.of(new ByteArrayOutputStream(), "out"), OPTIONS));
        assertThat(events.last()).isEqualTo(new Progress(RECORDS, content.length, OptionalLong.empty(), true));
    }

    @Test
    void anOperationThatNeedsNotAllBytesEndsBelowTheTotal() throws IOException {
        Path file = file("in", 0, RECORDS, Compression.NONE);
        ProgressEvents events = new ProgressEvents();
        RecordRewrite.of(input(List.of(file), events)).take(10, output());
        assertThat(events.last())
                .isEqualTo(
                        new Progress(10, 10 * (Files.size(file) / RECORDS), OptionalLong.of(Files.size(file)), true));
    }

    @Test
    void theLastEventFollowsTheCommit() throws IOException {
        Path file = file("in", 0, 10, Compression.NONE);
        Path out = free();
        List<Boolean> exists = new ArrayList<>();
        RecordRewrite.of(input(List.of(file), progress -> exists.add(Files.exists(out))))
                .copyTo(RecordOutput.file(out, OPTIONS));
        assertThat(exists).containsExactly(false, true);
    }

    @Test
    void aListenerThatThrowsEndsTheOperationAndReceivesNoMoreEvents() throws IOException {
        Path file = file("in", 0, RECORDS, Compression.NONE);
        eachOperation(List.of(file), entry -> {
            int[] calls = {0};
            assertThatThrownBy(() -> entry.getValue().run(List.of(file), progress -> {
                        calls[0]++;
                        throw new IllegalStateException("stopped");
                    }))
                    .as(entry.getKey())
                    .hasMessageContaining("stopped");
            assertThat(calls[0]).as(entry.getKey()).isEqualTo(1);
        });
    }

    @Test
    void anIndexFileThatIsFreshLeavesOnlyItsVerification() throws IOException {
        Path file = file("in", 0, RECORDS, Compression.NONE);
        IndexFile.of(file).build(IndexOptions.defaults());
        ProgressEvents events = new ProgressEvents();
        RecordIndex.open(List.of(file), IndexOptions.defaults().progress(events))
                .close();
        assertThat(events.all()).containsExactly(new Progress(0, 0, OptionalLong.of(0), true));
        long bytes = Files.size(file);
        events = new ProgressEvents();
        IndexFile.of(file).verify(IndexOptions.defaults().progress(events));
        assertThat(events.last()).isEqualTo(new Progress(RECORDS, bytes, OptionalLong.of(bytes), true));
    }

    @Test
    void rejectsWrongNumbers() {
        assertThatThrownBy(() -> new Progress(-1, 0, OptionalLong.empty(), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("records must not be negative: -1");
        assertThatThrownBy(() -> new Progress(0, -1, OptionalLong.empty(), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bytes must not be negative: -1");
        assertThatThrownBy(() -> new Progress(0, 2, OptionalLong.of(1), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("totalBytes must be at least bytes, 2: 1");
    }
}
