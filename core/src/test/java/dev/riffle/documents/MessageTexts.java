package dev.riffle.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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
    private static final Pattern CREATION = Pattern.compile("new (\\w*(?:Exception|Fault))\\(");

    private MessageTexts() {}

    /**
     * A place that creates an exception.
     *
     * @param file the name of the class file's source, without its ending
     * @param module the module of the file
     * @param type the simple name of the exception's type
     * @param text the longest text of the message, without separators at its ends; empty if the message has no text
     */
    record Creation(String file, String module, String type, String text) {}

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

    /** Returns all places that create an exception. */
    static List<Creation> creations() {
        List<Creation> found = new ArrayList<>();
        for (String module : MODULES) {
            for (Path file : files(module)) {
                String source = joined(file);
                Matcher creations = CREATION.matcher(source);
                while (creations.find()) {
                    String text = texts(source.substring(creations.end(), end(source, creations.end()))).stream()
                            .max(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                            .orElse("");
                    String name = String.valueOf(file.getFileName()).replace(".java", "");
                    found.add(new Creation(name, module, creations.group(1), MessageRow.trimmed(text)));
                }
            }
        }
        return found;
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

    /** Returns the position of the parenthesis that closes the arguments that begin at a position. */
    private static int end(String source, int begin) {
        Matcher literals = LITERAL.matcher(source).region(begin, source.length());
        int depth = 1;
        int at = begin;
        int literal = literals.find() ? literals.start() : source.length();
        while (depth > 0) {
            if (at == literal) {
                at = literals.end();
                literal = literals.find() ? literals.start() : source.length();
            } else {
                char c = source.charAt(at++);
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
        }
        return at - 1;
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
