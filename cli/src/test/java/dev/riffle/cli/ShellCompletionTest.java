package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completes in real shells. A system without a shell skips its tests. */
class ShellCompletionTest {

    @TempDir
    Path directory;

    private Path script(String shell) throws IOException {
        CommandRun run = CommandRun.of(directory, "completion", shell);
        assertThat(run.err()).isEmpty();
        return Files.write(directory.resolve("." + shell), run.out());
    }

    private static void skipWithout(String program) throws IOException {
        boolean installed = PseudoTerminal.isInstalled(program);
        if (!installed) {
            System.err.println("ShellCompletionTest: SKIPPED, because " + program + " is not installed");
        }
        Assumptions.assumeTrue(installed, program);
    }

    /** Returns what the function of the script offers in bash. The last word is the one to complete. */
    private List<String> offered(String... words) throws IOException {
        String quoted = Stream.of(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        CommandRun run = Script.run(
                directory,
                Map.of(),
                "bash",
                "-c",
                "source ./.bash && COMP_WORDS=(riffle " + quoted + ") && COMP_CWORD=" + words.length
                        + " && _riffle && printf '%s\n' \"${COMPREPLY[@]}\"");
        assertThat(run.err()).isEmpty();
        return run.lines().stream().filter(line -> !line.isEmpty()).toList();
    }

    @Test
    void bashOffersCommandsFlagsAndValues() throws IOException {
        skipWithout("bash");
        script("bash");
        assertThat(offered("")).isEqualTo(HelpTopic.commands());
        assertThat(offered("re")).containsExactly("repair", "recompress");
        assertThat(offered("--ver")).containsExactly("--version");
        assertThat(offered("count", "--js")).containsExactly("--json");
        assertThat(offered("cat", "file", "--skip")).containsExactly("--skip-damage");
        assertThat(offered("head", "--format", "")).containsExactly("tfrecord", "ofrecord", "blocks");
        assertThat(offered("merge", "a", "--compression", "=")).containsExactly("none", "gzip", "zlib", "snappy");
        assertThat(offered("merge", "a", "--compression", "=", "g")).containsExactly("gzip");
        assertThat(offered("export", "a", "--as", ""))
                .containsExactly("csv", "tsv", "jsonl", "npy", "npz", "arrow", "arrows", "parquet");
        assertThat(offered("convert", "a", "--as", "")).containsExactly("tfrecord", "ofrecord", "blocks", "parquet");
        assertThat(offered("split", "a", "--missing", "")).containsExactly("first", "fail");
        assertThat(offered("message", "")).containsExactly("read", "write");
        assertThat(offered("message", "read", "--js")).containsExactly("--json");
        assertThat(offered("-q", "shu")).containsExactly("shuffle");
        assertThat(offered("-q", "count", "--js")).containsExactly("--json");
        assertThat(offered("help", "shu")).containsExactly("shuffle");
        assertThat(offered("completion", "")).containsExactly("bash", "zsh");
    }

    /** Checks that bash completes file names itself wherever a file is possible. */
    @Test
    void bashLeavesFileNamesToTheShell() throws IOException {
        skipWithout("bash");
        script("bash");
        assertThat(offered("count", "fi")).isEmpty();
        assertThat(offered("import", "table.csv", "-o", "--")).isEmpty();
        assertThat(offered("import", "table.csv", "--output", "=", "x")).isEmpty();
        assertThat(offered("count", "--", "--js")).isEmpty();
        assertThat(offered("head", "--limit", "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesOnATerminal(String shell) throws IOException {
        skipWithout(shell);
        skipWithout("script");
        script(shell);
        Files.createFile(directory.resolve("ibum.tfrecord"));
        Files.createFile(directory.resolve("two words.tfrecord"));
        Files.createFile(directory.resolve("-dash.tfrecord"));
        Files.createDirectory(directory.resolve("folder"));
        Files.createFile(directory.resolve("folder/inner.tfrecord"));
        Path typed = directory.resolve(".typed");
        Files.writeString(
                directory.resolve(".start"),
                (shell.equals("zsh") ? "autoload -Uz compinit && compinit -u -d .dump\n" : "") + "source ./." + shell
                        + "\nriffle() { printf '%s\\n' \"$@\" > .typed; echo done''.; }\nPS1='ready''>'\n",
                StandardCharsets.UTF_8);
        String command = shell.equals("zsh") ? "zsh -f -i" : "bash --norc --noprofile -i";
        try (PseudoTerminal terminal = PseudoTerminal.start(directory, command)) {
            terminal.type("source ./.start\n");
            terminal.await("ready>");
            for (List<String> each : List.of(
                    List.of("cou", "count"),
                    List.of("-q cou", "-q", "count"),
                    List.of("-q count ibu", "-q", "count", "ibum.tfrecord"),
                    List.of("head ibu", "head", "ibum.tfrecord"),
                    List.of("head two", "head", "two words.tfrecord"),
                    List.of("head --ra", "head", "--raw"),
                    List.of("head --json fol\tinn", "head", "--json", "folder/inner.tfrecord"),
                    List.of("merge x -o ibu", "merge", "x", "-o", "ibum.tfrecord"),
                    List.of("merge x --output two", "merge", "x", "--output", "two words.tfrecord"),
                    List.of("merge x --output=ibu", "merge", "x", "--output=ibum.tfrecord"),
                    List.of("head --format of", "head", "--format", "ofrecord"),
                    List.of("head --format=of", "head", "--format=ofrecord"),
                    List.of("export x --as cs", "export", "x", "--as", "csv"),
                    List.of("count -- -da", "count", "--", "-dash.tfrecord"),
                    List.of("message re", "message", "read"),
                    List.of("message read ibu", "message", "read", "ibum.tfrecord"),
                    List.of("help dedu", "help", "dedupe"),
                    List.of("completion zs", "completion", "zsh"))) {
                terminal.type("riffle " + each.get(0) + "\t\n");
                terminal.await("done.");
                terminal.await("ready>");
                List<String> expected = new ArrayList<>(each.subList(1, each.size()));
                assertThat(Files.readAllLines(typed)).isEqualTo(expected);
            }
        }
    }

    /** In zsh, the script for bash loads the script for zsh. */
    @Test
    void theScriptForBashAlsoWorksInZsh() throws IOException {
        skipWithout("zsh");
        script("bash");
        script("zsh");
        CommandRun run = Script.run(
                directory,
                Map.of("HOME", directory.toString()),
                "zsh",
                "-f",
                "-c",
                "autoload -Uz compinit && compinit -u -d .dump; riffle() { cat .$2; }; source ./.bash;"
                        + " echo $_comps[riffle] $+functions[_riffle_count]");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("_riffle 1\n");
    }
}
