package dev.riffle.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the links of a site that lead to a missing file or to a missing anchor. */
final class LinkCheck {

    private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");

    private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]*)\"");

    private static final Pattern OUTSIDE = Pattern.compile("(?:https?|mailto|javascript|data):.*");

    /** The ids of each page by its address. */
    private final Map<String, Set<String>> ids = new TreeMap<>();

    private final Path root;
    private final List<String> broken = new ArrayList<>();

    private LinkCheck(Path root) {
        this.root = root;
    }

    /** Returns a line for each broken link of a page, and for each of the addresses that is wrong. */
    static List<String> check(Path root, List<String> addresses) throws IOException {
        LinkCheck check = new LinkCheck(root);
        Map<String, String> pages = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(page -> page.toString().endsWith(".html")).toList()) {
                String url = root.relativize(file).toString().replace('\\', '/');
                String html = Files.readString(file);
                pages.put(url, html);
                check.ids.put(url, matches(ID, html));
            }
        }
        pages.forEach((url, html) -> matches(LINK, html).forEach(link -> check.link(url, link)));
        addresses.forEach(address -> check.link(SearchIndex.FILE, address));
        return check.broken;
    }

    private static Set<String> matches(Pattern pattern, String html) {
        return pattern.matcher(html)
                .results()
                .map(found -> Html.unescape(found.group(1)))
                .collect(Collectors.toSet());
    }

    private void link(String page, String link) {
        // Some versions of javadoc link to ids that they do not write, such as shortened names of packages.
        boolean isInsideJavadoc = page.startsWith(Javadoc.FOLDER) && link.startsWith("#");
        if (OUTSIDE.matcher(link).matches() || isInsideJavadoc) {
            return;
        }
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        String target = file.isEmpty() ? page : Urls.resolve(page, file);
        if (!Files.isRegularFile(root.resolve(target))) {
            broken.add(page + ": " + link + ": no such file");
        } else if (hash >= 0 && ids.containsKey(target)) {
            String anchor = link.substring(hash + 1);
            Set<String> found = ids.get(target);
            if (!anchor.isEmpty() && !found.contains(anchor) && !found.contains(decoded(anchor))) {
                broken.add(page + ": " + link + ": no such anchor");
            }
        }
    }

    private static String decoded(String anchor) {
        return anchor.contains("%") ? String.valueOf(URI.create("#" + anchor).getFragment()) : anchor;
    }
}
