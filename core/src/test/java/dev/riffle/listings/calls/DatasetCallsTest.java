package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.OfRecordParts;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.FileListDataset;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.TextLineDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.GlobalSeed;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.example.Example;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetCallsTest {

    @TempDir
    private Path directory;

    private Path path;
    private final ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64"));

    @BeforeEach
    void writeTwo() throws IOException {
        path = directory.resolve("two.tfrecord");
        RecordWriter.write(path, records -> {
            records.write(Example.builder().put("label", 4).build().toBytes());
            records.write(Example.builder().put("label", 5).build().toBytes());
        });
    }

    private static <T> List<T> all(Dataset<T> dataset) {
        return dataset.toList();
    }

    @Test
    void sources() throws IOException {
        assertThat(all(Dataset.range(5))).hasSize(5);
        Dataset<Long> counter = Dataset.range(0, Long.MAX_VALUE);
        assertThat(all(counter.take(1))).containsExactly(0L);
        assertThat(all(Dataset.range(1, 10, 2))).containsExactly(1L, 3L, 5L, 7L, 9L);
        assertThat(all(Dataset.of(1, 2, 3))).containsExactly(1, 2, 3);
        assertThat(all(Dataset.fromList(List.of("a", "b")))).containsExactly("a", "b");
        assertThat(all(Dataset.fromGenerator(() -> List.of(1, 2).iterator()))).containsExactly(1, 2);
        String x = "x";
        assertThat(all(Dataset.of(x))).containsExactly(x);
        Dataset<Long> random = Dataset.random(7);
        assertThat(all(random.take(2))).containsExactly(1992159687L, 3200305987L);
        Path lines = directory.resolve("lines.txt");
        Files.writeString(lines, "a\nb\n");
        assertThat(all(TextLineDataset.files(lines))).containsExactly("a", "b");
        CsvDecoder csv = CsvDecoder.of(CsvColumn.required(DType.STRING));
        assertThat(all(TextLineDataset.files(lines).map(line -> csv.decode(line))))
                .hasSize(2);
    }

    @Test
    void slices() {
        DenseTensor x = DenseTensor.vector(Values.ofLongs(1, 2, 3));
        DenseTensor y = DenseTensor.vector(Values.ofFloats(1, 2, 3));
        assertThat(all(Dataset.fromTensorSlices(x))).hasSize(3);
        assertThat(all(Dataset.fromTensorSlices(Map.of("x", x, "y", y)))).hasSize(3);
        assertThat(all(Dataset.fromArray(new long[] {1, 2, 3}))).containsExactly(1L, 2L, 3L);
        Dataset<Tensor> rows = Dataset.fromTensorSlices(x).batch(2, Collator.tensors());
        assertThat(all(rows.unbatch(Splitter.tensors()))).hasSize(3);
        assertThat(all(Dataset.fromTensorSlices(x).paddedBatch(2))).hasSize(2);
        assertThat(all(Dataset.fromTensorSlices(x).raggedBatch(2))).hasSize(2);
        Dataset<DenseTensor> words =
                Dataset.of("a b", "c").map(text -> DenseTensor.vector(Values.ofStrings(text.split(" "))));
        assertThat(all(words.bucketBySequenceLength(row -> row.values().size(), new int[] {3}, new int[] {2, 2})))
                .hasSize(1);
        assertThat(all(words.bucketBySequenceLength(
                        row -> row.values().size(), new int[] {3}, new int[] {2, 2}, Collator.ragged())))
                .hasSize(1);
        assertThat(all(words.paddedBatch(2, Collator.padded().shape(4).value("?"))))
                .hasSize(1);
    }

    @Test
    void counters() {
        Dataset<Long> counter = Dataset.range(2, Long.MAX_VALUE, 3);
        assertThat(all(counter.take(2))).containsExactly(2L, 5L);
    }

    @Test
    void linesOfSeveralFiles() throws IOException {
        Path a = Files.writeString(directory.resolve("a"), "a1\na2\n");
        Path b = Files.writeString(directory.resolve("b"), "b1\nb2\n");
        List<Path> paths = List.of(a, b);
        Dataset<String> lines = Dataset.fromList(paths)
                .interleave(file -> TextLineDataset.files(file), 2)
                .parallel(Parallel.calls(2));
        assertThat(all(lines)).containsExactly("a1", "b1", "a2", "b2");
    }

    @Test
    void oneElement() {
        Dataset<Long> dataset = Dataset.range(4);
        Long second = dataset.skip(1).take(1).single();
        assertThat(second).isEqualTo(1);
        try (DatasetIterator<Long> iterator = dataset.skip(3).iterator()) {
            Optional<Long> last = iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
            Optional<Long> none = iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
            assertThat(last).contains(3L);
            assertThat(none).isEmpty();
        }
    }

    @Test
    void groups() {
        Dataset<Long> dataset = Dataset.range(10);
        assertThat(all(dataset.groupByWindow(x -> x % 3, (key, group) -> group.batch(2), 2)))
                .hasSize(6);
    }

    @Test
    void files() throws IOException {
        List<Path> paths = List.of(path, path);
        assertThat(all(RecordDataset.files(path))).hasSize(2);
        assertThat(all(RecordDataset.files(paths))).hasSize(4);
        assertThat(all(RecordDataset.files(paths).parallelReads(2))).hasSize(4);
        RecordReaderOptions options = RecordReaderOptions.defaults().compression(Compression.NONE);
        assertThat(all(RecordDataset.files(path).options(options))).hasSize(2);
        Dataset<Path> files =
                FileListDataset.matching(directory + "/*.tfrecord").sorted();
        assertThat(all(files)).containsExactly(path);
        assertThat(all(FileListDataset.matching(directory + "/*.tfrecord").sorted()))
                .containsExactly(path);
        assertThat(all(FileListDataset.matching(directory + "/*.tfrecord").seed(7)))
                .containsExactly(path);
        assertThat(all(RecordDataset.files(files))).hasSize(2);
        Dataset<Bytes> inTurn = files.interleave(file -> RecordDataset.files(file), 4);
        assertThat(all(inTurn)).hasSize(2);
        Dataset<Bytes> records = files.interleave(file -> RecordDataset.files(file), 4)
                .blockLength(16)
                .parallel(Parallel.calls(2));
        assertThat(all(records)).hasSize(2);
        assertThat(all(files.flatMap(file -> RecordDataset.files(file)))).hasSize(2);
        Files.copy(path, directory.resolve("part-0"));
        assertThat(all(FileListDataset.in(directory, "part-*"))).hasSize(1);
        OfRecordParts parts = OfRecordParts.in(directory);
        assertThat(all(RecordDataset.sources(parts.source()).shuffle(1024, 42))).hasSize(2);
    }

    @Test
    void elements() {
        Dataset<Long> dataset = Dataset.range(10);
        assertThat(all(dataset.map(x -> x + 1))).hasSize(10);
        assertThat(all(dataset.map(x -> x + 1, Parallel.calls(2)))).hasSize(10);
        assertThat(all(dataset.map(x -> x + 1, Parallel.calls(-1)))).hasSize(10);
        assertThat(all(dataset.map(x -> x + 1, Parallel.calls(2).anyOrder()))).hasSize(10);
        assertThat(all(dataset.mapWithSeed(7, (x, random) -> x + random.nextDouble())))
                .hasSize(10);
        assertThat(all(dataset.filter(x -> x > 4))).hasSize(5);
        assertThat(all(dataset.takeWhile(x -> x < 4))).hasSize(4);
        assertThat(all(dataset.take(2))).hasSize(2);
        assertThat(all(dataset.take(10))).hasSize(10);
        assertThat(all(dataset.skip(1))).hasSize(9);
        assertThat(all(dataset.skip(2))).hasSize(8);
        assertThat(all(dataset.shard(4, 0))).containsExactly(0L, 4L, 8L);
        assertThat(all(dataset.repeat(2))).hasSize(20);
        Dataset<Long> endless = dataset.repeat();
        assertThat(all(endless.take(30))).hasSize(30);
        assertThat(all(dataset.map(x -> x % 3).unique())).containsExactly(0L, 1L, 2L);
        assertThat(all(dataset.shuffle(10, 42))).hasSize(10);
        assertThat(all(dataset.shuffle(10, 42, Reshuffle.NEVER))).hasSize(10);
        assertThat(all(dataset.enumerate())).contains(Pair.of(0L, 0L));
        assertThat(all(dataset.concatenate(dataset))).hasSize(20);
        assertThat(all(dataset.batch(10))).hasSize(1);
        assertThat(all(dataset.apply(numbers -> numbers.take(2)))).hasSize(2);
        assertThat(all(dataset.cache())).hasSize(10);
        assertThat(all(dataset.prefetch(2))).hasSize(10);
        assertThat(all(dataset.prefetch())).hasSize(10);
        assertThat(all(dataset.<Long, Long>scan(0L, (sum, x) -> Pair.of(sum + x, sum + x))))
                .endsWith(45L);
        assertThat(all(dataset.assertCardinality(10))).hasSize(10);
    }

    @Test
    void globalSeed() {
        Dataset<Long> dataset = Dataset.range(10);
        GlobalSeed global = GlobalSeed.of(7);
        assertThat(all(dataset.shuffle(10, global.next(), Reshuffle.EACH_ITERATION)))
                .hasSize(10);
        assertThat(all(dataset.shuffle(10, global.operation(42), Reshuffle.EACH_ITERATION)))
                .hasSize(10);
    }

    @Test
    void results() {
        Dataset<Long> dataset = Dataset.range(10);
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThat(iterator.hasNext()).isTrue();
        }
        assertThat(dataset.reduce(0L, (sum, x) -> sum + x)).isEqualTo(45);
        assertThat(dataset.take(1).single()).isEqualTo(0);
        assertThat(dataset.cardinality()).isEqualTo(10);
        assertThat(dataset.repeat().cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
        assertThat(dataset.filter(x -> x > 4).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(dataset.toList()).hasSize(10);
        Stream<Long> stream = dataset.stream();
        assertThat(stream.mapToLong(x -> x).sum()).isEqualTo(45);
        List<Long> seen = new ArrayList<>();
        for (Long x : dataset) {
            seen.add(x);
        }
        assertThat(seen).hasSize(10);
    }

    @Test
    void batches() {
        Dataset<Bytes> records = RecordDataset.files(path);
        assertThat(all(Dataset.range(5).batch(2))).hasSize(3);
        assertThat(all(Dataset.range(5).batch(2).dropRemainder())).hasSize(2);
        Dataset<ParsedFeatures> parsed = records.batch(32, Collator.parsed(parser));
        assertThat(all(parsed)).hasSize(1);
        Dataset<ParsedFeatures> several =
                records.batch(32, Collator.parsed(parser)).parallel(Parallel.calls(2));
        assertThat(all(several)).hasSize(1);
        Dataset<ParsedFeatures> features = RecordDataset.files(path)
                .shuffle(10_000, 42)
                .repeat(2)
                .batch(32, Collator.parsed(parser))
                .prefetch(1);
        assertThat(all(features)).hasSize(1);
        assertThat(all(Dataset.range(7).window(3).shift(2).flatMap(window -> window.batch(3))))
                .hasSize(4);
    }

    @Test
    void several() {
        Dataset<String> cats = Dataset.of("cat").repeat();
        Dataset<String> dogs = Dataset.of("dog").repeat();
        Dataset<Pair<String, String>> pairs = Dataset.zip(cats, dogs);
        assertThat(pairs.take(1).single()).isEqualTo(Pair.of("cat", "dog"));
        Dataset<List<String>> lists = Dataset.zip(List.of(cats, dogs, cats));
        assertThat(lists.take(1).single()).hasSize(3);
        Dataset<String> mixed =
                Dataset.sampleFromDatasets(List.of(cats, dogs), 0.5, 0.5).seed(42);
        Dataset<String> again = Dataset.sampleFromDatasets(List.of(cats, dogs), 0.5, 0.5)
                .seed(42)
                .rerandomizeEachIteration();
        assertThat(all(again.take(6))).hasSize(6);
        assertThat(all(mixed.take(6))).containsExactly("dog", "dog", "dog", "dog", "cat", "dog");
        assertThat(all(Dataset.chooseFromDatasets(List.of(cats, dogs), Dataset.of(0, 1))))
                .containsExactly("cat", "dog");
    }

    @Test
    void running() {
        Dataset<Long> dataset = Dataset.range(2).map(x -> 1 / x);
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThatThrownBy(() -> iterator.next()).isInstanceOf(DatasetException.class);
            Checkpoint checkpoint = iterator.checkpoint();
            assertThat(iterator.next()).isEqualTo(1);
            assertThatThrownBy(() -> iterator.next()).isInstanceOf(NoSuchElementException.class);
            try (DatasetIterator<Long> resumed = dataset.resume(checkpoint)) {
                assertThat(resumed.next()).isEqualTo(1);
            }
        }
        List<Optional<?>> bad = new ArrayList<>();
        assertThat(all(dataset.ignoreErrors(error -> bad.add(error.origin())).atMost(10)))
                .containsExactly(1L);
        assertThat(bad).hasSize(1);
    }

    @Test
    void anyRecord() throws IOException {
        try (RecordReader records = RecordReader.open(path);
                RecordIndex index = RecordIndex.open(List.of(path))) {
            records.next();
            long offset = records.endOffset();
            records.seek(offset, 1);
            assertThat(records.next()).isTrue();
            Bytes payload = index.get(1);
            assertThat(all(Dataset.globalShuffle(index, 42))).contains(payload);
            assertThat(payload).isEqualTo(Bytes.copyOf(records.payload()));
        }
    }

    @Test
    void written() throws IOException {
        Path target = directory.resolve("written.tfrecord");
        Dataset<Example> examples = RecordDataset.files(path).map(record -> Example.parse(record));
        assertThat(examples.writeRecords(target, example -> example.toBytes())).isEqualTo(2);
        assertThat(Files.size(target)).isEqualTo(Files.size(path));
        Dataset<Bytes> serialized = examples.map(example -> example.toBytes());
        target = directory.resolve("again.tfrecord");
        RecordDataset.write(serialized, target);
        assertThat(Files.mismatch(target, path)).isEqualTo(-1);
    }
}
