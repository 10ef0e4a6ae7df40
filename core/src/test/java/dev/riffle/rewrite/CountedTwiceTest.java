package dev.riffle.rewrite;

import dev.riffle.shard.RecordInput;
import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.SetTarget;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that goes over its input more than once tells of it once. */
class CountedTwiceTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    @TempDir
    Path directory;

    private Path input = Path.of("");
    private int damages;
    private long bytes;

    /** One way to choose records. */
    @FunctionalInterface
    interface Operation {
        void run(Surgery surgery, SetTarget target) throws IOException;
    }

    @BeforeEach
    void makeInput() throws IOException {
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
    void damageAndProgressAreToldOnce() throws IOException {
        FeatureFilter filter = FeatureFilter.parse("n >= 0");
        List<Operation> operations = List.of(
                Surgery::copyTo,
                (surgery, target) -> surgery.take(1000, target),
                (surgery, target) -> surgery.slice(-999, 2000, target),
                (surgery, target) -> surgery.sample(0.5, 1, target),
                (surgery, target) -> surgery.sampleCount(50, 1, target),
                (surgery, target) -> surgery.filter(filter, target),
                (surgery, target) -> surgery.filterNot(filter, target),
                (surgery, target) -> surgery.dedupe(DistinctBy.payload(), target),
                (surgery, target) -> surgery.dedupe(
                        DistinctBy.payload(), target, SetTarget.file(directory.resolve("dropped"), OPTIONS)),
                (surgery, target) -> surgery.countFiltered(filter),
                (surgery, target) -> surgery.countDuplicates(DistinctBy.payload()));
        List<SetTarget> targets = List.of(
                SetTarget.file(directory.resolve("out"), OPTIONS),
                SetTarget.shards(ShardNames.of(directory.resolve("set").toString(), 3), OPTIONS));
        for (SetTarget target : targets) {
            for (int i = 0; i < operations.size(); i++) {
                damages = 0;
                bytes = 0;
                Surgery surgery = Surgery.of(RecordInput.of(List.of(ByteSource.of(input)))
                        .reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> damages++)))
                        .progress((records, more) -> bytes += more));
                operations.get(i).run(surgery, target);
                assertThat(damages).as("operation %d", i).isOne();
                assertThat(bytes).as("operation %d", i).isPositive().isLessThanOrEqualTo(Files.size(input));
            }
        }
    }
}
