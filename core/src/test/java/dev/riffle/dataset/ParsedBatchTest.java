package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.Rounds;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A batch of a parser reads the payloads of files without an object for each payload. Its elements, failures,
 * checkpoints and statistics equal those of a batch over single payloads.
 */
class ParsedBatchTest {

    private static final ExampleParser PARSER = ExampleParser.compile(FeatureSpecs.parse("a:int64, text:string"));

    /** A collator that needs an object for each payload. */
    private static final Collator<Bytes, ParsedFeatures> SINGLE = elements -> PARSER.parse(List.copyOf(elements));

    @TempDir
    Path directory;

    @Test
    void allocatesNoPayloads() throws IOException {
        int count = 4_000;
        int size = 1_000;
        Path file = file("many", payloads(new Random(1), count, size));
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:int64"));
        Dataset<ParsedFeatures> batches = RecordDataset.files(file).batch(64, Collator.parsed(parser));
        assertThat(rows(batches)).isEqualTo(count);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertThat(rows(batches)).isEqualTo(count);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        // Lineages, columns and the memory of the first batch remain.
        assertThat(allocated).isLessThan((long) count * size / 4);
    }

    private static long rows(Dataset<ParsedFeatures> batches) {
        long[] rows = new long[1];
        batches.forEach(batch -> rows[0] += batch.size());
        return rows[0];
    }

    @Test
    void keepsTheValuesOfEarlierBatches() throws IOException {
        byte[][] payloads = payloads(new Random(2), 500, 300);
        Path file = file("kept", payloads);
        List<ParsedFeatures> batches =
                RecordDataset.files(file).batch(7, Collator.parsed(PARSER)).toList();
        int row = 0;
        for (ParsedFeatures batch : batches) {
            for (int i = 0; i < batch.size(); i++, row++) {
                Example example = Example.parse(Bytes.copyOf(payloads[row]));
                assertThat(batch.dense("a").values().longAt(i))
                        .isEqualTo(example.feature("a").longAt(0));
                assertThat(batch.dense("text").values().bytesAt(i))
                        .isEqualTo(example.feature("text").bytesAt(0));
            }
        }
        assertThat(row).isEqualTo(500);
    }

    /** Damaged files, files in turn, parallel reads and rejected payloads. */
    @Test
    void equalsABatchOfSinglePayloads() throws Exception {
        Rounds.run("parsed batches", 100, (random, name) -> {
            List<Path> files = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                files.add(randomFile(random));
            }
            RecordReaderOptions options = random.nextBoolean()
                    ? RecordReaderOptions.defaults()
                    : RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> {}));
            int size = 1 + random.nextInt(20);
            int reads = random.nextInt(3);
            boolean parallel = random.nextBoolean();
            boolean drops = random.nextBoolean();
            Supplier<RecordDataset> records = () -> {
                RecordDataset all = RecordDataset.files(files).options(options);
                return reads == 0 ? all : all.parallelReads(reads);
            };
            Supplier<Dataset<ParsedFeatures>> direct =
                    () -> batches(records.get(), Collator.parsed(PARSER), size, parallel, drops);
            assertThat(outcomes(direct.get()))
                    .as(name)
                    .isEqualTo(outcomes(batches(records.get(), SINGLE, size, parallel, drops)));
            if (random.nextInt(10) == 0) {
                Resumes.everywhere(direct, ParsedBatchTest::view);
            }
        });
    }

    /** The file is mapped, so the reader itself accepts the record above the limit. */
    @Test
    void rejectsAPayloadAboveTheLimit() throws IOException {
        byte[][] payloads = payloads(new Random(4), 4_000, 300);
        payloads[10] = payloads(new Random(5), 1, 5_000)[0];
        Path file = file("large", payloads);
        RecordReaderOptions options = RecordReaderOptions.defaults().maxRecordSize(1_000);
        RecordDataset records = RecordDataset.files(file).options(options);
        List<Object> outcomes = outcomes(records.batch(8, Collator.parsed(PARSER)));
        assertThat(outcomes.get(1).toString()).contains("at most 1000 bytes");
        assertThat(outcomes).isEqualTo(outcomes(records.batch(8, SINGLE)));
    }

    private static Dataset<ParsedFeatures> batches(
            Dataset<Bytes> payloads,
            Collator<Bytes, ParsedFeatures> collator,
            int size,
            boolean parallel,
            boolean drops) {
        BatchDataset<Bytes, ParsedFeatures> batches = payloads.batch(size, collator);
        BatchDataset<Bytes, ParsedFeatures> some = drops ? batches.dropRemainder() : batches;
        return parallel ? some.parallel(Parallel.calls(2)) : some;
    }

    private static List<Object> outcomes(Dataset<ParsedFeatures> batches) {
        List<Object> outcomes = new ArrayList<>();
        try (DatasetIterator<ParsedFeatures> iterator = batches.iterator()) {
            while (iterator.hasNext()) {
                try {
                    outcomes.add(view(iterator.next()));
                } catch (DatasetException e) {
                    outcomes.add(e.getMessage() + e.origin() + e.getCause().getMessage());
                }
            }
        }
        return outcomes;
    }

    private static Object view(ParsedFeatures batch) {
        return batch.asMap();
    }

    @Test
    void observersSeeEqualElementsAndBytes() throws IOException {
        Path file = file("observed", payloads(new Random(3), 100, 200));
        List<PipelineStatistics> statistics = new ArrayList<>();
        List<List<Long>> counts = new ArrayList<>();
        for (Collator<Bytes, ParsedFeatures> collator : List.of(Collator.parsed(PARSER), SINGLE)) {
            Dataset<?> batches = RecordDataset.files(file).batch(8, collator);
            statistics.clear();
            batches.observed(PipelineObserver.everyElements(1_000_000, statistics::add))
                    .forEach(batch -> {});
            counts.add(statistics.get(statistics.size() - 1).stages().stream()
                    .flatMap(stage -> Stream.of(stage.elements(), stage.bytes(), stage.failures()))
                    .toList());
        }
        assertThat(counts.get(0)).isEqualTo(counts.get(1)).startsWith(100L);
    }

    private Path randomFile(Random random) throws IOException {
        byte[][] payloads = payloads(random, random.nextInt(60), random.nextInt(300));
        if (payloads.length > 0 && random.nextInt(4) == 0) {
            // This payload is a record, but no Example.
            payloads[random.nextInt(payloads.length)] = new byte[] {1, 2, 3};
        }
        byte[] content = RecordFiles.tfRecords(payloads);
        if (content.length > 0 && random.nextInt(3) == 0) {
            content[random.nextInt(content.length)] ^= 4;
        }
        byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(content, random.nextInt(content.length + 1)) : content;
        return Files.write(Files.createTempFile(directory, "records", ".tfrecord"), cut);
    }

    private Path file(String name, byte[][] payloads) throws IOException {
        return Files.write(directory.resolve(name), RecordFiles.tfRecords(payloads));
    }

    private static byte[][] payloads(Random random, int count, int size) {
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            byte[] text = new byte[size];
            random.nextBytes(text);
            payloads[i] =
                    Example.builder().put("a", i).put("text", text).build().toByteArray();
        }
        return payloads;
    }
}
