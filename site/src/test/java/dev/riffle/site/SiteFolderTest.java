package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteFolderTest {

    @TempDir
    private Path directory;

    @Test
    void replacesAnEarlierSite() throws IOException {
        SiteFolder.create(directory.resolve("site")).write("docs/old.html", "old");

        SiteFolder site = SiteFolder.create(directory.resolve("site"));

        assertThat(site.path("docs")).doesNotExist();
        assertThat(site.path("site.css")).isNotEmptyFile();
    }

    @Test
    void keepsOtherFiles() throws IOException {
        Files.writeString(directory.resolve("thesis.txt"), "text");

        assertThatThrownBy(() -> SiteFolder.create(directory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(directory + ": contains files, but no site; delete the folder, or choose another folder");
        assertThat(directory.resolve("thesis.txt")).hasContent("text");
    }

    @Test
    void rejectsTwoPagesOfOneAddress() throws IOException {
        SiteFolder site = SiteFolder.create(directory.resolve("site"));
        site.write("docs/index.html", "1");

        assertThatThrownBy(() -> site.write("docs/index.html", "2"))
                .hasMessage("docs/index.html: two pages have this address; rename one of them");
    }
}
