package dev.riffle.cli.input;

import dev.riffle.OfRecordParts;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file to read, or standard input.
 *
 * @param path where it is; empty for standard input
 * @param source its bytes
 */
public record InputFile(Optional<Path> path, ByteSource source) {

    public static final String STANDARD_INPUT = "standard input";

    /**
     * A file that messages call by the path from the terminal's directory, as the user does. A directory with OneFlow's part
     * files stands for all of them.
     */
    public static InputFile of(Terminal terminal, Path path) {
        ByteSource source = Files.isDirectory(path) ? parts(path) : ByteSource.of(path);
        Path from = terminal.directory();
        boolean named = from.toString().isEmpty() || !path.startsWith(from);
        return new InputFile(
                Optional.of(path),
                named ? source : new NamedSource(from.relativize(path).toString(), source));
    }

    /** What is wrong with the parts is said where they are opened, so that other files of a command are still read. */
    private static ByteSource parts(Path directory) {
        try {
            return OfRecordParts.find(directory).map(OfRecordParts::source).orElse(ByteSource.of(directory));
        } catch (IOException e) {
            return new UnreadableSource(directory.toString(), e);
        }
    }

    public String name() {
        return source.name();
    }

    /** Returns the sources of files, in order. */
    public static List<ByteSource> sources(List<InputFile> files) {
        return files.stream().map(InputFile::source).toList();
    }

    /** What is to be done about sets of which shards are missing, doubled or foreign. */
    public enum Sets {
        /** They are an error. */
        WHOLE,
        /** They are taken as they are. */
        ANY
    }

    /**
     * The files that the words of a command line mean: patterns, directories and sets expanded. What is missing of a set is told
     * on standard error.
     *
     * @throws UsageException if a pattern matches nothing, or standard input is named twice
     */
    public static List<InputFile> expand(Terminal terminal, List<String> words) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        sets.problems().forEach(problem -> terminal.tell("note: " + problem));
        return sets.files();
    }

    /**
     * As {@link #expand}, for commands that make files of files.
     *
     * @throws UsageException also if a set is not whole, and has to be; the message lists what is missing, doubled or foreign
     */
    public static List<InputFile> expand(Terminal terminal, List<String> words, Sets wanted) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        List<String> problems = sets.strictProblems();
        if (!problems.isEmpty() && wanted == Sets.WHOLE) {
            throw new UsageException(String.join("; ", problems) + "; --partial takes what is there");
        }
        problems.forEach(problem -> terminal.tell("note: " + problem));
        return sets.files();
    }
}
