package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Manages the directory that receives parts. Creates a missing directory, and deletes it if the command fails. */
public final class PartsDirectory implements Closeable {

    private final List<Path> made;
    private boolean kept;

    private PartsDirectory(List<Path> made) {
        this.made = made;
    }

    /** Returns the directory of a target. Does nothing for a target that is not a directory. */
    public static PartsDirectory of(Terminal terminal, OutputFiles target) throws IOException {
        if (target.shards() == 0) {
            return new PartsDirectory(List.of());
        }
        Path directory = terminal.path(target.output());
        if (Files.isDirectory(directory)) {
            checkOthers(directory, target);
            return new PartsDirectory(List.of());
        }
        if (Files.exists(directory)) {
            throw new UsageException(target.output() + ": is a file, and --parts needs a directory");
        }
        try {
            Files.createDirectory(directory);
        } catch (NoSuchFileException e) {
            throw new UsageException(target.output() + ": its parent directory does not exist; create it first");
        }
        return new PartsDirectory(List.of(directory));
    }

    /** Rejects a directory with other parts, which readers would treat as parts of the new dataset. */
    private static void checkOthers(Path directory, OutputFiles target) throws IOException {
        Set<String> written = new HashSet<>();
        for (String name : target.names()) {
            written.add(name.substring(target.output().length() + 1));
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = String.valueOf(file.getFileName());
                boolean replaced = written.contains(name) && target.existing() == OutputFiles.Existing.REPLACE;
                if (name.matches("part-[0-9].*") && !replaced) {
                    if (written.contains(name)) {
                        throw new FileAlreadyExistsException(target.output() + "/" + name, null, "exists already");
                    }
                    throw new UsageException(target.output() + ": has " + name
                            + ", which readers would take for a part of the new dataset; remove it, or choose another"
                            + " directory");
                }
            }
        }
    }

    /** Keeps the directory, because the parts are complete. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        if (!kept) {
            for (Path directory : made) {
                try {
                    Files.deleteIfExists(directory);
                } catch (DirectoryNotEmptyException foreignContent) {
                    // Other content is not from this command, so the directory stays.
                }
            }
        }
    }
}
