package dev.riffle.cli.input;

import dev.riffle.OfRecordParts;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.NamedSource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
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
        String shown = shown(terminal, path);
        ByteSource source = Files.isDirectory(path) ? parts(path, shown) : ByteSource.of(path);
        return new InputFile(Optional.of(path), source.name().equals(shown) ? source : new NamedSource(shown, source));
    }

    /** Returns a file whose every opening fails, so that the command can read its other files. */
    static InputFile failing(Terminal terminal, Path path, IOException failure) {
        return new InputFile(Optional.of(path), new UnreadableSource(shown(terminal, path), failure));
    }

    /** Returns the path from the terminal's directory. */
    static String shown(Terminal terminal, Path path) {
        Path from = terminal.directory();
        return from.toString().isEmpty() || !path.startsWith(from)
                ? path.toString()
                : from.relativize(path).toString();
    }

    /**
     * Returns the parts of a directory as one source. Their errors appear when the command opens the source, so that
     * the command can read its other files.
     */
    private static ByteSource parts(Path directory, String shown) {
        if (isSavedModel(directory)) {
            return new UnreadableSource(
                    directory.toString(),
                    new IOException(directory + ": is the folder of a TensorFlow SavedModel, which holds the graph of a"
                            + " model and no records"));
        }
        try {
            return OfRecordParts.find(directory).map(OfRecordParts::source).orElse(ByteSource.of(directory));
        } catch (IOException e) {
            return new UnreadableSource(directory.toString(), explained(shown, e));
        }
    }

    /** Returns whether a directory is the folder of a TensorFlow SavedModel. */
    static boolean isSavedModel(Path directory) {
        return Files.exists(directory.resolve("saved_model.pb"));
    }

    /** Returns the failure of listing a directory. The message of a missing permission is only the directory's path. */
    static IOException explained(String directory, IOException failure) {
        return failure instanceof AccessDeniedException
                ? new AccessDeniedException(directory, null, "no permission to read this directory")
                : failure;
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
        return complete(terminal, InputSets.find(terminal, words), wanted);
    }

    /**
     * Like {@link #expand(Terminal, List, Sets)}, but a pattern or a set without files becomes a file whose opening
     * fails, so that {@link EachFile#prove} reports it with all other failures.
     *
     * @throws UsageException if two words name standard input, or if a set is incomplete and the rule rejects such sets
     */
    public static List<InputFile> expandForProof(Terminal terminal, List<String> words, Sets wanted)
            throws IOException {
        return complete(terminal, InputSets.findForProof(terminal, words), wanted);
    }

    private static List<InputFile> complete(Terminal terminal, InputSets sets, Sets wanted) throws UsageException {
        List<String> problems = sets.problems();
        if (!problems.isEmpty() && wanted == Sets.COMPLETE) {
            throw new UsageException(String.join("; ", problems) + "; --partial accepts incomplete sets");
        }
        problems.forEach(problem -> terminal.note(problem));
        return sets.files();
    }
}
