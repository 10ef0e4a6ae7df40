package dev.riffle.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file that is written under its own name from the first byte on. */
final class InPlaceFileSink implements ByteSink {

    private final Path path;
    private final StandardOpenOption existing;

    /** {@code existing}: CREATE_NEW refuses a file that is there, TRUNCATE_EXISTING empties it. */
    InPlaceFileSink(Path path, StandardOpenOption existing) {
        this.path = path;
        this.existing = existing;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Output create() throws IOException {
        FileErrors.checkWritable(path);
        return new Writing(path, existing);
    }

    private static final class Writing extends FileOutput {

        Writing(Path path, StandardOpenOption existing) throws IOException {
            super(path, path, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, existing));
        }

        @Override
        void publish() {
            // The name is there since the beginning.
        }

        @Override
        void discard() throws IOException {
            Files.deleteIfExists(written);
        }
    }
}
