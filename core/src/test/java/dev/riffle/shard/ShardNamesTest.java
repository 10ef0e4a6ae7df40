package dev.riffle.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the names of the files of a set. */
class ShardNamesTest {

    @Test
    void namesShardsLikeTensorFlowDatasets() {
        assertThat(ShardNames.of(Path.of("train.tfrecord"), 12).path(0)).hasToString("train.tfrecord-00000-of-00012");
        assertThat(new ShardNames(Path.of("data_tfrecord"), 12, ".gz").path(11))
                .hasToString("data_tfrecord-00011-of-00012.gz");
        assertThat(ShardNames.of(Path.of("a"), 99_999).path(99_998)).hasToString("a-99998-of-99999");
        assertThat(ShardNames.of(Path.of("a"), 123_456).path(7)).hasToString("a-000007-of-123456");
        assertThat(ShardNames.of(Path.of("x"), 2).paths())
                .containsExactly(Path.of("x-00000-of-00002"), Path.of("x-00001-of-00002"));
    }

    @Test
    void parsesItsOwnNames() {
        for (ShardNames names : List.of(
                ShardNames.of(Path.of("/data/2026/train"), 10),
                new ShardNames(Path.of("a-00000-of-00002"), 3, ".tfrecord.gz"),
                ShardNames.of(Path.of(""), 1),
                ShardNames.of(Path.of("dir-00001-of-00002/x"), 1_000_000))) {
            for (int shard : new int[] {0, names.count() / 2, names.count() - 1}) {
                assertThat(ShardNames.parse(names.path(shard))).isEqualTo(new ShardNames.Member(names, shard));
                assertThat(ShardNames.find(names.path(shard))).contains(new ShardNames.Member(names, shard));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train",
                "train-0-of-2",
                "train-00002-of-00002",
                "train-00000-of-00000",
                "train-000000-of-00002",
                "train-000000-of-000002",
                "train-00000-of-00002/file",
                "data/-00000-of-00002",
                "train-0000000000-of-9999999999",
                "train-000000000000-of-000000000002"
            })
    void rejectsOtherNames(String name) {
        assertThatThrownBy(() -> ShardNames.parse(Path.of(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
        assertThat(ShardNames.find(Path.of(name))).isEmpty();
    }

    @Test
    void theMessageSaysHowTheNumbersMustBe() {
        assertThatThrownBy(() -> ShardNames.parse(Path.of("x-00010-of-00010")))
                .hasMessage(
                        "name must end with the numbers of a shard, like -00000-of-00010, and begin with other text;"
                                + " the first number must be below the second, and have as many digits, five unless the second"
                                + " needs more: x-00010-of-00010");
    }

    @Test
    void rejectsInvalidParts() {
        assertThatThrownBy(() -> ShardNames.of(Path.of("a"), 0))
                .hasMessageContaining("count")
                .hasMessageContaining(": 0");
        assertThatThrownBy(() -> new ShardNames(Path.of("a"), 1, "/b")).hasMessageContaining("suffix");
        assertThatThrownBy(() -> ShardNames.of(Path.of("a"), 2).path(2)).hasMessageContaining("below 2: 2");
        assertThatThrownBy(() -> ShardNames.of(Path.of("/"), 2)).hasMessage("prefix must have a file name: /");
    }

    @Test
    void recognizesACompleteSetInAnyOrder() {
        List<Path> paths =
                new ArrayList<>(ShardNames.of(Path.of("/data/train"), 20).paths());
        Collections.reverse(paths);
        assertThat(ShardNames.ofSet(paths)).isEqualTo(ShardNames.of(Path.of("/data/train"), 20));
    }

    @Test
    void checksANameWithMillionsOfShardsCheaply() {
        assertThatThrownBy(() -> ShardNames.ofSet(List.of(Path.of("a-0000000-of-9999999"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not one complete set: a@9999999: missing: a-0000001-of-9999999, a-0000002-of")
                .hasMessageEndingWith("a-0000010-of-9999999 and 9999988 more");
    }

    @Test
    void rejectsSuffixesThatLookLikeShardNumbers() {
        for (String suffix : List.of("5", "-00000-of-00002", "a-00000-of-00002.gz", "\\a")) {
            assertThatThrownBy(() -> new ShardNames(Path.of("a"), 2, suffix)).hasMessageContaining("suffix");
        }
        assertThat(ShardNames.parse(new ShardNames(Path.of("a"), 2, ".x5").path(1))
                        .names())
                .isEqualTo(new ShardNames(Path.of("a"), 2, ".x5"));
    }

    @Test
    void listsAllDefectsOfASet() {
        List<Path> paths =
                new ArrayList<>(ShardNames.of(Path.of("/data/train"), 5).paths());
        paths.remove(3);
        paths.add(paths.get(0));
        paths.add(Path.of("/data/train-00003-of-00006"));
        paths.add(Path.of("/data/README"));
        assertThatThrownBy(() -> ShardNames.ofSet(paths))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not one complete set: train@5: missing: train-00003-of-00005; train@5: duplicate:"
                        + " /data/train-00000-of-00005 and /data/train-00000-of-00005; train@5: foreign, of another"
                        + " count: /data/train-00003-of-00006; foreign, not shards: /data/README");
        assertThatThrownBy(() -> ShardNames.ofSet(List.of())).hasMessage("not one complete set: no path given");
        assertThatThrownBy(() -> ShardNames.ofSet(List.of(Path.of("a"))))
                .hasMessageEndingWith("are of one set and end like -00000-of-00010: [a]");
        assertThatThrownBy(() -> ShardNames.ofSet(List.of(Path.of("a-00000-of-00001"), Path.of("b-00000-of-00001"))))
                .hasMessageEndingWith("-00000-of-00010: [a-00000-of-00001, b-00000-of-00001]");
    }
}
