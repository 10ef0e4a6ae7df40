package dev.riffle.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The pages and other files of a repository. Names of files are relative to its root, with slashes. */
final class Repository {

    /** The folders of which only the files at the top can be pages. The empty name is the root. */
    private static final List<String> SHALLOW = List.of("", "corpus", "samples");

    private static final String DOCUMENTS = "docs";

    private final Path root;
    private final Map<String, Page> pages;

    private Repository(Path root, Map<String, Page> pages) {
        this.root = root;
        this.pages = pages;
    }

    /** Reads and parses all pages: the Markdown files, and the licence. */
    static Repository open(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : SHALLOW) {
            if (Files.isDirectory(root.resolve(folder))) {
                files.addAll(markdown(root.resolve(folder), 1));
            }
        }
        files.addAll(markdown(root.resolve(DOCUMENTS), Integer.MAX_VALUE));
        Map<String, Page> pages = new TreeMap<>();
        for (Path file : files) {
            String name = name(root, file);
            pages.put(name, Page.parse(name, Files.readString(file)));
        }
        Path licence = root.resolve("LICENSE");
        if (Files.exists(licence)) {
            String text = Files.readString(licence);
            pages.put("LICENSE", Page.parse("LICENSE", "# Licence\n\n```text\n" + text.strip() + "\n```\n"));
        }
        return new Repository(root, pages);
    }

    private static List<Path> markdown(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    private static String name(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** Returns the pages in the order of their names. */
    Collection<Page> pages() {
        return pages.values();
    }

    /** Returns whether a file is a page. */
    boolean hasPage(String file) {
        return pages.containsKey(file);
    }

    /**
     * Returns the page of a file.
     *
     * @throws IllegalArgumentException if the file is no page
     */
    Page page(String file) {
        Page page = pages.get(file);
        if (page == null) {
            throw new IllegalArgumentException("not a page: " + file);
        }
        return page;
    }

    /** Returns the path of a file or folder. */
    Path path(String file) {
        return root.resolve(file);
    }

    /** Returns the files of a folder and its subfolders, in the order of their names. */
    List<String> files(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(path(folder))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> name(root, file))
                    .sorted()
                    .toList();
        }
    }
}
