package dev.riffle.documents;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the repository from the directory of any module. */
public final class Repository {

    private Repository() {}

    /** Returns the directory that contains the launcher and the modules. */
    public static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new AssertionError("mvnw not found above " + Path.of("").toAbsolutePath());
        }
        return directory;
    }
}
