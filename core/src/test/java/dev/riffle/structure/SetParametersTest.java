package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.TextLineDataset;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
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
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that methods take a set of files wherever they take files. */
class SetParametersTest {

    /** The methods that examine or arrange the files of a set. */
    private static final Set<String> EXCEPTIONS = Set.of("RecordSet.ofPartial", "ShardNames.ofSet");

    private static boolean isSet(Type parameter) {
        return parameter == RecordSet.class
                || parameter instanceof ParameterizedType list
                        && list.getRawType() == List.class
                        && list.getActualTypeArguments()[0] == Path.class;
    }

    private static List<Method> methods() {
        return ExportedTypes.of(RecordReader.class).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method ->
                        Arrays.stream(method.getGenericParameterTypes()).anyMatch(SetParametersTest::isSet))
                .filter(method ->
                        !EXCEPTIONS.contains(method.getDeclaringClass().getSimpleName() + "." + method.getName()))
                .toList();
    }

    /** A program that wrote a set has the names of the shards, and a program that found a set has the set. */
    @Test
    void methodsThatTakeFilesAlsoTakeTheNamesOfShards() {
        assertThat(methods()).hasSizeGreaterThan(14).allSatisfy(method -> {
            Type[] types = method.getGenericParameterTypes();
            Class<?>[] names = method.getParameterTypes();
            for (int i = 0; i < names.length; i++) {
                names[i] = isSet(types[i]) ? ShardNames.class : names[i];
            }
            assertThat(method.getDeclaringClass().getMethod(method.getName(), names))
                    .isNotNull();
        });
    }

    @Test
    void theNamesOfShardsStandForTextFiles(@TempDir Path directory) throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("lines"), 2);
        Files.writeString(names.path(0), "a\nb\n");
        Files.writeString(names.path(1), "c");
        assertThat(TextLineDataset.files(names).toList()).containsExactly("a", "b", "c");
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
        ShardNames packed = ShardNames.of(directory.resolve("packed"), 3);
        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        assertThat(RecordRewrite.of(names).recompress(packed, gzip).written()).hasSize(3);
        assertThat(ExternalShuffle.of(names, 1).writeTo(shuffled).records()).isEqualTo(7);
        assertThat(SetDiff.of(names, names).byPosition(difference -> {}).differences())
                .isZero();
    }
}
