package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

class WrongUseTest {

    /** Words of the parser and of Java, which say nothing to a user. */
    private static final String FOREIGN = "(?s).*(Unmatched|[Oo]ption '|at index|Invalid value|is not a |Expected"
            + " parameter|should be specified|Missing required|parameter '|mutually|java\\.|picocli|Exception|<\\w+>).*";

    /** The labels of values of any form: names, texts and files. */
    private static final Set<String> ANY_VALUE =
            Set.of("FILE", "DIR", "NAME", "NAMES", "TEXT", "FEATURE", "VALUE", "COLUMNS", "SPECS", "K");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    verfiy                       | riffle: unknown command: verfiy; did you mean: verify
                    xyzzy                        | riffle: unknown command: xyzzy
                    COUNT                        | riffle: unknown command: COUNT; did you mean: count
                    --foo                        | riffle: unknown flag: --foo
                    -- count a                   | riffle: unexpected argument: --; the command comes first, as in 'riffle info -- FILE'
                    --json count a               | riffle: unexpected flag: --json; the command comes first, as in 'riffle count --json'
                    -n 5 head a                  | riffle: unexpected flag: -n; the command comes first, as in 'riffle head -n'
                    --limit=5 head a             | riffle: unexpected flag: --limit=5; the command comes first, as in 'riffle head --limit=5'
                    count                        | riffle count: FILE... is missing; - reads standard input
                    index                        | riffle index: FILE... is missing
                    show                         | riffle show: FILE is missing; - reads standard input
                    message write                | riffle message write: FILE is missing
                    count --jsn a                | riffle count: unknown flag: --jsn; did you mean: --json
                    count --jsn                  | riffle count: unknown flag: --jsn; did you mean: --json
                    count --json=yes a           | riffle count: --json takes no value: yes
                    head -n ope a                | riffle head: -n must be a whole number: ope
                    head --limit 99999999999999999999 a | riffle head: --limit must be a whole number of fewer digits: 99999999999999999999
                    head --limit                 | riffle head: --limit needs a value: a whole number
                    head --limit --json a        | riffle head: --limit needs a value: a whole number
                    head --json --raw a          | riffle head: --json and --raw exclude each other; give only one of them
                    head --json --json a         | riffle head: --json is given twice; give it once
                    head -n 1 --limit 2 a        | riffle head: --limit is given twice: 1, 2; give it once
                    head -1 -n 2 a               | riffle head: -n is given twice: 1, 2; give it once
                    head --format avro a         | --format must be tfrecord, ofrecord or blocks: avro
                    head --format                | riffle head: --format needs a value: tfrecord, ofrecord or blocks
                    info --color a               | riffle info: --color must be auto, always or never: a
                    info --color never           | riffle info: FILE... is missing; - reads standard input
                    merge a -o b --compression x | --compression must be none, gzip, zlib or snappy: x
                    import a                     | riffle import: -o FILE is missing
                    import a -o --foo            | -o needs a value: FILE; the next word is --foo; for this value, write -o=--foo
                    get a --lookup -b            | --lookup needs a value: VALUE; the next word is -b; for this value, write --lookup=-b
                    diff a                       | riffle diff: B is missing
                    sample --rate x a -o b       | riffle sample: --rate must be a number: x
                    message reed a               | riffle message: unknown command: reed; did you mean: read
                    message xyzzy                | riffle message: unknown command: xyzzy; riffle message has read, write
                    demo a                       | riffle demo: unexpected argument: a; demo takes no arguments
                    tail a b                     | riffle tail: unexpected argument: b; tail takes only FILE
                    help head cat                | riffle help: unexpected argument: cat; riffle head has no commands
                    help cuont                   | riffle help: unknown command: cuont; did you mean: count
                    completion fish              | SHELL must be bash or zsh: fish
                    """)
    void namesTheMistake(String words, String message) {
        CommandRun run = CommandRun.of(directory, words.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith(message + "\n");
    }

    @Test
    void namesTheMissingConditionBeforeAFile() throws IOException {
        Samples.penguins(directory);
        CommandRun run = CommandRun.of(directory, "filter", "penguins.tfrecord", "-o", "x");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("riffle filter: CONDITION is missing; it comes before the files\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge penguins.tfrecord -o /dev/null",
                "export penguins.tfrecord -o /dev/null",
                "export penguins.tfrecord -o /dev/null --overwrite"
            })
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void anOutputIsNotADevice(String words) throws IOException {
        Samples.penguins(directory);
        CommandRun run = CommandRun.of(directory, words.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("/dev/null: not a regular file; '-o -' writes to standard output\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dif", "a.tfrecord"})
    void namesTheOrderForAFileWithoutACommand(String file) throws IOException {
        Files.createFile(directory.resolve(file));
        CommandRun run = CommandRun.of(directory, file, "head");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("riffle: " + file + " is a file, not a command; the command comes first, as in"
                        + " 'riffle info FILE'");
    }

    /** Checks that no command writes a file {@code new} for the directory {@code new/}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge penguins.tfrecord -o new/",
                "export penguins.tfrecord -o new/",
                "convert penguins.tfrecord -o new/",
                "import penguins.csv -o new/",
                "repair penguins.tfrecord -o new/",
                "index penguins.tfrecord --export new/",
                "dedupe penguins.tfrecord -o x --dropped new/",
                "message write --demo new/"
            })
    void anOutputIsNotADirectory(String words) throws IOException {
        Samples.penguins(directory);
        CommandRun run = CommandRun.of(directory, words.split(" "));
        assertThat(run.err()).startsWith("new/: is the name of a directory; name a file in it\n");
        assertThat(run.code()).isEqualTo(2);
        assertThat(directory.resolve("new")).doesNotExist();
        assertThat(directory.resolve("x")).doesNotExist();
    }

    @Test
    void hintsAtAFileThatLooksLikeAFlagWithAValue() throws IOException {
        Files.createFile(directory.resolve("-n5.tfrecord"));
        CommandRun run = CommandRun.of(directory, "head", "-n5.tfrecord");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("riffle head: -n must be a whole number: 5.tfrecord; for the file -n5.tfrecord, write"
                        + " ./-n5.tfrecord, or write -- before the names of files\n");
    }

    static Stream<CommandSpec> commands() {
        return CommandTable.all().getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()))
                .map(CommandLine::getCommandSpec)
                .filter(spec -> spec.subcommands().isEmpty());
    }

    /** Uses every flag of a command wrongly: with a wrong value, without a value, twice, and misspelt. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyFlagHasItsOwnMessages(CommandSpec command) {
        for (OptionSpec option : command.options()) {
            for (String name : option.names()) {
                if (name.startsWith("--")) {
                    CommandRun misspelt = run(command, option, name + "x");
                    assertWrongUse(misspelt, name + "x");
                    assertThat(misspelt.err()).contains("did you mean: " + name);
                }
                boolean takesValue = option.arity().max() > 0;
                if (!takesValue) {
                    assertWrongUse(run(command, option, name, name), name + " is given twice");
                    if (name.startsWith("--")) {
                        assertWrongUse(run(command, option, name + "=ope"), name + " takes no value: ope");
                    }
                    continue;
                }
                assertWrongUse(run(command, option, name), name + " needs a value");
                if (!option.isMultiValue()) {
                    String value = goodValue(option);
                    assertWrongUse(
                            run(command, option, name, value, name, value),
                            name + " is given twice: " + value + ", " + value);
                }
                if (!ANY_VALUE.contains(option.paramLabel()) || option.completionCandidates() != null) {
                    CommandRun wrong = run(command, option, name, "ope");
                    assertWrongUse(wrong, "ope");
                    assertThat(wrong.err()).containsAnyOf(option.names());
                }
            }
        }
    }

    private static String goodValue(OptionSpec option) {
        if (option.completionCandidates() == null) {
            return "1";
        }
        List<String> words = new ArrayList<>();
        option.completionCandidates().forEach(words::add);
        return words.contains("gzip") ? "gzip" : words.get(0);
    }

    /** Returns the words that a command needs in addition to its required flags, so that it examines this flag. */
    private static List<String> more(String command, OptionSpec tested) {
        return switch (command) {
            case "get" -> List.of("0");
            case "export", "sql" -> tested.longestName().equals("--as") ? List.of() : List.of("--as", "csv");
            case "recompress" ->
                tested.longestName().equals("--compression") ? List.of() : List.of("--compression", "gzip");
            case "images" ->
                Set.of("--max-record", "--input-compression").contains(tested.longestName())
                        ? List.of("--extract")
                        : List.of();
            case "sample" ->
                Set.of("--rate", "--limit").contains(tested.longestName()) ? List.of() : List.of("--rate", "0.5");
            default -> List.of();
        };
    }

    private void assertWrongUse(CommandRun run, String part) {
        // The flag --debug adds the stack trace of the parser.
        String message = run.err().lines().limit(2).collect(Collectors.joining("\n"));
        assertThat(message).contains(part).doesNotMatch(FOREIGN);
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    /** Runs a command with the arguments that it requires, apart from this flag, and more words. */
    private CommandRun run(CommandSpec command, OptionSpec tested, String... more) {
        List<String> words =
                new ArrayList<>(List.of(command.qualifiedName().substring(7).split(" ")));
        for (PositionalParamSpec argument : command.positionalParameters()) {
            if (argument.arity().min() > 0) {
                words.add(argument.paramLabel().equals("CONDITION") ? "a == 1" : "in");
            }
        }
        for (OptionSpec option : command.options()) {
            boolean output = List.of(option.names()).contains("-o");
            if ((option.required() && option.group() == null || output) && option != tested) {
                words.add(option.longestName());
                words.add(goodValue(option));
            }
        }
        words.addAll(more(command.name(), tested));
        words.addAll(Arrays.asList(more));
        return CommandRun.of(directory, words.toArray(String[]::new));
    }
}
