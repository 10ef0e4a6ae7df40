package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.index.IndexOptions;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.shard.RecordSet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Tests that Riffle chooses every count with a choice for -1, and rejects 0 and smaller numbers in the same words. */
class ChosenCountsTest {

    private static final String CHOSEN = ", or -1 (Riffle chooses): ";
    private static final Dataset<Long> RANGE = Dataset.range(4);
    private static final RecordDataset RECORDS = RecordDataset.filesNamed("a");
    private static final ExternalShuffle SHUFFLE = ExternalShuffle.of(RecordSet.of(List.of(Path.of("a"))), 1);

    /** The methods by the beginning of their messages. {@link ThreadDefaultsTest} lists the methods for threads. */
    private static Map<String, LongFunction<Object>> methods() {
        Map<String, LongFunction<Object>> methods = new LinkedHashMap<>();
        methods.put("calls must be positive", n -> Parallel.calls((int) n));
        methods.put("cycleLength must be positive", n -> RANGE.interleave(x -> RANGE, (int) n));
        methods.put("numParallelReads must be positive", n -> RECORDS.parallelReads((int) n));
        methods.put("maxRecordSize must be positive", RecordReaderOptions.defaults()::maxRecordSize);
        methods.put(
                "bytes must be at least 4096 and at most 67108864",
                n -> RecordWriterOptions.defaults().bufferSize((int) n));
        methods.put(
                "bytes must be at least 32768 and at most 8388608",
                n -> IndexOptions.defaults().accessPointSpacing((int) n));
        methods.put("bytes must be at least 65536", SHUFFLE::memory);
        return methods;
    }

    @Test
    void rejectsZeroAndNegativeNumbers() {
        methods().forEach((beginning, method) -> {
            for (long wrong : new long[] {0, -2, Integer.MIN_VALUE}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> method.apply(wrong))
                        .withMessage(beginning + CHOSEN + wrong);
            }
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RANGE.prefetch(-2))
                .withMessage("bufferSize must be positive" + CHOSEN + "-2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RECORDS.parallelReads(0, Parallel.calls(2)))
                .withMessage("numParallelReads must be positive" + CHOSEN + "0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IndexOptions.defaults().maxRecordSize(0))
                .withMessage("maxRecordSize must be positive" + CHOSEN + "0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IndexOptions.defaults().decompressedCache(-2))
                .withMessage("bytes must be at least 0" + CHOSEN + "-2");
    }

    @Test
    void choosesTheNumberOfProcessorsForCalls() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(Parallel.calls(-1)).hasToString(Parallel.calls(processors).toString());
    }

    @Test
    void choosesTheSameNumberOfInputsOnEveryMachine() {
        assertThat(RECORDS.parallelReads(-1))
                .hasToString(RECORDS.parallelReads(8).toString());
        assertThat(RECORDS.parallelReads(-1, Parallel.calls(2)))
                .hasToString(RECORDS.parallelReads(8, Parallel.calls(2)).toString());
        assertThat(RANGE.interleave(x -> RANGE, -1))
                .hasToString(RANGE.interleave(x -> RANGE, 8).toString());
        assertThat(RANGE.prefetch(-1)).hasToString(RANGE.prefetch().toString());
        assertThat(RANGE.prefetch(0)).isSameAs(RANGE);
    }

    @Test
    void choosesTheDefaultForLimits() {
        RecordReaderOptions reading = RecordReaderOptions.defaults();
        assertThat(reading.maxRecordSize(7).maxRecordSize(-1))
                .usingRecursiveComparison()
                .isEqualTo(reading);
        RecordWriterOptions writing = RecordWriterOptions.defaults();
        assertThat(writing.bufferSize(8192).bufferSize(-1))
                .usingRecursiveComparison()
                .isEqualTo(writing);
        IndexOptions indexing = IndexOptions.defaults();
        assertThat(indexing.accessPointSpacing(1 << 16).accessPointSpacing(-1))
                .usingRecursiveComparison()
                .isEqualTo(indexing);
        assertThat(indexing.decompressedCache(0).decompressedCache(-1))
                .usingRecursiveComparison()
                .isEqualTo(indexing);
        assertThat(SHUFFLE.memory(1 << 20).memory(-1))
                .usingRecursiveComparison()
                .isEqualTo(SHUFFLE);
    }
}
