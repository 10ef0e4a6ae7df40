package dev.riffle.site;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Runs the JDK's javadoc over the libraries. All libraries share one set of pages. They are not read as modules,
 * because the connectors are none.
 */
final class Javadoc {

    /** The folder of the site that contains Javadoc. */
    static final String FOLDER = "api/";

    /** The first page of Javadoc. */
    static final String FIRST_PAGE = FOLDER + "index.html";

    private static final String STYLE = "javadoc.css";

    private Javadoc() {}

    /**
     * Writes the Javadoc of libraries to its folder of a site.
     *
     * @throws IllegalStateException with the messages of javadoc if it reports an error or a warning
     */
    static void run(List<LibraryModule> libraries, SiteFolder site) throws IOException {
        site.copyResource(STYLE);
        List<String> arguments = new ArrayList<>(List.of("-locale", "en"));
        arguments.addAll(List.of("-d", site.path(FOLDER).toString()));
        arguments.addAll(List.of("--add-stylesheet", site.path(STYLE).toString()));
        arguments.addAll(List.of("-quiet", "-notimestamp", "-Werror", "-Xdoclint:reference", "--release", "17"));
        arguments.addAll(List.of("-encoding", "UTF-8", "-docencoding", "UTF-8", "-charset", "UTF-8"));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        arguments.addAll(List.of("-windowtitle", "Riffle API", "-doctitle", "Riffle API"));
        arguments.addAll(List.of("-header", "<a href=\"{@docRoot}/../index.html\">Riffle: all pages</a>"));
        for (LibraryModule library : libraries) {
            arguments.addAll(List.of("-group", "riffle-" + library.name(), String.join(":", library.packages())));
            library.files().forEach(file -> arguments.add(file.toString()));
        }
        StringWriter messages = new StringWriter();
        PrintWriter output = new PrintWriter(messages);
        int code = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IllegalStateException("javadoc is missing: use a JDK instead of a JRE"))
                .run(output, output, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new IllegalStateException("javadoc ended with code " + code + ":\n" + messages);
        }
    }
}
