package dev.riffle.cli;

import dev.riffle.OfRecordParts;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file to read, or standard input.
 *
 * @param path where it is; empty for standard input
 * @param source its bytes
 */
record InputFile(Optional<Path> path, ByteSource source) {

    static final String STANDARD_INPUT = "standard input";

    /**
     * A file that messages call by the path from the terminal's directory, as the user does. A directory with OneFlow's part
     * files stands for all of them.
     */
    static InputFile of(Terminal terminal, Path path) {
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

    String name() {
        return source.name();
    }

    /**
     * The files that the words of a command line mean, patterns expanded.
     *
     * @throws UsageException if a pattern matches nothing, or standard input is named twice
     */
    static List<InputFile> expand(Terminal terminal, List<String> words) throws IOException {
        List<InputFile> files = new ArrayList<>();
        boolean standardInput = false;
        for (String word : words) {
            if (word.equals(Terminal.DASH)) {
                if (standardInput) {
                    throw new UsageException("-: standard input can be read only once; name it once");
                }
                standardInput = true;
                files.add(new InputFile(Optional.empty(), ByteSource.of(terminal.in(), STANDARD_INPUT)));
            } else if (Glob.isPattern(word) && !Files.exists(terminal.path(word))) {
                List<Path> matches = Glob.expand(terminal.directory(), word);
                if (matches.isEmpty()) {
                    throw new UsageException(word + ": no file matches this pattern");
                }
                matches.forEach(match -> files.add(of(terminal, match)));
            } else {
                files.add(of(terminal, terminal.path(word)));
            }
        }
        return files;
    }
}
