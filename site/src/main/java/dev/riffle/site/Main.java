package dev.riffle.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the site of a repository to a folder: {@code Main REPOSITORY FOLDER}. */
public final class Main {

    private Main() {}

    /**
     * Writes the site with Javadoc, and checks its links. The class path must contain the libraries of the repository
     * and their dependencies.
     *
     * @throws IllegalStateException if a page or the Javadoc has an error, or a link of the site leads nowhere
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("expected two arguments, REPOSITORY and FOLDER: " + arguments.length);
        }
        Path repository = Path.of(arguments[0]).toAbsolutePath().normalize();
        SiteFolder folder =
                SiteFolder.create(Path.of(arguments[1]).toAbsolutePath().normalize());
        Javadoc.run(LibraryModule.of(repository), folder);
        List<ApiName> names = ApiName.of(folder.path(Javadoc.FOLDER));
        SearchIndex index = Site.write(Repository.open(repository), names, folder);
        List<String> broken = LinkCheck.check(folder.root(), index.urls());
        if (!broken.isEmpty()) {
            throw new IllegalStateException("links lead nowhere:\n" + String.join("\n", broken));
        }
        System.out.println("wrote " + folder.root().resolve("index.html"));
    }
}
