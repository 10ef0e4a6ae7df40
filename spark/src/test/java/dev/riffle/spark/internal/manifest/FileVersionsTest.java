package dev.riffle.spark.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.spark.TaggedFileSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileVersionsTest {

    @TempDir
    java.nio.file.Path folder;

    /** A listing of 2000 files needs as many requests as two files. */
    @Test
    void asksForTheStatusOfFewFilesOfALargeDirectory() throws IOException {
        Path first = file("first");
        Path second = file("second");
        try (FileSystem files = new TaggedFileSystem()) {
            files.initialize(URI.create("tagged:///"), new Configuration());
            TaggedFileSystem.listed();

            FileVersions few = FileVersions.of(List.of(first, second), 2000, files);

            assertThat(TaggedFileSystem.listed()).isEmpty();
            FileVersions all = FileVersions.of(List.of(first, second), 2, files);
            assertThat(TaggedFileSystem.listed()).containsExactly(first.getParent());
            for (Path path : List.of(first, second)) {
                assertThat(few.of(path)).isPresent().isEqualTo(all.of(path));
            }
        }
    }

    private Path file(String name) throws IOException {
        return new Path("tagged:" + Files.writeString(folder.resolve(name), name));
    }
}
