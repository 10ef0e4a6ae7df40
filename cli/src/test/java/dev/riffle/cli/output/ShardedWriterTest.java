package dev.riffle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.shard.WrittenShard;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the writer publishes either all files or no file. */
class ShardedWriterTest {

    private static final int SHARDS = 4;

    @TempDir
    Path directory;

    private OutputWriter open(String name, int shards, OutputFiles.Existing existing, long records) throws IOException {
        Terminal terminal = Terminal.of(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PROGRAM);
        RecordWriterOptions options = RecordWriterOptions.defaults();
        return OutputWriter.open(
                terminal,
                new OutputFiles(
                        name,
                        shards,
                        OutputFiles.Naming.SHARDS,
                        RecordFormat.TFRECORD,
                        existing,
                        existing == OutputFiles.Existing.REPLACE ? options.overwrite() : options),
                records);
    }

    private static void write(OutputWriter writer, String prefix, int records) throws IOException {
        for (int i = 0; i < records; i++) {
            writer.write((prefix + i).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void writeOld() throws IOException {
        try (OutputWriter writer = open("p", SHARDS, OutputFiles.Existing.REJECT, 6)) {
            write(writer, "old", 6);
            writer.commit();
        }
    }

    private static String shard(int number) {
        return "p-0000" + number + "-of-00004";
    }

    /** Returns the names of all files with their records, including hidden files. A directory has no records. */
    private Map<String, List<String>> content() throws IOException {
        Map<String, List<String>> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file -> !file.toString().endsWith(".manifest.json"))
                    .toList()) {
                List<String> records = new ArrayList<>();
                if (Files.isRegularFile(file)) {
                    try (RecordReader reader = RecordReader.open(file)) {
                        reader.forEach(record -> records.add(record.utf8()));
                    }
                }
                content.put(String.valueOf(file.getFileName()), records);
            }
        }
        return content;
    }

    @Test
    void distributesRecordsEvenlyAndInOrder() throws IOException {
        for (int records = 0; records <= 9; records++) {
            for (int shards = 1; shards <= 5; shards++) {
                String name = records + "." + shards;
                List<Long> counts;
                try (OutputWriter writer = open(name, shards, OutputFiles.Existing.REJECT, records)) {
                    write(writer, "r", records);
                    counts = writer.commit().shards().stream()
                            .map(WrittenShard::records)
                            .toList();
                }
                int all = records;
                int files = shards;
                assertThat(counts)
                        .as(name)
                        .isEqualTo(IntStream.range(0, shards)
                                .mapToObj(i -> (long) (all / files + (i < all % files ? 1 : 0)))
                                .toList());
                Map<String, List<String>> content = content();
                content.keySet().removeIf(file -> !file.startsWith(name + "-"));
                assertThat(content).hasSize(shards);
                assertThat(content.values().stream().flatMap(List::stream))
                        .as(name)
                        .containsExactlyElementsOf(IntStream.range(0, records)
                                .mapToObj(i -> "r" + i)
                                .toList());
            }
        }
    }

    @Test
    void rejectsMoreRecordsThanCounted() throws IOException {
        try (OutputWriter writer = open("p", SHARDS, OutputFiles.Existing.REJECT, 5)) {
            write(writer, "r", 5);
            assertThatThrownBy(() -> write(writer, "r", 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than the 5 records");
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(content()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void restoresReplacedFilesIfTheCommitFails(int failing) throws IOException {
        writeOld();
        Map<String, List<String>> before = content();
        before.put(shard(failing), List.of());
        try (OutputWriter writer = open("p", SHARDS, OutputFiles.Existing.REPLACE, 9)) {
            write(writer, "new", 9);
            Files.delete(directory.resolve(shard(failing)));
            Files.createDirectory(directory.resolve(shard(failing)));
            Files.createFile(directory.resolve(shard(failing)).resolve("mine"));
            assertThatThrownBy(writer::commit)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(shard(failing) + ": no longer a regular file");
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(content()).isEqualTo(before);
        assertThat(directory.resolve(shard(failing)).resolve("mine")).exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void leavesNoFilesIfANameIsTakenMeanwhile(int taken) throws IOException {
        try (OutputWriter writer = open("p", SHARDS, OutputFiles.Existing.REJECT, 9)) {
            write(writer, "new", 9);
            Files.createFile(directory.resolve(shard(taken)));
            assertThatThrownBy(writer::commit).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(content()).isEqualTo(Map.of(shard(taken), List.of()));
    }

    @Test
    void keepsOldFilesWithoutACommit() throws IOException {
        writeOld();
        Map<String, List<String>> before = content();
        try (OutputWriter writer = open("p", SHARDS, OutputFiles.Existing.REPLACE, 9)) {
            write(writer, "new", 9);
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(content()).isEqualTo(before);
        try (OutputWriter writer = open("p", SHARDS, OutputFiles.Existing.REPLACE, 9)) {
            write(writer, "new", 9);
            writer.commit();
        }
        assertThat(content())
                .containsExactly(
                        Map.entry(shard(0), List.of("new0", "new1", "new2")),
                        Map.entry(shard(1), List.of("new3", "new4")),
                        Map.entry(shard(2), List.of("new5", "new6")),
                        Map.entry(shard(3), List.of("new7", "new8")));
    }
}
