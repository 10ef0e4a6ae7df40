package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.interop.TensorFlowDatasets.Rewriting;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that random pipelines deliver the same elements as TensorFlow's operations in every pass. The test compares
 * values, order, failures and the number of drawn seeds. {@code -Driffle.pipelines} sets the number of pipelines.
 */
@ExtendWith(TensorFlowPresence.class)
class PipelineInteropIT {

    private static final long SEED = Rounds.seed("pipelines");
    private static final int PIPELINES = Integer.getInteger("riffle.pipelines", 1000);
    private static final int PASSES = 3;
    private static final int MOST_ELEMENTS = 40;
    private static final int FILES_PER_COMPRESSION = 3;

    @TempDir
    Path directory;

    private final List<Path> files = new ArrayList<>();
    private final List<String> compressions = new ArrayList<>();
    private final List<List<Long>> filesByCompression = new ArrayList<>();

    @BeforeEach
    void writeFiles() throws IOException {
        for (Compression compression : Compression.builtIn()) {
            List<Long> same = new ArrayList<>();
            for (int i = 0; i < FILES_PER_COMPRESSION; i++) {
                Path file = directory.resolve(compression.name() + i);
                List<byte[]> records = new ArrayList<>();
                for (int k = 0; k < 3 * i; k++) {
                    records.add((compression.name().charAt(0) + "" + i + k).getBytes(StandardCharsets.UTF_8));
                }
                RecordInteropIT.write(file, compression, records);
                same.add((long) files.size());
                files.add(file);
                compressions.add(compression.name().equals("NONE") ? "" : compression.name());
            }
            filesByCompression.add(same);
        }
    }

    @Test
    void randomPipelinesAgreeWithTensorFlow() {
        forEachPlan(PIPELINES, (plan, passes, at) -> {
            List<String> expected = passes.theirs(plan, Rewriting.HERE);
            assertThat(passes.ours(plan)).as(at).isEqualTo(expected);
        });
    }

    @Test
    void resumedPipelinesAgreeWithTensorFlow() {
        forEachPlan(PIPELINES, (plan, passes, at) -> {
            if (RandomPlans.mayResumeElsewhere(plan)) {
                return;
            }
            List<String> expected = passes.theirs(plan, Rewriting.HERE);
            Random random = new Random(at.hashCode());
            int pass = random.nextInt(PASSES);
            int element = random.nextInt(MOST_ELEMENTS / 4);
            assertThat(passes.ours(plan, pass, element))
                    .as("%s, resumed in pass %d before element %d", at, pass, element)
                    .isEqualTo(expected);
        });
    }

    /** Compares the elements of TensorFlow's own rewriting with the elements of the form that the other tests use. */
    @Test
    void comparedFormAgreesWithTensorFlowsRewriting() {
        forEachPlan(
                PIPELINES / 10,
                (plan, passes, at) -> assertThat(passes.theirs(plan, Rewriting.BY_TENSORFLOW))
                        .as(at)
                        .isEqualTo(passes.theirs(plan, Rewriting.HERE)));
    }

    /** A comparison of one plan. {@code at} describes its seed and plan. */
    private interface Comparison {
        void compare(PipelinePlan plan, PipelinePasses passes, String at);
    }

    private void forEachPlan(int count, Comparison comparison) {
        for (int i = 0; i < count; i++) {
            Random random = new Random(SEED + i);
            PipelinePlan plan = new RandomPlans(random, filesByCompression).next();
            PipelinePasses passes = new PipelinePasses(files, compressions, lengths(random));
            comparison.compare(plan, passes, "seed " + (SEED + i) + ": " + plan);
        }
    }

    private static List<Integer> lengths(Random random) {
        List<Integer> lengths = new ArrayList<>();
        for (int pass = 0; pass < PASSES; pass++) {
            lengths.add(random.nextInt(3) == 0 ? random.nextInt(MOST_ELEMENTS / 4) : MOST_ELEMENTS);
        }
        return lengths;
    }
}
