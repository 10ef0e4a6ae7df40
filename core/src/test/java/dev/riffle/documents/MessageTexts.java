package dev.riffle.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The texts of messages in the main sources. A text is a string literal, or adjacent literals that the compiler joins.
 * Texts end at the placeholders of formatted strings.
 */
final class MessageTexts {

    /** The modules whose messages users see. */
    private static final List<String> MODULES = List.of("core", "formats", "arrow", "sql", "cli", "hadoop", "spark");

    /** A text block, a string or a character. */
    private static final Pattern LITERAL =
            Pattern.compile("\"\"\"\\s*\n(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"|'(\\\\.|[^'\\\\])'", Pattern.DOTALL);

    private static final Pattern JOINED = Pattern.compile("(?<!\\\\)\"\\s*\\+\\s*\"");
    private static final Pattern FORMATTED = Pattern.compile("%[-0-9.]*[sdnx]");
    private static final Pattern UNICODE_ESCAPE = Pattern.compile("(?<!\\\\)((?:\\\\{2})*)\\\\u[0-9a-fA-F]{4}");

    private MessageTexts() {}

    /** Returns all texts. */
    static Set<String> all() {
        Set<String> texts = new HashSet<>();
        for (String module : MODULES) {
            for (Path file : files(module)) {
                texts.addAll(texts(joined(file)));
            }
        }
        return texts;
    }

    private static List<String> texts(String source) {
        List<String> texts = new ArrayList<>();
        Matcher literals = LITERAL.matcher(source);
        while (literals.find()) {
            String literal = Stream.of(1, 2, 3)
                    .map(literals::group)
                    .filter(group -> group != null)
                    .findFirst()
                    .orElseThrow();
            String characters =
                    UNICODE_ESCAPE.matcher(literal).replaceAll("$1?").translateEscapes();
            for (String text : FORMATTED.split(characters)) {
                if (!text.isEmpty()) {
                    texts.add(text.replaceAll("\\s+", " "));
                }
            }
        }
        return texts;
    }

    private static String joined(Path file) {
        try {
            return JOINED.matcher(Files.readString(file)).replaceAll("");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> files(String module) {
        try (Stream<Path> files = Files.walk(Repository.root().resolve(module).resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
