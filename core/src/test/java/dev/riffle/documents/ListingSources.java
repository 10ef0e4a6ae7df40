package dev.riffle.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the sources of the listings that documents show. */
final class ListingSources {

    /** The lines of a source that a document shows. */
    static final Pattern REGION = Pattern.compile("// listing\n(.*?)\n *// end\n", Pattern.DOTALL);

    static final String TEST = "Test.java";

    private static final List<String> DIRECTORIES = List.of(
            "core/src/test/java/dev/riffle/listings",
            "formats/src/test/java/dev/riffle/formats/listings",
            "arrow/src/test/java/dev/riffle/arrow/listings",
            "sql/src/test/java/dev/riffle/sql/listings",
            "hadoop/src/test/java/dev/riffle/hadoop/listings",
            "spark/src/test/java/dev/riffle/spark/listings");
    private static final List<String> INTEROP = List.of("core/src/interop", "formats/src/interop");

    /** The ends of the names of files with listings or outputs. A name ends with the first one that fits. */
    private static final List<String> ENDINGS = List.of(TEST, "IT.java", ".java", ".kt", ".scala");

    private ListingSources() {}

    /** Returns the sources in the packages of listings, and those of the profile {@code interop}. */
    static List<Path> files() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String directory : DIRECTORIES) {
            try (Stream<Path> files = Files.list(Repository.root().resolve(directory))) {
                all.addAll(files.toList());
            }
        }
        for (String directory : INTEROP) {
            try (Stream<Path> files = Files.walk(Repository.root().resolve(directory))) {
                all.addAll(files.toList());
            }
        }
        all.removeIf(file -> ENDINGS.stream().noneMatch(file.toString()::endsWith));
        return all;
    }

    /** Returns the listing or the expected output in the files of this name, such as a program and its test. */
    static String part(String name, Pattern pattern) throws IOException {
        Matcher part = pattern.matcher(Files.readString(file(name, pattern)));
        if (!part.find()) {
            throw new AssertionError(name + " changed during the test");
        }
        return part.group(1);
    }

    /** Returns the file of this name that has a part that matches the pattern. */
    static Path file(String name, Pattern pattern) throws IOException {
        for (Path file : files()) {
            if (name.equals(name(file))
                    && pattern.matcher(Files.readString(file)).find()) {
                return file;
            }
        }
        throw new AssertionError("no file of " + name + ", such as " + name + TEST + ", matches " + pattern);
    }

    /** Returns the name of a file without its ending. */
    static String name(Path file) {
        String name = file.getFileName().toString();
        String ending = ENDINGS.stream().filter(name::endsWith).findFirst().orElseThrow();
        return name.substring(0, name.length() - ending.length());
    }
}
