package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Holds the memory of a command for records, and the place of its temporary files.
 *
 * @param memoryBytes the memory for records, in bytes
 * @param temporary the directory for temporary files, as typed; empty for the default of the library
 */
record SpillLimits(long memoryBytes, Optional<String> temporary) {

    /** Returns the directory that the user typed. */
    Optional<Path> directory(Terminal terminal) throws UsageException {
        if (temporary.isEmpty()) {
            return Optional.empty();
        }
        Path directory = terminal.path(temporary.get());
        if (!Files.isDirectory(directory)) {
            throw new UsageException("--temp " + temporary.get() + ": no such directory; create it first");
        }
        return Optional.of(directory);
    }
}
