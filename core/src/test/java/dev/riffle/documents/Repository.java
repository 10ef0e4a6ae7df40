package dev.riffle.documents;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository is, whichever module's tests run. */
public final class Repository {

    private Repository() {}

    /** The directory that holds the launcher and the modules. */
    public static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new AssertionError("no mvnw above " + Path.of("").toAbsolutePath());
        }
        return directory;
    }
}
