package dev.riffle.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;

/** The list of all pages, in one group for each folder of the documents. */
final class Navigation {

    /** The page that lists the documents. Its links give the order inside the groups. */
    static final String INDEX = "docs/README.md";

    private static final String HOME = "README.md";

    /** The folders in the order of the groups. Other folders follow. Pages outside of folders join the last one. */
    private static final List<String> FOLDERS = List.of("start", "guides", "migrate", "reference", "project");

    private static final String OTHERS = "project";

    /** Pages outside of folders that belong to another group than {@link #OTHERS}. */
    private static final Map<String, String> GROUPS = Map.of("docs/glossary.md", "reference");

    private final Repository repository;
    private final boolean hasApi;
    private final Map<String, List<Page>> groups;

    private Navigation(Repository repository, boolean hasApi, Map<String, List<Page>> groups) {
        this.repository = repository;
        this.hasApi = hasApi;
        this.groups = groups;
    }

    /** Returns the list for a site with Javadoc or without it. */
    static Navigation of(Repository repository, boolean hasApi) {
        Map<String, List<Page>> groups =
                new TreeMap<>(Comparator.comparing(Navigation::place).thenComparing(Comparator.naturalOrder()));
        for (Page page : repository.pages()) {
            if (!page.file().equals(HOME) && !page.file().equals(INDEX)) {
                groups.computeIfAbsent(group(page), name -> new ArrayList<>()).add(page);
            }
        }
        List<String> order = linked(repository.page(INDEX));
        groups.values().forEach(pages -> pages.sort(Comparator.comparing((Page page) -> rank(order, page))));
        return new Navigation(repository, hasApi, groups);
    }

    private static String group(Page page) {
        if (page.file().matches("docs/.+/.+")) {
            return page.folder().substring("docs/".length());
        }
        return GROUPS.getOrDefault(page.file(), OTHERS);
    }

    private static int place(String group) {
        int place = FOLDERS.indexOf(group.replaceFirst("/.*", ""));
        return place < 0 ? FOLDERS.size() : place;
    }

    private static int rank(List<String> order, Page page) {
        int place = order.indexOf(page.file());
        return place < 0 ? order.size() : place;
    }

    private static List<String> linked(Page index) {
        List<String> files = new ArrayList<>();
        index.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                if (!link.getDestination().contains(":")) {
                    files.add(Urls.resolve(index.file(), link.getDestination().replaceFirst("#.*", "")));
                }
            }
        });
        return files;
    }

    /** Returns the groups with the files of their pages. */
    Map<String, List<String>> groups() {
        Map<String, List<String>> files = new LinkedHashMap<>();
        groups.forEach(
                (name, pages) -> files.put(name, pages.stream().map(Page::file).toList()));
        return files;
    }

    /** Returns the HTML of the list for one page. Only the group of this page is open. */
    String html(String url) {
        StringBuilder html = new StringBuilder("<ul>\n");
        link(html, url, repository.page(HOME).url(), "Home");
        link(html, url, repository.page(INDEX).url(), "All pages by reader and task");
        html.append("</ul>\n");
        groups.forEach((name, pages) -> {
            boolean isOpen = pages.stream().anyMatch(page -> page.url().equals(url));
            html.append(isOpen ? "<details open>" : "<details>");
            html.append("<summary>").append(Html.escape(label(name))).append("</summary>\n<ul>\n");
            pages.forEach(page -> link(html, url, page.url(), page.title()));
            html.append("</ul></details>\n");
        });
        if (hasApi) {
            html.append("<ul>\n");
            link(html, url, Javadoc.FIRST_PAGE, "API (Javadoc)");
            html.append("</ul>\n");
        }
        return html.toString();
    }

    /** Returns "Guides: pipelines" for the folder guides/pipelines. */
    private static String label(String group) {
        return group.substring(0, 1).toUpperCase(Locale.ROOT)
                + group.substring(1).replace("/", ": ");
    }

    private static void link(StringBuilder html, String from, String to, String title) {
        String item = Html.item(Urls.relative(from, to), title);
        html.append(from.equals(to) ? item.replace("<a ", "<a aria-current=\"page\" ") : item);
    }
}
