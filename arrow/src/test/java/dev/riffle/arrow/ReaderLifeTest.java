package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a reader releases its memory, threads and files, also after errors. */
class ReaderLifeTest {

    private static final int RECORDS = 100;
    private static final int FRAME = 16 + example(0).toByteArray().length;
    private static final FeatureSpecs SPECS = FeatureSpecs.parse("id:int64, name:string*");

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        Example[] examples = new Example[RECORDS];
        Arrays.setAll(examples, ReaderLifeTest::example);
        file = ArrowFiles.tfRecord(directory.resolve("a.tfrecord"), examples);
    }

    private static Example example(int id) {
        return Example.builder().put("id", (long) id).put("name", "a", "b").build();
    }

    /** Reads until the end or an error. Returns the ids of all rows. */
    private static List<Long> ids(ArrowReader reader, List<Throwable> errors) throws IOException {
        List<Long> ids = new ArrayList<>();
        try {
            while (reader.loadNextBatch()) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                for (int row = 0; row < root.getRowCount(); row++) {
                    ids.add(((BigIntVector) root.getVector("id")).get(row));
                }
            }
        } catch (IOException | RuntimeException e) {
            errors.add(e);
        }
        return ids;
    }

    private static List<Long> numbers(int from, int to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("riffle-arrow"))
                .toList();
    }

    private record Read(List<Long> ids, List<Throwable> errors) {}

    /** Reads with an allocator that fails if memory is not released, and checks threads and files. */
    private static Read read(RecordInput input, WatchedSource source, int threads) throws IOException {
        List<Throwable> errors = new ArrayList<>();
        List<Long> ids;
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = ArrowBatches.of(input, SPECS)
                        .batchSize(10)
                        .threads(threads)
                        .reader(allocator)) {
            ids = ids(reader, errors);
            if (!errors.isEmpty()) {
                assertThatThrownBy(reader::loadNextBatch).isSameAs(errors.get(0));
            } else {
                assertThat(reader.loadNextBatch()).isFalse();
                assertThat(reader.getVectorSchemaRoot().getRowCount()).isZero();
            }
        }
        assertThat(threads()).isEmpty();
        assertThat(source.open()).isZero();
        return new Read(ids, errors);
    }

    private WatchedSource watched(long mostBytes) {
        return new WatchedSource(ByteSource.of(file), mostBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aCompleteReadReleasesEverything(int threads) throws IOException {
        WatchedSource source = watched(Long.MAX_VALUE);

        Read read = read(RecordInput.of(List.of(source)), source, threads);

        assertThat(read.ids()).isEqualTo(numbers(0, RECORDS));
        assertThat(read.errors()).isEmpty();
        assertThat(source.opened()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void closingEarlyReleasesEverything(int threads) throws IOException {
        for (int batches = 0; batches < 4; batches++) {
            WatchedSource source = watched(Long.MAX_VALUE);
            try (BufferAllocator allocator = new RootAllocator()) {
                ArrowReader reader = ArrowBatches.of(RecordInput.of(List.of(source)), SPECS)
                        .batchSize(10)
                        .threads(threads)
                        .reader(allocator);
                for (int i = 0; i < batches; i++) {
                    assertThat(reader.loadNextBatch()).isTrue();
                }
                reader.close();
                reader.close();
                assertThat(allocator.getAllocatedMemory()).isZero();
                assertThatThrownBy(reader::loadNextBatch)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the reader is closed");
            }
            assertThat(threads()).isEmpty();
            assertThat(source.open()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void anIoErrorEndsTheReadAfterTheRecordsBefore(int threads) throws IOException {
        int whole = 37;
        WatchedSource source = watched((long) whole * FRAME + 5);

        Read read = read(RecordInput.of(List.of(source)), source, threads);

        assertThat(read.ids()).isEqualTo(numbers(0, whole));
        assertThat(read.errors()).singleElement().isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aRecordThatDoesNotFitEndsTheReadAfterTheBatchesBefore(int threads) throws IOException {
        Example[] examples = new Example[RECORDS];
        Arrays.setAll(examples, i -> i == 55 ? Example.builder().put("id", "x").build() : example(i));
        ArrowFiles.tfRecord(file, examples);
        WatchedSource source = watched(Long.MAX_VALUE);

        Read read = read(RecordInput.of(List.of(source)), source, threads);

        assertThat(read.ids()).isEqualTo(numbers(0, 50));
        assertThat(read.errors())
                .singleElement()
                .isInstanceOf(RecordMismatchException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith(file + ": record 55 at offset " + 55 * FRAME + ": column \"id\": expected int64");
    }

    private void damage(int record) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[record * FRAME + 20] ^= 1;
        Files.write(file, bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void damageEndsTheReadAfterTheRecordsBefore(int threads) throws IOException {
        damage(63);
        WatchedSource source = watched(Long.MAX_VALUE);

        Read read = read(RecordInput.of(List.of(source)), source, threads);

        assertThat(read.ids()).isEqualTo(numbers(0, 63));
        assertThat(read.errors()).singleElement().isInstanceOfSatisfying(CorruptRecordException.class, e -> {
            assertThat(e.getMessage()).startsWith(file + ": record 63 at offset " + (63 * FRAME + 12));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void skippedDamageIsReportedAndLeavesAGapInTheNumbers(int threads) throws IOException {
        damage(63);
        WatchedSource source = watched(Long.MAX_VALUE);
        List<SkippedRegion> skipped = new ArrayList<>();
        RecordInput input = RecordInput.of(List.of(source))
                .reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(skipped::add)));

        Read read = read(input, source, threads);

        List<Long> expected = new ArrayList<>(numbers(0, RECORDS));
        expected.remove(63L);
        assertThat(read.ids()).isEqualTo(expected);
        assertThat(skipped).hasSize(1);
        assertThat(ArrowValues.read(ArrowBatches.of(input, new Schema(RecordSchemas.placeFields()))
                                .threads(threads))
                        .get(63))
                .containsEntry("_record", 64L)
                .containsEntry("_offset", 64L * FRAME);
    }

    @Test
    void theListenerOfTheInputReceivesProgress() throws IOException {
        List<Progress> events = new ArrayList<>();
        RecordInput input = ArrowFiles.input(file, file).progress(events::add);

        ArrowValues.read(ArrowBatches.of(input, SPECS));

        Progress last = events.get(events.size() - 1);
        assertThat(last.finished()).isTrue();
        assertThat(last.records()).isEqualTo(2L * RECORDS);
        assertThat(last.bytes()).isEqualTo(2 * Files.size(file));
        assertThat(events.stream().filter(Progress::finished)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tooLittleMemoryIsAnErrorThatReleasesEverything(int threads) throws IOException {
        int failed = 0;
        for (long limit = 0; limit < 4096; limit += limit < 64 ? 4 : 256) {
            WatchedSource source = watched(Long.MAX_VALUE);
            List<Throwable> errors = new ArrayList<>();
            try (BufferAllocator allocator = new RootAllocator(limit);
                    ArrowReader reader = ArrowBatches.of(RecordInput.of(List.of(source)), SPECS)
                            .batchSize(50)
                            .threads(threads)
                            .reader(allocator)) {
                ids(reader, errors);
            }
            for (Throwable error : errors) {
                failed++;
                assertThat(error)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith(
                                "the allocator \"ROOT\" has too little memory for the vectors of a batch: its"
                                        + " limit is " + limit + " bytes, of which ")
                        .hasMessageEndingWith("; use a larger limit, smaller batches, fewer threads or fewer columns");
            }
            assertThat(threads()).isEmpty();
            assertThat(source.open()).isZero();
        }
        assertThat(failed).isBetween(16, 31);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void vectorsThatAConsumerKeepsDoNotChange(int threads) throws IOException {
        Map<Long, BigIntVector> kept = new LinkedHashMap<>();
        try (BufferAllocator allocator = new RootAllocator()) {
            try (ArrowReader reader = ArrowBatches.of(ArrowFiles.input(file), SPECS)
                    .batchSize(10)
                    .threads(threads)
                    .reader(allocator)) {
                while (reader.loadNextBatch()) {
                    BigIntVector ids =
                            (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
                    TransferPair pair = ids.getTransferPair(allocator);
                    pair.transfer();
                    BigIntVector own = (BigIntVector) pair.getTo();
                    kept.put(own.get(0), own);
                }
            }
            assertThat(kept.keySet()).containsExactly(0L, 10L, 20L, 30L, 40L, 50L, 60L, 70L, 80L, 90L);
            kept.forEach((first, ids) -> {
                assertThat(ids.getValueCount()).isEqualTo(10);
                assertThat(ids.get(9)).isEqualTo(first + 9);
                ids.close();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anInterruptDoesNotLoseMemory(int threads) throws IOException {
        List<Throwable> errors = new ArrayList<>();
        WatchedSource source = watched(Long.MAX_VALUE);
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = ArrowBatches.of(RecordInput.of(List.of(source)), SPECS)
                        .batchSize(10)
                        .threads(threads)
                        .reader(allocator)) {
            Thread.currentThread().interrupt();
            ids(reader, errors);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(threads()).isEmpty();
        assertThat(source.open()).isZero();
    }

    @Test
    void aMissingFileIsAnErrorOfTheFirstBatch() throws IOException {
        Path missing = directory.resolve("none");
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader =
                        ArrowBatches.of(ArrowFiles.input(missing), SPECS).reader(allocator)) {
            assertThatThrownBy(reader::loadNextBatch)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(missing.toString());
        }
    }
}
