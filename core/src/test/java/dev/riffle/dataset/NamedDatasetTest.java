package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.dataset.internal.engine.ForwardingNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Seed;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedDatasetTest {

    @Test
    void forwardsTheMethodsOfANode() {
        Class<?> named = ForwardingNode.class;
        assertThat(Dataset.range(1).named("x").node()).isInstanceOf(named);
        // A named node has no special form for repeat, and forwards endlessStage(), which alone calls isEndless().
        List<String> missing = new ArrayList<>();
        for (Method method : Node.class.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (Modifier.isFinal(modifiers)
                    || Modifier.isStatic(modifiers)
                    || Modifier.isPrivate(modifiers)
                    || method.isSynthetic()) {
                continue;
            }
            if (Arrays.stream(named.getDeclaredMethods())
                    .noneMatch(own -> own.getName().equals(method.getName())
                            && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()))) {
                missing.add(method.getName());
            }
        }
        assertThat(missing).containsExactlyInAnyOrder("isEndless", "repeated");
    }

    @Test
    void checkpointRequiresTheSameName() {
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator =
                Dataset.range(3).map(x -> x).named("v1").iterator()) {
            iterator.next();
            checkpoint = iterator.checkpoint();
        }
        Dataset<Long> changed = Dataset.range(3).map(x -> x * 11).named("v2");
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> changed.resume(checkpoint))
                .withMessage("checkpoint is of another pipeline: its stage 2 was map \"v1\", here it is map \"v2\"");
        Resumes.everywhere(() -> Dataset.range(5).map(x -> x).named("v1").shuffle(2, 1));
    }

    @Test
    void nameDoesNotChangeTheOrderOfAShuffle() {
        assertThat(Dataset.range(6).shuffle(6, 1).named("s").seeds()).containsExactly(Seed.of(1));
        List<List<Long>> passes = new ArrayList<>();
        for (Dataset<Long> shuffled : List.of(
                Dataset.range(6).shuffle(6, 1), Dataset.range(6).shuffle(6, 1).named("s"))) {
            Dataset<Long> fused = shuffled.repeat(2);
            Dataset<Long> apart = shuffled.map(x -> x).repeat(2);
            passes.add(List.of(fused, fused, apart, apart).stream()
                    .flatMap(dataset -> dataset.toList().stream())
                    .toList());
        }
        assertThat(passes.get(1)).isEqualTo(passes.get(0));
    }

    @Test
    void repeatedShuffleKeepsItsName() {
        assertThat(Dataset.range(6).shuffle(3, 1).named("mix").repeat(2).explain())
                .contains(").repeat(2) \"mix\"");
    }

    @Test
    void resumesRunsOverANamedShuffle() {
        Resumes.everywhere(() -> Dataset.range(4)
                .shuffle(4, 1)
                .named("s")
                .map(x -> x)
                .repeat(2)
                .scan("", (state, x) -> new Pair<>(state + x, state + x)));
    }
}
