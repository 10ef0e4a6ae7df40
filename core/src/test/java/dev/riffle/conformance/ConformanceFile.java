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
 * Runs all cases of one file. With the system property {@code riffle.conformance} the file is looked for in that
 * directory, and passed over if it is not there; without it the copy in the test resources runs. Either may be
 * gzipped, with {@code .gz} behind the name.
 */
public final class ConformanceFile {

    private static final String PROPERTY = "riffle.conformance";

    private static final int SHOWN_PROBLEMS = 20;

    private static final int SHOWN_CHARACTERS = 600;

    private ConformanceFile() {}

    /** Looks at one case. */
    @FunctionalInterface
    public interface Check {

        /** What does not agree, in words; nothing if the case agrees. An exception is a disagreement too. */
        List<String> problems(ConformanceCase aCase) throws Exception;
    }

    /**
     * Runs the file, prints how many cases agree, and fails with the names of those that do not.
     *
     * @param name the name of the file, such as {@code example.jsonl}
     */
    public static void run(String name, Check check) throws IOException {
        Optional<InputStream> file = open(name);
        if (file.isEmpty()) {
            return;
        }
        int cases = 0;
        List<String> ids = new ArrayList<>();
        List<String> details = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file.get(), StandardCharsets.UTF_8))) {
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
        System.out.println(name + ": " + cases + " cases, " + (cases - ids.size()) + " agree");
        if (!ids.isEmpty()) {
            throw new AssertionFailedError(name + ": these cases disagree: " + String.join(" ", ids) + "\n"
                    + String.join("\n", details.subList(0, Math.min(SHOWN_PROBLEMS, details.size()))));
        }
        if (cases == 0) {
            throw new AssertionFailedError(name + " has no cases");
        }
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

    private static Optional<InputStream> open(String name) throws IOException {
        String directory = System.getProperty(PROPERTY);
        if (directory != null && !directory.isEmpty()) {
            Path plain = Path.of(directory, name);
            Path zipped = Path.of(directory, name + ".gz");
            if (Files.exists(plain)) {
                return Optional.of(Files.newInputStream(plain));
            }
            return Files.exists(zipped)
                    ? Optional.of(new GZIPInputStream(Files.newInputStream(zipped)))
                    : Optional.empty();
        }
        InputStream plain = ConformanceFile.class.getResourceAsStream("/conformance/" + name);
        if (plain != null) {
            return Optional.of(plain);
        }
        InputStream zipped = ConformanceFile.class.getResourceAsStream("/conformance/" + name + ".gz");
        if (zipped == null) {
            throw new FileNotFoundException("test resource conformance/" + name);
        }
        return Optional.of(new GZIPInputStream(zipped));
    }
}
