package dev.riffle.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Gives complete files their names, and makes the names durable. */
public final class FileMoves {

    private FileMoves() {}

    /**
     * Renames a file; the new name must be free. Creates the name as a hard link, because a link fails if another
     * program has taken the name in the meantime, but a rename does not. On file systems without links, this method
     * checks for the name and then renames.
     */
    public static void claim(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    to.toString(), null, "exists already; choose another name, or ask for it to be overwritten");
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.move(from, to);
            return;
        }
        Files.delete(from);
    }

    /** Renames a file and replaces the file at the new name, in one step. */
    public static void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Gives a file a second name. Creates a link, or a copy if the file system has no links. */
    public static void keep(Path file, Path second) throws IOException {
        try {
            Files.createLink(second, file);
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.copy(file, second, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** Syncs a directory, so that new names are durable. Has no effect if the file system cannot open directories. */
    public static void syncDirectory(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException | UnsupportedOperationException notSupported) {
            return;
        }
    }
}
