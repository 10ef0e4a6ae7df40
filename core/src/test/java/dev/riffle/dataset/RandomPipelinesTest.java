package dev.riffle.dataset;

import dev.riffle.Rounds;
import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stops and resumes pipelines at every element: pipelines of TensorFlow's cases, and random pipelines of the same
 * operations.
 */
class RandomPipelinesTest {

    private static final int ROUNDS = Rounds.count(150);

    private static final List<String> SOURCES = List.of(
            "{\"range\":[-3,%d,1]}",
            "{\"range\":[%d,0,-1]}",
            "{\"lists\":[[1],[2,2],[],[3,%d,3],[4,4],[5]]}",
            "{\"files\":[[\"a0\",\"a1\"],[],[\"c0\",\"c1\",\"c2\"],[\"d%d\"]],\"num_parallel_reads\":2,\"compression\":\"GZIP\"}",
            "{\"files\":[[\"a\",\"bb\",\"c%d\"],[\"ddd\"]],\"num_parallel_reads\":null,\"compression\":\"\"}");

    private static final List<String> OPS = List.of(
            "[\"map_mul\",%d]",
            "[\"map_with_seed\",%d0]",
            "[\"filter_mod\",%d,1]",
            "[\"take\",%d]",
            "[\"skip\",%d]",
            "[\"shard\",2,1]",
            "[\"repeat\",%d]",
            "[\"shuffle\",%d,42,true]",
            "[\"shuffle\",%d,7,false]",
            "[\"shuffle\",%d,99,true],[\"repeat\",3]",
            "[\"batch\",%d,false]",
            "[\"batch\",%d,true],[\"unbatch\"]",
            "[\"padded_batch\",%d,false,null]",
            "[\"ragged_batch\",%d,false]",
            "[\"ragged_batch\",%d,false],[\"unbatch\"]",
            "[\"interleave\",%d,2,3]",
            "[\"interleave_mod\",%d,1,3]",
            "[\"flat_map_repeat\",%d]",
            "[\"window\",%d,2,1,false]",
            "[\"window\",2,%d,2,true]",
            "[\"enumerate\",%d]",
            "[\"zip_range\",0,%d]",
            "[\"concat_range\",0,%d]",
            "[\"take_while_lt\",%d]",
            "[\"unique\"]",
            "[\"scan_sum\"]",
            "[\"bucket\",[2,3],[2,%d,2],false,false]",
            "[\"batch\",2,false],[\"bucket\",[2,3],[2,%d,2],false,false]",
            "[\"batch\",%d,false],[\"bucket\",[2],[1,2],true,false]",
            "[\"ragged_batch\",3,false],[\"unbatch\"],[\"bucket\",[2],[%d,3],false,true]",
            "[\"group_by_window_mod\",3,%d]",
            "[\"cache\"]",
            "[\"prefetch\",%d]",
            "[\"batch\",2,false],[\"rebatch\",%d,false]");

    @TempDir
    private Path directory;

    @Test
    void resumesThePipelinesOfTensorFlowEverywhere() throws IOException {
        AtomicInteger number = new AtomicInteger();
        int step = Rounds.step(7);
        ConformanceFile.runSilently("pipelines.jsonl", aCase -> {
            if (number.getAndIncrement() % step == 0 && isBuilt(aCase)) {
                Resumes.inOnePass(() -> built(aCase), RandomPipelinesTest::view);
            }
            return List.of();
        });
    }

    @Test
    void resumesRandomPipelinesEverywhere() {
        long first = Rounds.seed("random pipelines");
        for (int round = 0; round < ROUNDS; round++) {
            String text = text(new Random(first + round));
            ConformanceCase aCase = new ConformanceCase(((JsonValue.Members) JsonValue.parse(text)).members());
            if (isBuilt(aCase)) {
                try {
                    Resumes.everywhere(() -> built(aCase), RandomPipelinesTest::view);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed " + (first + round) + ": " + text, e);
                }
            }
        }
    }

    private static String text(Random random) {
        StringBuilder ops = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            ops.append(ops.isEmpty() ? "" : ",")
                    .append(OPS.get(random.nextInt(OPS.size())).formatted(1 + random.nextInt(4)));
        }
        return "{\"source\":" + SOURCES.get(random.nextInt(SOURCES.size())).formatted(1 + random.nextInt(12))
                + ",\"ops\":[" + ops + "]}";
    }

    /** Returns whether Riffle can build the pipeline. Some random operations are not compatible. */
    private boolean isBuilt(ConformanceCase aCase) {
        try {
            built(aCase);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Dataset<Object> built(ConformanceCase aCase) {
        try {
            return new CasePipeline(directory).build(aCase);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object view(Object element) {
        return CaseElements.json(element).toJson();
    }
}
