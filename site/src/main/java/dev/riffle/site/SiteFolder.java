package dev.riffle.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of a site that is being written. */
record SiteFolder(Path root) {

    /** A file that every site has. A folder without this file is no site. */
    static final String MARK = "site.css";

    /**
     * Creates an empty folder. Deletes an earlier site in this place.
     *
     * @throws IllegalStateException if the folder contains other files than a site
     */
    static SiteFolder create(Path root) throws IOException {
        if (Files.exists(root)) {
            delete(root);
        }
        Files.createDirectories(root);
        SiteFolder folder = new SiteFolder(root);
        folder.copyResource(MARK);
        return folder;
    }

    private static void delete(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(root)) {
            files = found.sorted(Comparator.reverseOrder()).toList();
        }
        if (files.size() > 1 && !Files.exists(root.resolve(MARK))) {
            throw new IllegalStateException(
                    root + ": contains files, but no site; delete the folder, or choose another folder");
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /** Returns the place of a file of the site. */
    Path path(String url) {
        return root.resolve(url);
    }

    /**
     * Writes a file.
     *
     * @throws IllegalStateException if the file exists
     */
    void write(String url, String text) throws IOException {
        Files.writeString(absent(url), text);
    }

    /** Copies a file of the repository. */
    void copy(Path file, String url) throws IOException {
        Files.copy(file, absent(url));
    }

    /** Copies a file that belongs to the generator. */
    void copyResource(String name) throws IOException {
        write(name, Resource.text(name));
    }

    private Path absent(String url) throws IOException {
        Path target = path(url);
        if (Files.exists(target)) {
            throw new IllegalStateException(url + ": two pages have this address; rename one of them");
        }
        Files.createDirectories(target.getParent());
        return target;
    }
}
