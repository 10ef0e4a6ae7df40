package dev.riffle.site;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes the pages of a repository to a folder. */
final class Site {

    private Site() {}

    /**
     * Writes all pages, the files to which they link, and the search.
     *
     * @param names the types and members in the site's Javadoc; none if the site has no Javadoc
     * @throws IllegalStateException if a page has an error, such as a link to a missing file
     */
    static SearchIndex write(Repository repository, List<ApiName> names, SiteFolder folder) throws IOException {
        Layout layout = Layout.of(Navigation.of(repository, !names.isEmpty()));
        LinkTargets targets = new LinkTargets(repository);
        for (Page page : repository.pages()) {
            String content = PageHtml.of(page, targets);
            folder.write(page.url(), layout.page(page.url(), page.title(), content, page.sections()));
        }
        for (Map.Entry<String, String> source :
                SourcePages.contents(repository, targets.sources()).entrySet()) {
            String name = source.getKey().replaceFirst("(/index)?\\.html$", "").replaceFirst(".*/", "");
            folder.write(source.getKey(), layout.page(source.getKey(), name, source.getValue(), List.of()));
        }
        for (String image : targets.images()) {
            folder.copy(repository.path(image), image);
        }
        SearchIndex index = new SearchIndex(repository.pages(), names);
        folder.write(SearchIndex.FILE, index.script());
        folder.copyResource("search.js");
        return index;
    }
}
