package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a global shuffle delivers every record of an index exactly once in each epoch, and that each epoch has
 * another order.
 */
class GlobalShuffleTest {

    private static final Seed SEED = new Seed(1, 2);

    @TempDir
    Path directory;

    /** Opens an index of mapped files. */
    RecordIndex open(List<Path> files) throws IOException {
        return RecordIndex.open(files);
    }

    private RecordIndex index(int records) throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("set" + records), 3);
        if (!Files.exists(names.paths().get(0))) {
            Dataset.range(records).writeShards(names, number -> Bytes.ofUtf8(Long.toString(number)));
        }
        return open(names.paths());
    }

    private static List<Long> numbers(Dataset<Bytes> dataset) {
        return dataset.map(record -> Long.parseLong(record.utf8())).toList();
    }

    private static Long[] upTo(long size) {
        return LongStream.range(0, size).boxed().toArray(Long[]::new);
    }

    @Test
    void returnsEachRecordOnceInAnotherOrderEachEpoch() throws IOException {
        try (RecordIndex index = index(200)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, SEED);
            List<Long> twice = numbers(shuffled.epochs(2));
            List<Long> first = twice.subList(0, 200);
            List<Long> second = twice.subList(200, 400);
            assertThat(first)
                    .containsExactlyInAnyOrder(upTo(200))
                    .isNotEqualTo(second)
                    .isEqualTo(numbers(shuffled));
            assertThat(second).containsExactlyInAnyOrder(upTo(200));
            assertThat(numbers(Dataset.globalShuffle(index, new Seed(1, 3)))).isNotEqualTo(first);
            assertThat(shuffled.shuffle(3, 7).seeds()).containsExactly(SEED, Seed.of(7));
            assertThat(numbers(shuffled.endless().take(450)).subList(0, 400)).isEqualTo(twice);
            assertThat(shuffled.cardinality()).isEqualTo(200);
            assertThat(shuffled.endless().cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
            assertThat(numbers(shuffled.epochs(0))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 64, 65, 200})
    void dividesTheRecordsAmongTheWorkers(int records) throws IOException {
        try (RecordIndex index = index(records)) {
            for (int workers = 1; workers <= 7; workers++) {
                List<Long> all = new ArrayList<>();
                for (int worker = 0; worker < workers; worker++) {
                    GlobalShuffleDataset part = Dataset.globalShuffle(index, SEED)
                            .worker(worker, workers)
                            .epochs(2);
                    List<Long> numbers = numbers(part);
                    assertThat(part.cardinality()).isEqualTo(numbers.size());
                    assertThat(numbers.size() / 2).isBetween(records / workers, (records + workers - 1) / workers);
                    all.addAll(numbers.subList(0, numbers.size() / 2));
                }
                assertThat(all).containsExactlyInAnyOrder(upTo(records));
            }
        }
    }

    @Test
    void endlessShuffleWithoutRecordsEnds() throws IOException {
        try (RecordIndex none = index(0);
                RecordIndex one = index(1)) {
            assertThat(Dataset.globalShuffle(none, SEED).endless().toList()).isEmpty();
            assertThat(Dataset.globalShuffle(one, SEED).endless().worker(1, 2).toList())
                    .isEmpty();
        }
    }

    @Test
    void resumesAfterEveryElement() throws IOException {
        try (RecordIndex index = index(65)) {
            Dataset<List<Long>> dataset = Dataset.globalShuffle(index, SEED)
                    .worker(1, 2)
                    .epochs(3)
                    .map(record -> Long.parseLong(record.utf8()))
                    .shuffle(10, Seed.of(7), Reshuffle.NEVER)
                    .batch(4);
            List<List<Long>> all = dataset.toList();
            for (int i = 0; i <= all.size(); i++) {
                Checkpoint checkpoint;
                try (DatasetIterator<List<Long>> iterator = dataset.iterator()) {
                    for (int k = 0; k < i; k++) {
                        iterator.next();
                    }
                    checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
                }
                List<List<Long>> rest = new ArrayList<>();
                try (DatasetIterator<List<Long>> iterator = dataset.resume(checkpoint)) {
                    iterator.forEachRemaining(rest::add);
                }
                assertThat(rest).as("after %d", i).isEqualTo(all.subList(i, all.size()));
                assertThat(checkpoint.toString().length()).isLessThan(1500);
            }
        }
    }

    @Test
    void rejectsACheckpointOfOtherRecordsOrAnotherWorker() throws IOException {
        try (RecordIndex index = index(65);
                RecordIndex other = index(64)) {
            GlobalShuffleDataset dataset = Dataset.globalShuffle(index, SEED);
            Checkpoint checkpoint;
            try (DatasetIterator<Bytes> iterator = dataset.iterator()) {
                checkpoint = iterator.checkpoint();
            }
            for (GlobalShuffleDataset different : List.of(
                    Dataset.globalShuffle(other, SEED),
                    Dataset.globalShuffle(index, new Seed(1, 1)),
                    dataset.epochs(2),
                    dataset.worker(0, 2))) {
                assertThatThrownBy(() -> different.resume(checkpoint))
                        .isInstanceOf(CheckpointException.class)
                        .hasMessageContaining("another pipeline")
                        .hasMessageContaining("globalShuffle");
            }
        }
    }

    @Test
    void rejectsWrongArguments() throws IOException {
        try (RecordIndex index = index(5)) {
            GlobalShuffleDataset dataset = Dataset.globalShuffle(index, SEED);
            assertThatThrownBy(() -> dataset.epochs(-1)).hasMessage("epochs must not be negative: -1");
            assertThatThrownBy(() -> dataset.worker(0, 0)).hasMessage("workers must be positive: 0");
            assertThatThrownBy(() -> dataset.worker(3, 3)).hasMessage("worker must be at least 0 and below 3: 3");
            assertThatThrownBy(() -> dataset.worker(-1, 3)).hasMessageContaining(": -1");
        }
    }

    /**
     * Tests that the dataset reports the position of a record damaged after indexing, and then delivers the other
     * records.
     */
    @Test
    void continuesAfterADamagedRecord() throws IOException {
        Path file = Files.write(directory.resolve("damaged"), RecordFiles.GOLDEN);
        try (RecordIndex index = open(List.of(file))) {
            byte[] content = RecordFiles.GOLDEN.clone();
            content[48] ^= 1;
            Files.write(file, content);
            List<Bytes> expected = new ArrayList<>();
            List<DatasetException> failures = new ArrayList<>();
            try (DatasetIterator<Bytes> iterator =
                    Dataset.globalShuffle(index, SEED).iterator()) {
                while (iterator.hasNext()) {
                    try {
                        expected.add(iterator.next());
                    } catch (DatasetException e) {
                        failures.add(e);
                    }
                }
            }
            assertThat(expected).containsExactlyInAnyOrder(Bytes.ofUtf8("abc"), Bytes.empty());
            assertThat(failures).hasSize(1);
            assertThat(failures.get(0).origin().orElseThrow().offset()).isEqualTo(35);
            assertThat(failures.get(0)).hasMessageContaining("damaged").hasMessageContaining("globalShuffle");
            Files.write(file, new byte[0]);
            assertThatThrownBy(() -> Dataset.globalShuffle(index, SEED).iterator())
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("index it again");
            Files.delete(file);
            assertThatThrownBy(() -> Dataset.globalShuffle(index, SEED).iterator())
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void writeShardsWritesAllFilesOrNone() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("out"), 3);
        assertThatThrownBy(() -> Dataset.range(100).writeShards(names, number -> {
                    if (number == 50) {
                        throw new IOException("no such number");
                    }
                    return Bytes.ofUtf8("x");
                }))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("writeShards")
                .hasMessageContaining("no such number");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
        assertThat(Dataset.range(100).writeShards(names, number -> Bytes.ofUtf8("x" + number)))
                .isEqualTo(100);
        assertThat(RecordDataset.files(names).toList()).hasSize(100).startsWith(Bytes.ofUtf8("x0"), Bytes.ofUtf8("x3"));
        assertThatThrownBy(() -> Dataset.range(1).writeShards(names, number -> Bytes.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("exists already");
    }

    @Test
    void beginsWithAnyEpoch() throws IOException {
        try (RecordIndex index = index(30)) {
            GlobalShuffleDataset shuffled = Dataset.globalShuffle(index, SEED);
            List<Long> four = numbers(shuffled.epochs(4));
            for (int epoch = 0; epoch < 4; epoch++) {
                GlobalShuffleDataset later = shuffled.fromEpoch(epoch);
                assertThat(numbers(later)).isEqualTo(four.subList(30 * epoch, 30 * epoch + 30));
                assertThat(numbers(later)).as("another iterator").isEqualTo(numbers(later));
                assertThat(numbers(later.epochs(4 - epoch))).isEqualTo(four.subList(30 * epoch, 120));
                assertThat(later.epochs(4 - epoch).cardinality()).isEqualTo(120 - 30 * epoch);
                assertThat(numbers(later.endless().take(30))).isEqualTo(numbers(later));
            }
            Dataset<Bytes> two = shuffled.fromEpoch(2).epochs(2).prefetch(3);
            Trace.resumes(two, two);
            assertThat(numbers(Dataset.globalShuffle(index, 7)))
                    .isEqualTo(numbers(Dataset.globalShuffle(index, Seed.of(7))));
            assertThatThrownBy(() -> shuffled.fromEpoch(-1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-1");
            assertThatThrownBy(() -> shuffled.fromEpoch(1L << 31)).isInstanceOf(IllegalArgumentException.class);
            assertThat(shuffled.epochs(Long.MAX_VALUE).cardinality()).isEqualTo(Long.MAX_VALUE);
            assertThat(shuffled.fromEpoch(3).epochs(Long.MAX_VALUE).cardinality())
                    .isEqualTo(Long.MAX_VALUE);
        }
    }
}
