package dev.riffle.io;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes a file under its final name from the first byte. */
final class InPlaceFileSink implements ByteSink {

    private final Path path;
    private final Set<OpenOption> how;

    /**
     * Creates a sink. {@code existing} is CREATE_NEW to reject an existing file, or TRUNCATE_EXISTING to truncate it to
     * zero bytes.
     */
    InPlaceFileSink(Path path, StandardOpenOption existing, LinkOption... links) {
        this.path = path;
        this.how = new HashSet<>(Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, existing));
        // Some file systems have no links and do not support the option.
        if (path.getFileSystem().equals(FileSystems.getDefault())) {
            how.addAll(List.of(links));
        }
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Output create() throws IOException {
        FileErrors.checkWritable(path);
        return new Writing(path, how);
    }

    private static final class Writing extends FileOutput {

        Writing(Path path, Set<OpenOption> how) throws IOException {
            super(path, path, how);
        }

        @Override
        void publish() {
            // There is nothing to publish: the file has had its name from the beginning.
        }

        @Override
        void discard() throws IOException {
            Files.deleteIfExists(written);
        }
    }
}
