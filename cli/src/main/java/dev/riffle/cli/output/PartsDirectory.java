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

/** The directory that parts are written into: made if it is not there, and gone again if nothing came of it. */
public final class PartsDirectory implements Closeable {

    private final List<Path> made;
    private boolean kept;

    private PartsDirectory(List<Path> made) {
        this.made = made;
    }

    /** The directory of a target; of one that is no directory, nothing. */
    public static PartsDirectory of(Terminal terminal, RecordTarget target) throws IOException {
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
            throw new UsageException(target.output() + ": the directory around it does not exist; create it first");
        }
        return new PartsDirectory(List.of(directory));
    }

    /** Parts that are there already would be taken for parts of the new data set. */
    private static void checkOthers(Path directory, RecordTarget target) throws IOException {
        Set<String> written = new HashSet<>();
        for (String name : target.names()) {
            written.add(name.substring(target.output().length() + 1));
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = String.valueOf(file.getFileName());
                boolean replaced = written.contains(name) && target.existing() == RecordTarget.Existing.REPLACE;
                if (name.matches("part-[0-9].*") && !replaced) {
                    if (written.contains(name)) {
                        throw new FileAlreadyExistsException(target.output() + "/" + name, null, "exists already");
                    }
                    throw new UsageException(target.output() + ": has " + name
                            + ", which would be taken for a part of the new data set; remove it, or name another"
                            + " directory");
                }
            }
        }
    }

    /** The parts are there. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        if (!kept) {
            for (Path directory : made) {
                try {
                    Files.deleteIfExists(directory);
                } catch (DirectoryNotEmptyException somebodyElses) {
                    // what is in it is not ours to delete
                }
            }
        }
    }
}
