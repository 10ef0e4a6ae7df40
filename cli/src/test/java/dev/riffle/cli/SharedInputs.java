package dev.riffle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Writes input files once for a test class, and copies them for each test. */
final class SharedInputs {

    /** Writes the input files of a test class. */
    @FunctionalInterface
    interface Maker {
        void make() throws IOException;
    }

    private SharedInputs() {}

    /**
     * Provides the files in a test's directory.
     *
     * @param shared a directory of the test class, empty before its first test
     * @param directory the empty directory of the test
     * @param maker writes the files into {@code directory}
     */
    static void provide(Path shared, Path directory, Maker maker) throws IOException {
        if (isEmpty(shared)) {
            maker.make();
            copy(directory, shared);
        } else {
            copy(shared, directory);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(from)) {
            paths = walk.filter(path -> !path.equals(from)).toList();
        }
        for (Path path : paths) {
            Files.copy(path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }
}
