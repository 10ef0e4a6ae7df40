package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.terminal.ShellWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the shell listings of the documents in a directory with {@code samples/} and {@code corpus/}. A line calls
 * {@code riffle}, {@code mkdir} or {@code cp}. The line may have pipes, and a redirection at its end. A comment states
 * an exit code other than 0. The text block after a listing is the expected output, with standard error first. Without
 * a text block, standard error must be empty.
 */
class ShellListingsTest {

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final String EXIT_CODE = "  # exit code ";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/start/command-line.md",
                "docs/guides/damaged-files.md",
                "docs/reference/cli.md",
                "docs/reference/filter.md",
                "docs/reference/errors.md",
                "docs/guides/convert.md",
                "docs/guides/oneflow.md",
                "docs/guides/sql.md",
                "docs/guides/tutorial.md"
            })
    void listingsPrintTheirOutput(String page) throws IOException {
        Path root = Samples.directory().resolve("..");
        copy(root, "samples");
        copy(root, "corpus");
        Matcher blocks = BLOCK.matcher(Files.readString(root.resolve(page)));
        int commands = 0;
        String output = "";
        StringBuilder unshownErrors = new StringBuilder();
        String before = "";
        while (blocks.find()) {
            String language = blocks.group(1);
            boolean showsOutput = language.equals("text") && before.equals("sh");
            before = language;
            if (showsOutput) {
                assertThat(output).isEqualTo(blocks.group(2));
                unshownErrors.setLength(0);
            }
            if (!language.equals("sh")) {
                continue;
            }
            assertThat(unshownErrors).as("before %s", blocks.group(2)).isEmpty();
            StringBuilder all = new StringBuilder();
            for (String line : blocks.group(2).lines().toList()) {
                if (!line.equals("./mvnw verify")) {
                    all.append(run(line, unshownErrors));
                    commands++;
                }
            }
            output = unshownErrors.toString() + all;
        }
        assertThat(unshownErrors).isEmpty();
        assertThat(commands).isGreaterThan(4);
    }

    private void copy(Path root, String folder) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(folder))) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(root.relativize(file)));
            }
        }
    }

    private String run(String line, StringBuilder errors) throws IOException {
        int comment = line.indexOf(EXIT_CODE);
        int expected = comment < 0 ? 0 : Integer.parseInt(line.substring(comment + EXIT_CODE.length()));
        List<String> words = ShellWords.split(comment < 0 ? line : line.substring(0, comment));
        if (words.get(0).equals("mkdir")) {
            Files.createDirectory(directory.resolve(words.get(1)));
            return "";
        }
        if (words.get(0).equals("cp")) {
            copy(words.subList(1, words.size() - 1), directory.resolve(words.get(words.size() - 1)));
            return "";
        }
        int redirection = words.indexOf(">");
        List<String> pipeline = redirection < 0 ? words : words.subList(0, redirection);
        byte[] passed = new byte[0];
        int code = 0;
        for (List<String> command : commands(pipeline)) {
            assertThat(command.get(0)).as(line).isIn("riffle", "./riffle");
            CommandRun run = CommandRun.with(directory, passed, arguments(command));
            errors.append(run.err());
            passed = run.out();
            code = run.code();
        }
        assertThat(code).as(line).isEqualTo(expected);
        if (redirection < 0) {
            return new String(passed, StandardCharsets.UTF_8);
        }
        Files.write(directory.resolve(words.get(redirection + 1)), passed);
        return "";
    }

    private void copy(List<String> files, Path target) throws IOException {
        for (String file : files) {
            Path source = directory.resolve(file);
            Files.copy(source, target.resolve(source.getFileName()));
        }
    }

    private static List<List<String>> commands(List<String> pipeline) {
        List<List<String>> commands = new ArrayList<>(List.of(new ArrayList<>()));
        for (String word : pipeline) {
            if (word.equals("|")) {
                commands.add(new ArrayList<>());
            } else {
                commands.get(commands.size() - 1).add(word);
            }
        }
        return commands;
    }

    /** Returns the words after the first one. The command {@code demo} writes its files to the test's directory. */
    private static String[] arguments(List<String> command) {
        List<String> arguments = new ArrayList<>(command.subList(1, command.size()));
        if (arguments.equals(List.of("demo"))) {
            arguments.addAll(List.of("--dir", "demo"));
        }
        return arguments.toArray(String[]::new);
    }
}
