package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the links and anchors of all pages exist, and that the README leads to every page. */
class LinksTest {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]*)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`\n]*`");

    static List<Path> pages() throws IOException {
        Path root = Repository.root();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"));
                Stream<Path> corpus = Files.list(root.resolve("corpus"));
                Stream<Path> samples = Files.list(root.resolve("samples"))) {
            return Stream.of(top, docs, corpus, samples)
                    .flatMap(files -> files)
                    .filter(page -> page.toString().endsWith(".md"))
                    .map(root::relativize)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(Path page) throws IOException {
        List<String> broken = new ArrayList<>();
        for (String link : links(page)) {
            int hash = link.indexOf('#');
            Path target = target(page, link);
            if (!Files.exists(Repository.root().resolve(target))) {
                broken.add(link);
            } else if (hash >= 0
                    && target.toString().endsWith(".md")
                    && !anchors(target).contains(link.substring(hash + 1))) {
                broken.add(link + ": no such heading");
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theReadmeLeadsToEveryPage() throws IOException {
        Set<Path> reached = new HashSet<>(Set.of(Path.of("README.md")));
        Deque<Path> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            Path page = open.remove();
            for (String link : links(page)) {
                Path target = target(page, link);
                if (target.toString().endsWith(".md") && reached.add(target)) {
                    open.add(target);
                }
            }
        }
        assertThat(new TreeSet<>(reached)).containsAll(pages());
    }

    /** Returns the targets of links to files and headings, outside of code. */
    private static List<String> links(Path page) throws IOException {
        String text = Files.readString(Repository.root().resolve(page));
        String prose =
                INLINE_CODE.matcher(CODE_BLOCK.matcher(text).replaceAll("")).replaceAll("``");
        return LINK.matcher(prose)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("(https?|mailto):.*"))
                .toList();
    }

    private static Path target(Path page, String link) {
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    /** Returns the anchors that the hosts of Git repositories make from headings. */
    private static Set<String> anchors(Path page) throws IOException {
        String text = CODE_BLOCK
                .matcher(Files.readString(Repository.root().resolve(page)))
                .replaceAll("");
        Map<String, Integer> uses = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        Matcher headings = HEADING.matcher(text);
        while (headings.find()) {
            String words = headings.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
            String anchor = words.strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-');
            int use = uses.merge(anchor, 1, Integer::sum);
            anchors.add(use == 1 ? anchor : anchor + "-" + (use - 1));
        }
        return anchors;
    }
}
