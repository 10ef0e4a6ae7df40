package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("diff");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord", "penguins.tfrecord");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "missing.tfrecord");
    }

    private static Example animal(long id, String name, double weight) {
        return Example.builder()
                .put("id", id)
                .put("name", name)
                .put("weight", (float) weight)
                .build();
    }

    private void animals() throws IOException {
        Samples.examples(directory.resolve("a"), animal(1, "ant", 1), animal(2, "bee", 2), animal(3, "cat", 3));
        Samples.examples(directory.resolve("b"), animal(3, "cat", 3.5), animal(1, "ant", 1), animal(4, "dog", 4));
    }

    @Test
    void ignoresTheStorageOfEqualSets() throws IOException {
        Samples.penguins(directory);
        assertThat(CommandRun.of(directory, "import", "penguins.csv", "-o", "z", "--compression", "gzip")
                        .code())
                .isZero();
        assertThat(CommandRun.of(directory, "import", "penguins.csv", "-o", "s", "--shards", "3")
                        .code())
                .isZero();
        for (String how : new String[] {"--limit=7", "--bag", "--key=island"}) {
            CommandRun run = run("penguins.tfrecord", "z", how);
            assertThat(run.err()).isEmpty();
            assertThat(run.code()).as(how).isEqualTo(how.startsWith("--key") ? 1 : 0);
        }
        assertThat(run("penguins.tfrecord", "s-*").text())
                .isEqualTo("penguins.tfrecord and s-*: 344 records, all equal\n");
    }

    @Test
    void comparesByPosition() throws IOException {
        animals();
        Samples.examples(directory.resolve("c"), animal(1, "ant", 1), animal(2, "wasp", 2));
        CommandRun run = run("a", "c");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).isEqualTo("""
                        changed: record 1 (a at offset 68) -> record 1 (c at offset 68)
                          name: bytes "bee" -> bytes "wasp"
                        missing: record 2 (a at offset 136)
                        a: 3 records, c: 2 records; 1 equal, 1 missing, 1 changed
                        """);
        assertThat(run("c", "a").text()).contains("added: record 2 (a at offset 136)\n");
    }

    @Test
    void comparesByKey() throws IOException {
        animals();
        assertThat(run("a", "b", "--key", "id").text()).isEqualTo("""
                        added: record 2 (b at offset 136), id: int64 4
                        missing: record 1 (a at offset 68), id: int64 2
                        changed: record 2 (a at offset 136) -> record 0 (b at offset 0), id: int64 3
                          weight: float 3.0 -> float 3.5
                        a: 3 records, b: 3 records; 1 equal, 1 missing, 1 added, 1 changed
                        """);
        assertThat(run("a", "b", "--key", "id,name", "--json").text())
                .contains("{\"difference\":\"changed\",\"left\":{\"record\":2,\"file\":\"a\",\"offset\":136,")
                .contains("\"features\":[{\"name\":\"weight\",\"left\":{\"kind\":\"float\",\"values\":[3.0]},"
                        + "\"right\":{\"kind\":\"float\",\"values\":[3.5]}}]")
                .endsWith("\"equal\":1,\"missing\":1,\"added\":1,\"changed\":1,\"reencoded\":0,\"duplicate_key\":0,"
                        + "\"without_key\":0,\"printed\":3}\n");
    }

    @Test
    void comparesAsBags() throws IOException {
        Samples.texts(directory.resolve("a"), "x", "y", "x", "z");
        Samples.texts(directory.resolve("b"), "z", "x", "w", "y");
        assertThat(run("a", "b", "--bag").text()).isEqualTo("""
                        missing: record 0 (a at offset 0)
                        added: record 2 (b at offset 34)
                        a: 4 records, b: 4 records; 3 equal, 1 missing, 1 added
                        """);
    }

    @Test
    void reportsTheFirstDifferenceOfOtherPayloads() throws IOException {
        Samples.texts(directory.resolve("a"), "hello", "same", "cut");
        Samples.texts(directory.resolve("b"), "hallo", "same", "cu");
        assertThat(run("a", "b").text())
                .contains("  5 bytes, first difference at byte 1 on: 0x65 -> 0x61\n")
                .contains("  3 bytes -> 2 bytes, first difference at byte 2 on: 0x74 -> end\n");
    }

    @Test
    void limitsPrintedDifferencesAndCountsAll() throws IOException {
        Samples.texts(directory.resolve("a"), "1", "2", "3", "4");
        Samples.texts(directory.resolve("b"), "5", "6", "7", "8");
        CommandRun run = run("a", "b", "--limit", "1");
        assertThat(run.lines()).hasSize(4);
        assertThat(run.text()).endsWith("... and 3 more differences\na: 4 records, b: 4 records; 0 equal, 4 changed\n");
    }

    @Test
    void readsOneInputFromStandardInput() throws IOException {
        animals();
        byte[] input = Files.readAllBytes(directory.resolve("b"));
        assertThat(runWith(input, "a", "-", "--key", "id").code()).isEqualTo(1);
        assertThat(runWith(input, "b", "-").code()).isZero();
        assertThat(runWith(input, "-", "-").err())
                .isEqualTo("-: standard input can be read only once; name a file for the other\n");
    }

    @Test
    void rejectsInvalidRequests() throws IOException {
        animals();
        assertThat(run("a", "b", "--key", "id", "--bag").err()).startsWith("--key and --bag cannot be combined");
        assertThat(run("a", "b", "--memory", "1MiB").err()).startsWith("--memory and --temp require --key or --bag");
        assertThat(run("a", "b", "--key", ",id").code()).isEqualTo(2);
        assertThat(run("a", "b", "--limit", "-1").code()).isEqualTo(2);
        assertThat(run("a").code()).isEqualTo(2);
        Samples.flip(directory.resolve("a"), 20);
        assertThat(run("a", "b").err()).contains("a: record 0 at offset").contains("riffle repair");
        assertThat(run("a", "b", "--skip-damage").code()).isEqualTo(1);
    }

    @Test
    void shortensValues() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder()
                        .put("long", "x".repeat(100))
                        .put("raw", new byte[] {-1, -2, -3, 4, 5, 6, 7, 8, 9})
                        .put("many", 1L, 2L, 3L, 4L, 5L, 6L, 7L)
                        .put("gone", 1L)
                        .build());
        Samples.examples(
                directory.resolve("b"),
                Example.builder()
                        .put("long", "y")
                        .put("raw", new byte[] {-1})
                        .put("many", 1L, 2L, 3L, 4L, 5L, 9L, 7L)
                        .build());
        assertThat(run("a", "b").text())
                .contains("  gone: int64 1 -> none\n")
                .contains("  long: bytes \"" + "x".repeat(40) + "\"... -> bytes \"y\"\n")
                .contains("  many: int64 [... 6, 7] from 5 of 7 values -> int64 [... 9, 7] from 5 of 7 values\n")
                .contains("  raw: bytes 9 bytes 0xfffefd0405060708... -> bytes 1 byte 0xff\n");
    }
}
