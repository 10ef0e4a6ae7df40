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
 * Describes a file to read, or standard input.
 *
 * @param path the path; empty for standard input
 * @param source the source of its bytes
 */
public record InputFile(Optional<Path> path, ByteSource source) {

    public static final String STANDARD_INPUT = "standard input";

    /**
     * Returns a file. Messages name the file by its path from the terminal's directory, like the user. A directory with
     * OneFlow's part files represents all its parts.
     */
    public static InputFile of(Terminal terminal, Path path) {
        ByteSource source = Files.isDirectory(path) ? parts(path) : ByteSource.of(path);
        Path from = terminal.directory();
        boolean named = from.toString().isEmpty() || !path.startsWith(from);
        return new InputFile(
                Optional.of(path),
                named ? source : new NamedSource(from.relativize(path).toString(), source));
    }

    /**
     * Returns the parts of a directory as one source. Their errors appear when the command opens the source, so that
     * the command can read its other files.
     */
    private static ByteSource parts(Path directory) {
        if (Files.exists(directory.resolve("saved_model.pb"))) {
            return new UnreadableSource(
                    directory.toString(),
                    new IOException(directory + ": is the folder of a TensorFlow SavedModel, which holds the graph of a"
                            + " model and no records"));
        }
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

    /** Lists the ways to handle sets with missing, duplicate or foreign shards. */
    public enum Sets {
        /** Incomplete sets are an error. */
        COMPLETE,
        /** The command accepts incomplete sets. */
        ANY
    }

    /**
     * Returns the files for the words of a command line, after expansion of patterns, directories and sets. Reports
     * missing shards on standard error.
     *
     * @throws UsageException if a pattern matches no file, or two words name standard input
     */
    public static List<InputFile> expand(Terminal terminal, List<String> words) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        sets.problems().forEach(problem -> terminal.note(problem));
        return sets.files();
    }

    /**
     * Like {@link #expand(Terminal, List)}, for commands that write files, with a rule for incomplete sets.
     *
     * @throws UsageException also if a set is incomplete and the rule rejects such sets; the message lists the missing,
     *     duplicate or foreign shards
     */
    public static List<InputFile> expand(Terminal terminal, List<String> words, Sets wanted) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        List<String> problems = sets.strictProblems();
        if (!problems.isEmpty() && wanted == Sets.COMPLETE) {
            throw new UsageException(String.join("; ", problems) + "; --partial accepts incomplete sets");
        }
        problems.forEach(problem -> terminal.note(problem));
        return sets.files();
    }
}
