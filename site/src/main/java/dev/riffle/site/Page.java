package dev.riffle.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/**
 * A Markdown file of the repository.
 *
 * @param file the name of the file, relative to the root of the repository
 * @param document the parsed text
 * @param sections the sections in their order; the first one has the title
 * @param anchors the id of each heading, as the hosts of Git repositories make it
 */
record Page(String file, Node document, List<Section> sections, Map<Node, String> anchors) {

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    /**
     * Parses a page.
     *
     * @throws IllegalStateException if the page does not begin with its title
     */
    static Page parse(String file, String markdown) {
        Node document = PARSER.parse(markdown);
        Map<Node, String> anchors = new HashMap<>();
        List<Section> sections = new ArrayList<>();
        IdGenerator ids = IdGenerator.builder().build();
        Node node = document.getFirstChild();
        if (!(node instanceof Heading title) || title.getLevel() != 1) {
            throw new IllegalStateException(file + ": must begin with a title such as '# Sets of files'");
        }
        while (node instanceof Heading heading) {
            StringBuilder text = new StringBuilder();
            node = node.getNext();
            for (; node != null && !(node instanceof Heading); node = node.getNext()) {
                text.append(PlainText.of(node)).append(' ');
            }
            String words = PlainText.of(heading);
            anchors.put(heading, ids.generateId(words));
            sections.add(new Section(
                    words,
                    anchors.get(heading),
                    heading.getLevel(),
                    text.toString().strip()));
        }
        return new Page(file, document, List.copyOf(sections), anchors);
    }

    /** Returns the title of the page. */
    String title() {
        return sections.get(0).heading();
    }

    /** Returns the folder of the file, without a slash at its end. The root has the empty name. */
    String folder() {
        return file.substring(0, Math.max(0, file.lastIndexOf('/')));
    }

    /** Returns the address of the page in the site. */
    String url() {
        String name = file.replaceFirst("\\.md$", "");
        return (name.endsWith("README") ? name.replaceFirst("README$", "index") : name) + ".html";
    }
}
