package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that every command describes files that lie next to record files in the same words. */
class NeighbourFilesTest {

    private static final List<List<String>> COMMANDS = List.of(
            List.of("info"),
            List.of("count"),
            List.of("verify"),
            List.of("cat"),
            List.of("head"),
            List.of("tail"),
            List.of("parse"),
            List.of("export"),
            List.of("show"),
            List.of("convert", "-o", "out"),
            List.of("index"),
            List.of("filter", "n == 1", "--count"),
            List.of("dedupe", "--dry-run"),
            List.of("merge", "-o", "out"));

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    model.index | 00000608011a02080157fb808b247547db | an SSTable, such as the index of a TensorFlow
                    model.data-00000-of-00001 | deadbeefdeadbeefdeadbeef | the data of a TensorFlow checkpoint
                    x.array_record | 83af70d10d884a3f0000000000000000 | a Riegeli file, such as an ArrayRecord
                    saved_model.pb | 0801128a020a4b0a00125a0a0a0a0341 | a TensorFlow SavedModel
                    train.tfrecord | 76657273696f6e2068747470733a2f2f6769742d6c6673 | 'git lfs pull'
                    t.parquet | 5041523100000000 | a Parquet file
                    """)
    void everyCommandNamesTheFile(String name, String hex, String expected) throws IOException {
        Files.write(directory.resolve(name), HexFormat.of().parseHex(hex));
        for (List<String> command : COMMANDS) {
            String[] words = new String[command.size() + 1];
            command.toArray(words);
            words[command.size()] = name;
            CommandRun run = CommandRun.of(directory, words);
            assertThat(run.code()).as(command.toString()).isEqualTo(1);
            boolean readsParquet = command.get(0).equals("convert") && name.endsWith(".parquet");
            assertThat(run.text() + run.err())
                    .as(command.toString())
                    .contains(readsParquet ? name + ": not " : "it looks like ")
                    .contains(expected);
            assertThat(directory.resolve("out")).doesNotExist();
        }
    }

    @Test
    void namesTheFolderOfASavedModel() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("model/variables"));
        Files.write(folder.resolveSibling("saved_model.pb"), "x".getBytes(StandardCharsets.UTF_8));
        for (String command : List.of("info", "count", "cat")) {
            CommandRun run = CommandRun.of(directory, command, "model");
            assertThat(run.err()).as(command).contains("model: is the folder of a TensorFlow SavedModel");
            assertThat(run.code()).as(command).isEqualTo(1);
        }
    }
}
