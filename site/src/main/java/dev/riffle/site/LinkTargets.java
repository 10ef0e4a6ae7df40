package dev.riffle.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Converts the links of pages to addresses of the site, and collects the other files to which pages link. */
final class LinkTargets {

    private static final Pattern OUTSIDE = Pattern.compile("[a-z]+:.*");

    private static final Pattern IMAGE = Pattern.compile(".*\\.(svg|png|jpg|gif|webp)");

    private final Repository repository;
    private final Set<String> images = new TreeSet<>();
    private final Set<String> sources = new TreeSet<>();

    LinkTargets(Repository repository) {
        this.repository = repository;
    }

    /**
     * Returns the address of a link, relative to its page.
     *
     * @throws IllegalStateException if the target does not exist
     */
    String href(Page page, String link) {
        if (OUTSIDE.matcher(link).matches() || link.startsWith("#")) {
            return link;
        }
        int hash = link.indexOf('#');
        String file = Urls.resolve(page.file(), hash < 0 ? link : link.substring(0, hash));
        return Urls.relative(page.url(), url(page, file)) + (hash < 0 ? "" : link.substring(hash));
    }

    private String url(Page page, String file) {
        if (repository.hasPage(file)) {
            return repository.page(file).url();
        }
        if (repository.hasPage(file + "/README.md")) {
            return repository.page(file + "/README.md").url();
        }
        Path path = repository.path(file);
        if (!Files.exists(path)) {
            throw new IllegalStateException(page.file() + ": a link leads to " + file + ", which does not exist");
        }
        if (IMAGE.matcher(file).matches()) {
            images.add(file);
            return file;
        }
        sources.add(file);
        return Files.isDirectory(path) ? SourcePages.folderUrl(file) : SourcePages.fileUrl(file);
    }

    /** Returns the images of the pages that were converted until now. */
    Set<String> images() {
        return images;
    }

    /** Returns the other files and the folders to which the pages link that were converted until now. */
    Set<String> sources() {
        return sources;
    }
}
