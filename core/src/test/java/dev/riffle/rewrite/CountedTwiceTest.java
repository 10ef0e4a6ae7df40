package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an operation with several passes reports damage and progress once. */
class CountedTwiceTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    @TempDir
    Path directory;

    private Path input = Path.of("");
    private int damages;
    private Progress last;

    /** An operation that chooses records. */
    @FunctionalInterface
    interface Operation {
        void run(RecordRewrite rewrite, RecordOutput target) throws IOException;
    }

    @BeforeEach
    void writeInput() throws IOException {
        input = directory.resolve("in");
        RecordWriter.write(input, OPTIONS, writer -> {
            for (int i = 0; i < 1000; i++) {
                writer.write(Example.builder().put("n", i).build().toByteArray());
            }
        });
        byte[] damaged = Files.readAllBytes(input);
        damaged[damaged.length / 2] ^= 1;
        Files.write(input, damaged);
    }

    @Test
    void reportsDamageAndRecordsOnce() throws IOException {
        FeatureFilter filter = FeatureFilter.parse("n >= 0");
        List<Operation> operations = List.of(
                RecordRewrite::copyTo,
                (rewrite, target) -> rewrite.take(1000, target),
                (rewrite, target) -> rewrite.slice(-999, 2000, target),
                (rewrite, target) -> rewrite.sample(0.5, 1, target),
                (rewrite, target) -> rewrite.sampleCount(50, 1, target),
                (rewrite, target) -> rewrite.filter(filter, target),
                (rewrite, target) -> rewrite.filterNot(filter, target),
                (rewrite, target) -> rewrite.dedupe(DistinctBy.payload(), target),
                (rewrite, target) -> rewrite.dedupe(
                        DistinctBy.payload(), target, RecordOutput.file(directory.resolve("dropped"), OPTIONS)),
                (rewrite, target) -> rewrite.countFiltered(filter),
                (rewrite, target) -> rewrite.countDuplicates(DistinctBy.payload()));
        List<RecordOutput> targets = List.of(
                RecordOutput.file(directory.resolve("out"), OPTIONS),
                RecordOutput.shards(ShardNames.of(directory.resolve("set"), 3), OPTIONS));
        for (RecordOutput target : targets) {
            for (int i = 0; i < operations.size(); i++) {
                damages = 0;
                last = null;
                RecordRewrite rewrite = RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(input)))
                        .reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> damages++)))
                        .progress(progress -> last = progress));
                operations.get(i).run(rewrite, target);
                assertThat(damages).as("operation %d", i).isOne();
                assertThat(last.finished()).as("operation %d", i).isTrue();
                assertThat(last.records()).as("operation %d", i).isBetween(998L, 999L);
                assertThat(last.bytes()).as("operation %d", i).isPositive().isLessThanOrEqualTo(3 * Files.size(input));
            }
        }
    }
}
