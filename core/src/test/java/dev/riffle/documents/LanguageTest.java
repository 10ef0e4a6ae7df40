package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the text of the repository against those rules of plain English that a program can check. */
class LanguageTest {

    /** Words that are wrong everywhere in this repository: in documents, messages, comments and names. */
    private static final List<String> WRONG_WORDS =
            List.of("behind", "anew", "nobody", "somebody", "whoever", "so many", "told of", "believed");

    /** The files that may contain wrong words and terms, with the reason. */
    private static final Map<String, String> ALLOWED = Map.of(
            "core/src/test/java/dev/riffle/documents/LanguageTest.java", "names the wrong words",
            "docs/glossary.md", "names the terms that Riffle does not use");

    private static final int MOST_CHARACTERS = 120;

    private static final Pattern COMMENT_LINE = Pattern.compile("\\s*(?:\\*|//|/\\*).*");

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    private static final Pattern EMPTY_SUMMARY = Pattern.compile("(?:The same|Likewise|These)\\b");

    /** A line of Markdown that may be long: a table row, a heading, a link, or indented code. */
    private static final Pattern LONG_MARKDOWN = Pattern.compile("\\s*(?:\\||#|\\[[^]]*]:|<).*| {4}.*|.*]\\(.*");

    private static final Pattern INLINE_CODE = Pattern.compile("`[^`\n]*`");

    private static final Pattern GLOSSARY_ROW = Pattern.compile("\\| ([a-z][a-z ,-]*?) \\| [^|]+ \\|");

    private static Map<Path, String> files;

    @BeforeAll
    static void read() throws IOException {
        files = new TreeMap<>();
        Files.walkFileTree(Repository.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean hidden = name.startsWith(".") && !directory.equals(Repository.root()) && !name.equals(".ci");
                return hidden || name.equals("target") || name.equals("resources")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (isText(file)) {
                    files.put(Repository.root().relativize(file), Files.readString(file, StandardCharsets.UTF_8));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (file.getFileName().toString().startsWith(".")) {
                    // A JVM that attaches an agent creates and deletes a hidden file in its working directory.
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        return Stream.of(".java", ".md", ".sh", ".xml").anyMatch(name::endsWith)
                || Stream.of("run", "grade", "riffle").anyMatch(name::equals);
    }

    @Test
    void seesTheFiles() {
        assertThat(files.keySet().stream().map(Path::toString))
                .contains("README.md", "riffle", ".ci/run", "docs/reference/cli.md")
                .anyMatch(name -> name.endsWith("RecordReader.java"))
                .hasSizeGreaterThan(1000);
    }

    @Test
    void noTextHasAWrongWord() {
        List<String> found = new ArrayList<>();
        files.forEach((path, text) -> {
            if (!isAllowed(path)) {
                contained(WRONG_WORDS, text).forEach(word -> find(path, text, inNamesToo(word), word, found));
            }
        });
        assertThat(String.join("\n", found)).isEmpty();
    }

    @Test
    void noTextHasATermThatTheGlossaryRejects() throws IOException {
        List<String> terms = rejectedTerms();
        assertThat(terms).hasSizeGreaterThan(5);
        List<String> found = new ArrayList<>();
        files.forEach((path, text) -> {
            if (!isAllowed(path)) {
                String words = isJava(path) ? text : INLINE_CODE.matcher(text).replaceAll("``");
                contained(terms, words).forEach(term -> find(path, words, inSentences(term), term, found));
            }
        });
        assertThat(String.join("\n", found)).isEmpty();
    }

    @Test
    void everySummaryStandsAlone() {
        List<String> found = new ArrayList<>();
        files.forEach((path, text) -> {
            Matcher comments = JAVADOC.matcher(isJava(path) ? text : "");
            while (comments.find()) {
                String summary =
                        comments.group(1).replaceAll("\\s*\n\\s*\\*\\s?", " ").strip();
                if (EMPTY_SUMMARY.matcher(summary).lookingAt()) {
                    found.add(path + ":" + line(text, comments.start()) + ": " + summary);
                }
            }
        });
        assertThat(String.join("\n", found)).isEmpty();
    }

    @Test
    void noCommentLineIsTooLong() {
        List<String> found = new ArrayList<>();
        files.forEach((path, text) -> {
            String[] lines = isJava(path) ? text.split("\n") : new String[0];
            for (int i = 0; i < lines.length; i++) {
                if (lines[i].length() > MOST_CHARACTERS
                        && COMMENT_LINE.matcher(lines[i]).matches()) {
                    found.add(path + ":" + (i + 1));
                }
            }
        });
        assertThat(String.join("\n", found)).isEmpty();
    }

    @Test
    void noLineOfMarkdownIsTooLong() {
        List<String> found = new ArrayList<>();
        files.forEach((path, text) -> {
            boolean isCode = !path.toString().endsWith(".md");
            String[] lines = isCode ? new String[0] : text.split("\n");
            for (int i = 0; i < lines.length; i++) {
                if (lines[i].strip().startsWith("```")) {
                    isCode = !isCode;
                } else if (!isCode
                        && lines[i].length() > MOST_CHARACTERS
                        && !LONG_MARKDOWN.matcher(lines[i]).matches()) {
                    found.add(path + ":" + (i + 1));
                }
            }
        });
        assertThat(String.join("\n", found)).isEmpty();
    }

    /** Returns the words whose first part occurs in a text, so that the test searches the text for few patterns. */
    private static List<String> contained(List<String> words, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return words.stream().filter(word -> lower.contains(word.split(" ")[0])).toList();
    }

    /** Adds each place of {@code text} where a pattern matches. */
    private static void find(Path path, String text, Pattern pattern, String what, List<String> found) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(path + ":" + line(text, matcher.start()) + ": " + what);
        }
    }

    private static boolean isAllowed(Path path) {
        return ALLOWED.containsKey(path.toString());
    }

    /** Returns a pattern of words that matches in sentences, across a line break, and in names such as aRestAnew. */
    private static Pattern inNamesToo(String words) {
        StringBuilder sentence = new StringBuilder();
        StringBuilder name = new StringBuilder();
        for (String word : words.split(" ")) {
            String capital = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
            sentence.append(sentence.isEmpty() ? "" : "[\\s*/]+").append(word);
            name.append(capital);
        }
        return Pattern.compile(
                "(?i:\\b" + sentence + "s?(?![a-z]))|\\b" + sentence + "(?=[A-Z])|" + name + "(?![a-z])");
    }

    /** Returns a pattern of words that matches in sentences, also in the plural and across a line break. */
    private static Pattern inSentences(String words) {
        return Pattern.compile("(?i)\\b" + words.replace(" ", "[\\s*/]+") + "s?\\b");
    }

    /** Returns the terms of the glossary's table of wrong words. */
    private static List<String> rejectedTerms() throws IOException {
        String glossary = Files.readString(Repository.root().resolve("docs/glossary.md"));
        Matcher rows = GLOSSARY_ROW.matcher(glossary.substring(glossary.indexOf("| not |")));
        List<String> terms = new ArrayList<>();
        while (rows.find()) {
            if (!rows.group(1).equals("not")) {
                terms.addAll(List.of(rows.group(1).split(", ")));
            }
        }
        return terms;
    }

    private static boolean isJava(Path path) {
        return path.toString().endsWith(".java");
    }

    private static long line(String text, int at) {
        return text.substring(0, at).lines().count() + (text.charAt(at) == '\n' ? 0 : 1);
    }
}
