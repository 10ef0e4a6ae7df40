package dev.riffle.site;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The pages of the files and folders to which other pages link, such as the programs of the listings. The page of a
 * folder lists its files.
 */
final class SourcePages {

    private SourcePages() {}

    /** Returns the address of the page that shows a file. */
    static String fileUrl(String file) {
        return file + ".html";
    }

    /** Returns the address of the page that lists the files of a folder. */
    static String folderUrl(String folder) {
        return folder + "/index.html";
    }

    /** Returns the contents of the pages by their addresses, for files and folders of the repository. */
    static Map<String, String> contents(Repository repository, Set<String> sources) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (String source : sources) {
            if (Files.isDirectory(repository.path(source))) {
                StringBuilder list = new StringBuilder();
                for (String file : repository.files(source)) {
                    String url = Urls.relative(folderUrl(source), fileUrl(file));
                    String name = file.substring(source.length() + 1);
                    list.append(Html.item(url, name));
                    contents.put(fileUrl(file), file(repository, file));
                }
                contents.put(folderUrl(source), title(source) + "<ul>\n" + list + "</ul>\n");
            } else {
                contents.put(fileUrl(source), file(repository, source));
            }
        }
        return contents;
    }

    private static String file(Repository repository, String file) throws IOException {
        String language = file.substring(file.lastIndexOf('.') + 1);
        return title(file) + CodeMarkup.block(language, Files.readString(repository.path(file)));
    }

    private static String title(String file) {
        return "<h1><code>" + Html.escape(file) + "</code></h1>\n";
    }
}
