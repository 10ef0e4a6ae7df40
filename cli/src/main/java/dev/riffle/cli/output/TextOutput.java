package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Describes the file that a command writes text or a bare message to.
 *
 * @param output the file's name as typed, or - for standard output
 * @param existing the way to handle an existing file
 */
public record TextOutput(String output, OutputFiles.Existing existing) {

    public boolean isStandardOutput() {
        return output.equals(Terminal.DASH);
    }

    /**
     * Checks at the start that the command can write the file, because the work may need hours. Opens an output and
     * discards it.
     */
    public void check(Terminal terminal) throws IOException {
        if (!isStandardOutput()) {
            sink(terminal).create().close();
        }
    }

    /** Rejects a device or a pipe, which a commit cannot replace. A directory has its own message. */
    static void checkRegular(Path path, String name) throws UsageException {
        if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
            throw new UsageException(name + ": not a regular file; '-o -' writes to standard output");
        }
    }

    public ByteSink sink(Terminal terminal) throws IOException {
        if (isStandardOutput()) {
            return ByteSink.of(terminal.out(), "standard output");
        }
        if (output.endsWith("/")) {
            throw new UsageException(output + ": is the name of a directory; name a file in it");
        }
        Path path = terminal.path(output);
        checkRegular(path, output);
        return existing == OutputFiles.Existing.REPLACE ? ByteSink.replacing(path) : ByteSink.of(path);
    }
}
