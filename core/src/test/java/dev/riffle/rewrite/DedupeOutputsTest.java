package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.FailingStorage;
import dev.riffle.shard.internal.OutputPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a deduplication commits both outputs or neither. */
class DedupeOutputsTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path file = Path.of("");

    @BeforeEach
    void writeInput() throws IOException {
        write("in", "a", "b", "a", "c", "a");
        file = directory.resolve("file");
    }

    private void write(String name, String... records) throws IOException {
        RecordWriter.write(directory.resolve(name), OPTIONS, writer -> {
            for (String each : records) {
                writer.write(each);
            }
        });
    }

    private RecordRewrite rewrite() {
        return RecordRewrite.of(List.of(ByteSource.of(directory.resolve("in"))));
    }

    private ShardNames names(int count) {
        return ShardNames.of(directory.resolve("set"), count);
    }

    private Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                content.put(
                        each.getFileName().toString(),
                        new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void restoresBothOutputsWhenOneFails(boolean setIsFirst, boolean old) throws IOException {
        RecordWriterOptions options = old ? OPTIONS.overwrite() : OPTIONS;
        if (old) {
            write("file", "old");
            rewrite().copyTo(RecordOutput.shards(names(3), OPTIONS));
        }
        Map<String, String> before = content();
        int failing = 0;
        while (true) {
            OutputPlan set = new OutputPlan(RecordOutput.shards(names(2), options), new FailingStorage(failing));
            OutputPlan one = OutputPlan.of(RecordOutput.file(file, options));
            try {
                rewrite().dedupe(DistinctBy.payload(), setIsFirst ? set : one, setIsFirst ? one : set);
                break;
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("injected");
            }
            assertThat(content()).as("step %d", failing).isEqualTo(before);
            failing++;
        }
        assertThat(failing).isGreaterThan(10);
        assertThat(RewriteFiles.read(file)).hasSize(setIsFirst ? 2 : 3);
        RecordSet set = RecordSet.find(directory, "set@*");
        assertThat(set.files()).hasSize(2);
        assertThat(set.manifest().orElseThrow().check(directory)).isEmpty();
        assertThat(RewriteFiles.names(directory)).noneMatch(name -> name.endsWith(".tmp"));
    }

    @Test
    void writesNeitherOutputWhenAFileAppearsMeanwhile() throws IOException {
        Path kept = directory.resolve("kept");
        for (boolean first : List.of(true, false)) {
            Path late = first ? kept : file;
            ByteSource in = ByteSource.of(directory.resolve("in"));
            RecordRewrite rewrite = RecordRewrite.of(RecordInput.of(List.of(in)).progress(progress -> {
                try {
                    Files.writeString(late, "other");
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }));
            assertThatThrownBy(() -> rewrite.dedupe(
                            DistinctBy.payload(), RecordOutput.file(kept, OPTIONS), RecordOutput.file(file, OPTIONS)))
                    .hasMessageContaining(late.toString())
                    .hasMessageContaining("exists already");
            assertThat(late).hasContent("other");
            assertThat(RewriteFiles.names(directory))
                    .containsExactlyInAnyOrder("in", late.getFileName().toString());
            Files.delete(late);
        }
    }

    @Test
    void writesRecordsToASink() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        rewrite()
                .dedupe(
                        DistinctBy.payload(),
                        RecordOutput.sink(ByteSink.of(bytes, "bytes"), OPTIONS),
                        RecordOutput.file(file, OPTIONS));
        assertThat(RewriteFiles.read(file)).hasSize(2);
        assertThat(bytes.size()).isEqualTo(3 * 17);
    }

    @Test
    void rejectsEqualOutputs() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("folder"), directory);
        RecordWriterOptions over = OPTIONS.overwrite();
        Path inLink = link.resolve("set");
        RecordOutput set = RecordOutput.shards(names(2), over);
        Path shard = directory.resolve("set-00004-of-00007");
        List<List<RecordOutput>> same = List.of(
                List.of(RecordOutput.file(file, over), RecordOutput.file(file, over)),
                List.of(RecordOutput.file(file, over), RecordOutput.file(link.resolve("file"), over)),
                List.of(set, RecordOutput.shards(names(3), over)),
                List.of(set, RecordOutput.ofRecords(inLink, "", 2, over)),
                List.of(set, RecordOutput.file(shard, over)),
                List.of(RecordOutput.file(shard, over), RecordOutput.ofSize(inLink, "", 9, over)));
        for (List<RecordOutput> two : same) {
            assertThatThrownBy(() -> rewrite().dedupe(DistinctBy.payload(), two.get(0), two.get(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be different");
            assertThat(RewriteFiles.names(directory)).containsExactlyInAnyOrder("in", "folder");
        }
        rewrite()
                .dedupe(
                        DistinctBy.payload(),
                        set,
                        RecordOutput.file(directory.resolve("set2-00000-of-00002"), OPTIONS));
        assertThat(RewriteFiles.names(directory)).contains("set-00001-of-00002", "set2-00000-of-00002");
    }
}
