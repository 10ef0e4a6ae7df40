package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.rewrite.SetDiff;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.RecordSetReader;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that methods take a set of files wherever they take files. */
class SetParametersTest {

    private static List<Method> factories() {
        return ExportedTypes.of(RecordReader.class).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> Arrays.asList(method.getParameterTypes()).contains(RecordSet.class))
                .toList();
    }

    /** A program that wrote a set has the names of the shards, and a program that found a set has the set. */
    @Test
    void methodsThatTakeASetAlsoTakeTheNamesOfItsShards() {
        assertThat(factories()).hasSizeGreaterThan(7).allSatisfy(method -> {
            Class<?>[] names = Arrays.stream(method.getParameterTypes())
                    .map(type -> type == RecordSet.class ? ShardNames.class : type)
                    .toArray(Class<?>[]::new);
            assertThat(method.getDeclaringClass().getMethod(method.getName(), names))
                    .isNotNull();
        });
    }

    @Test
    void theNamesOfTheShardsStandForTheSet(@TempDir Path directory) throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("x.tfrecord"), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            for (int i = 0; i < 7; i++) {
                writer.write(Bytes.ofUtf8("r" + i));
            }
            writer.commit();
        }
        RecordSet set = RecordSet.of(names);
        List<Bytes> expected = RecordDataset.files(names.paths()).toList();
        assertThat(expected).hasSize(7);
        assertThat(set.files()).isEqualTo(names.paths());

        assertThat(RecordDataset.files(names).toList()).isEqualTo(expected);
        assertThat(RecordDataset.files(set).toList()).isEqualTo(expected);
        try (RecordSetReader records = RecordSetReader.open(names)) {
            assertThat(records).containsExactlyElementsOf(expected);
        }
        try (RecordIndex bySet = RecordIndex.open(set, IndexOptions.defaults());
                RecordIndex byNames = RecordIndex.open(names)) {
            assertThat(bySet.getAll(6, 0)).containsExactly(expected.get(6), expected.get(0));
            assertThat(byNames.getAll(6, 0)).containsExactly(expected.get(6), expected.get(0));
        }
        assertThat(RecordIndex.count(names)).isEqualTo(RecordIndex.count(set)).isEqualTo(7);
        assertThat(RecordInput.of(names).sources()).hasSize(3);

        RecordOutput copy = RecordOutput.file(directory.resolve("copy"), RecordWriterOptions.defaults());
        assertThat(RecordRewrite.of(names).copyTo(copy).recordsWritten()).isEqualTo(7);
        RecordOutput shuffled = RecordOutput.file(directory.resolve("shuffled"), RecordWriterOptions.defaults());
        assertThat(ExternalShuffle.of(names, 1).writeTo(shuffled).records()).isEqualTo(7);
        assertThat(SetDiff.of(names, names).byPosition(difference -> {}).differences())
                .isZero();
    }
}
