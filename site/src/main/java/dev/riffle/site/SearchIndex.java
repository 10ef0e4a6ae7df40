package dev.riffle.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/**
 * The data of the search. {@code search.js} loads it as a script, because a page without a server cannot read a file in
 * another way.
 */
final class SearchIndex {

    /** The file of the site that contains the index. */
    static final String FILE = "search-index.js";

    private final Collection<Page> pages;
    private final List<ApiName> names;

    SearchIndex(Collection<Page> pages, List<ApiName> names) {
        this.pages = pages;
        this.names = names;
    }

    /**
     * Returns a call of {@code riffleSearchIndex(pages, names)}. A page is an array of its address, its title, and its
     * sections. A section is an array of anchor, heading and text. A name is an array of address, name and package.
     */
    String script() {
        StringBuilder script = new StringBuilder("riffleSearchIndex([\n");
        for (Page page : pages) {
            script.append('[').append(quote(page.url())).append(',').append(quote(page.title()));
            script.append(",[\n");
            for (Section section : page.sections()) {
                array(script, section.anchor(), section.heading(), section.text());
            }
            script.append("]],\n");
        }
        script.append("],[\n");
        names.forEach(name -> array(script, name.url(), name.name(), name.place()));
        return script.append("]);\n").toString();
    }

    /** Returns the addresses of all entries, with anchors. */
    List<String> urls() {
        List<String> urls = new ArrayList<>();
        for (Page page : pages) {
            page.sections().forEach(section -> urls.add(page.url() + "#" + section.anchor()));
        }
        names.forEach(name -> urls.add(name.url()));
        return urls;
    }

    private static void array(StringBuilder script, String... texts) {
        script.append('[');
        for (int i = 0; i < texts.length; i++) {
            script.append(i == 0 ? "" : ",").append(quote(texts[i]));
        }
        script.append("],\n");
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == '\u2028' || c == '\u2029') {
                quoted.append("\\u" + HexFormat.of().toHexDigits(c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
