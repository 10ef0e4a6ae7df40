package dev.riffle.site;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts that all pages share: the head, the search box, the list of pages, and the headings of the page. */
final class Layout {

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    /** A shorter page needs no list of its headings. */
    private static final int FEWEST_HEADINGS = 3;

    private final String template;
    private final Navigation navigation;

    private Layout(String template, Navigation navigation) {
        this.template = template;
        this.navigation = navigation;
    }

    static Layout of(Navigation navigation) throws IOException {
        return new Layout(Resource.text("layout.html"), navigation);
    }

    /** Returns a complete page. */
    String page(String url, String title, String content, List<Section> sections) {
        Map<String, String> parts = Map.of(
                "title", Html.escape(title),
                "root", Urls.toRoot(url),
                "navigation", navigation.html(url),
                "content", content,
                "headings", headings(sections));
        return PLACE.matcher(template).replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    private static String headings(List<Section> sections) {
        List<Section> parts =
                sections.stream().filter(section -> section.level() == 2).toList();
        if (parts.size() < FEWEST_HEADINGS) {
            return "";
        }
        StringBuilder html =
                new StringBuilder("<nav class=\"headings\" aria-label=\"On this page\">\n<p>On this page</p>\n<ul>\n");
        for (Section part : parts) {
            html.append(Html.item("#" + part.anchor(), part.heading()));
        }
        return html.append("</ul>\n</nav>\n").toString();
    }
}
