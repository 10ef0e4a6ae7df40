package dev.riffle.conformance;

import dev.riffle.internal.JsonValue;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.opentest4j.AssertionFailedError;

/**
 * Runs all cases of one file. If the system property {@code riffle.conformance} names a directory, the test reads the
 * file from this directory. If the directory does not contain the file, the test skips it. Without the property, the
 * test reads the copy in the test resources. A file may be compressed with gzip; its name then ends in {@code .gz}.
 */
public final class ConformanceFile {

    private static final String PROPERTY = "riffle.conformance";

    private static final int SHOWN_PROBLEMS = 20;

    private static final int SHOWN_CHARACTERS = 600;

    private ConformanceFile() {}

    /** Checks one case. */
    @FunctionalInterface
    public interface Check {

        /**
         * Returns descriptions of the differences, or an empty list if the case agrees. An exception counts as a
         * difference.
         */
        List<String> problems(ConformanceCase aCase) throws Exception;
    }

    /**
     * Runs the file, prints the number of cases that agree, and fails with the names of the cases that disagree.
     *
     * @param name the name of the file, such as {@code example.jsonl}
     */
    public static void run(String name, Check check) throws IOException {
        Optional<InputStream> file = isElsewhere() ? openElsewhere(name) : Optional.of(openResource(name));
        if (file.isPresent()) {
            run(name, file.get(), check);
        }
    }

    /** Runs a file that is not in the repository, or skips it if the directory of the property does not have it. */
    public static void runIfPresent(String name, Check check) throws IOException {
        Optional<InputStream> file = openElsewhere(name);
        if (file.isPresent()) {
            run(name, file.get(), check);
        }
    }

    private static void run(String name, InputStream file, Check check) throws IOException {
        Result result = result(file, check);
        System.out.println(name + ": " + result.cases() + " cases, "
                + (result.cases() - result.ids().size()) + " agree");
        result.check(name);
    }

    /**
     * Checks each case of the copy in the test resources without printing. Tests that use the cases as input call this
     * method.
     */
    public static void runSilently(String name, Check check) throws IOException {
        result(openResource(name), check).check(name);
    }

    private record Result(int cases, List<String> ids, List<String> details) {

        void check(String name) {
            if (!ids.isEmpty()) {
                throw new AssertionFailedError(name + ": " + ids.size() + " of " + cases + " cases disagree: "
                        + String.join(" ", ids) + "\n"
                        + String.join("\n", details.subList(0, Math.min(SHOWN_PROBLEMS, details.size()))));
            }
            if (cases == 0) {
                throw new AssertionFailedError(name + " has no cases");
            }
        }
    }

    private static Result result(InputStream file, Check check) throws IOException {
        int cases = 0;
        List<String> ids = new ArrayList<>();
        List<String> details = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank()) {
                    continue;
                }
                cases++;
                ConformanceCase aCase = ConformanceCase.of(JsonValue.parse(line));
                List<String> problems = problems(aCase, check);
                if (!problems.isEmpty()) {
                    ids.add(aCase.id());
                    details.add(aCase.id() + ": " + shortened(String.join("; ", problems)));
                }
            }
        }
        return new Result(cases, ids, details);
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
    }

    private static List<String> problems(ConformanceCase aCase, Check check) {
        try {
            return check.problems(aCase);
        } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
            return List.of("unexpected " + e);
        }
    }

    private static boolean isElsewhere() {
        return !System.getProperty(PROPERTY, "").isEmpty();
    }

    private static Optional<InputStream> openElsewhere(String name) throws IOException {
        if (!isElsewhere()) {
            return Optional.empty();
        }
        Path plain = Path.of(System.getProperty(PROPERTY), name);
        Path zipped = Path.of(System.getProperty(PROPERTY), name + ".gz");
        if (Files.exists(plain)) {
            return Optional.of(Files.newInputStream(plain));
        }
        return Files.exists(zipped) ? Optional.of(new GZIPInputStream(Files.newInputStream(zipped))) : Optional.empty();
    }

    private static InputStream openResource(String name) throws IOException {
        InputStream plain = ConformanceFile.class.getResourceAsStream("/conformance/" + name);
        if (plain != null) {
            return plain;
        }
        InputStream zipped = ConformanceFile.class.getResourceAsStream("/conformance/" + name + ".gz");
        if (zipped == null) {
            throw new FileNotFoundException("test resource conformance/" + name);
        }
        return new GZIPInputStream(zipped);
    }
}
