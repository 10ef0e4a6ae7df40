package dev.riffle.structure;

import dev.riffle.documents.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the Java files of all modules in the repository. */
final class SourceFiles {

    private SourceFiles() {}

    /** Returns the main sources of every module. */
    static List<Path> main() {
        return under("src/main/java").filter(SourceFiles::isJava).toList();
    }

    /** Returns the test sources of every module. */
    static List<Path> test() {
        return under("src/test/java").filter(SourceFiles::isJava).toList();
    }

    /** Returns the sources that only the profile {@code interop} compiles. */
    static List<Path> interop() {
        return under("src/interop/java").filter(SourceFiles::isJava).toList();
    }

    /** Returns the files that the tests of every module read. */
    static List<Path> testResources() {
        return under("src/test/resources").toList();
    }

    /** Returns the file name without {@code .java}. */
    static String typeName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(".java");
    }

    private static Stream<Path> under(String folder) {
        try (Stream<Path> modules = Files.list(Repository.root())) {
            return modules
                    .map(module -> module.resolve(folder))
                    .filter(Files::isDirectory)
                    .flatMap(SourceFiles::walk)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> walk(Path directory) {
        try {
            return Files.walk(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
