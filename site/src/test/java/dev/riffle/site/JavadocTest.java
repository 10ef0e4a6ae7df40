package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavadocTest {

    @TempDir
    private Path root;

    @BeforeEach
    void writeRepository() throws IOException {
        write("pom.xml", "<module>core</module><module>cli</module><module>spark</module>");
        write("README.md", "# Home\n");
        write("docs/README.md", "# Documents\n");
        write(
                "core/src/main/java/module-info.java",
                "module a {\n    exports a.open;\n    exports a.internal to\n            b;\n}\n");
        write("core/src/main/java/a/open/Reader.java", """
                package a.open;

                /** Reads. */
                public final class Reader<T> {
                    /** The most. */
                    public static final int MOST = 3;

                    /** Makes a reader. */
                    public Reader(String name) {}

                    /** Reads all, see {@link #MOST}. */
                    public java.util.List<T> all(java.util.List<? super java.util.List<T>> target, int... sizes) {
                        return java.util.List.of();
                    }

                    /** What it found. */
                    public enum Kind {
                        /** One. */
                        ONE
                    }
                }
                """);
        write("core/src/main/java/a/internal/Hidden.java", "package a.internal;\npublic class Hidden {}\n");
        write("spark/src/main/java/b/package-info.java", "/** Spark. */\npackage b;\n");
        write(
                "spark/src/main/java/b/Source.java",
                "package b;\n/** A {@link a.open.Reader}. */\npublic class Source {}\n");
        write("spark/src/main/java/b/internal/package-info.java", "package b.internal;\n");
    }

    @Test
    void documentsTheExportedPackagesOfLibraries() throws IOException {
        List<LibraryModule> libraries = LibraryModule.of(root);

        assertThat(libraries.stream().map(LibraryModule::name)).containsExactly("core", "spark");
        assertThat(libraries.stream().flatMap(library -> library.packages().stream()))
                .containsExactly("a.open", "b");
    }

    @Test
    void everyNameLeadsToItsPlace() throws IOException {
        SiteFolder folder = SiteFolder.create(root.resolve("site"));
        Javadoc.run(LibraryModule.of(root), folder);
        List<ApiName> names = ApiName.of(folder.path(Javadoc.FOLDER));
        SearchIndex index = Site.write(Repository.open(root), names, folder);

        assertThat(names)
                .contains(
                        new ApiName("Reader", "a.open", "api/a/open/Reader.html"),
                        new ApiName("Reader.MOST", "a.open", "api/a/open/Reader.html#MOST"),
                        new ApiName("Reader.Kind", "a.open", "api/a/open/Reader.Kind.html"),
                        new ApiName(
                                "Reader.all(List, int...)",
                                "a.open",
                                "api/a/open/Reader.html#all(java.util.List,int...)"),
                        new ApiName("Source", "b", "api/b/Source.html"));
        assertThat(LinkCheck.check(folder.root(), index.urls())).isEmpty();
        assertThat(folder.path("index.html")).content().contains("<a href=\"api/index.html\">API (Javadoc)</a>");
    }

    @Test
    void reportsBrokenReferences() throws IOException {
        write(
                "spark/src/main/java/b/Source.java",
                "package b;\n/** A {@link a.open.Writer}. */\npublic class Source {}\n");

        SiteFolder folder = SiteFolder.create(root.resolve("site"));

        assertThatThrownBy(() -> Javadoc.run(LibraryModule.of(root), folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Source.java:2: error: reference not found");
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
