package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePatternTest {

    @TempDir
    Path directory;

    @BeforeEach
    void createFiles() throws IOException {
        for (String file : List.of("a1", "a2", "b1", ".hidden", "d/a1", "d/a[1]", "d/e/a1")) {
            Path path = directory.resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
        }
    }

    private List<String> expand(String pattern) throws IOException {
        return FilePattern.files(directory, pattern).stream()
                .map(path -> directory.relativize(path).toString())
                .toList();
    }

    @Test
    void staysInItsDirectory() throws IOException {
        assertThat(expand("*")).containsExactly("a1", "a2", "b1");
        assertThat(expand("*/*")).containsExactly("d/a1", "d/a[1]");
        assertThat(expand("**1")).containsExactly("a1", "b1");
        assertThat(expand("d/?/a*")).containsExactly("d/e/a1");
    }

    @Test
    void matchesCharacterSetsAndEscapes() throws IOException {
        assertThat(expand("[a-b]1")).containsExactly("a1", "b1");
        assertThat(expand("[^a]1")).containsExactly("b1");
        assertThat(expand("[!a]*")).containsExactly("b1");
        assertThat(expand("d/a\\[*")).containsExactly("d/a[1]");
        assertThat(expand("d/a[[]*")).containsExactly("d/a[1]");
        assertThat(expand("a{1,2}")).isEmpty();
    }

    @Test
    void matchesHiddenFilesOnlyByALeadingPeriod() throws IOException {
        assertThat(expand(".h*")).containsExactly(".hidden");
        assertThat(expand("?hidden")).isEmpty();
    }

    @Test
    void expandsAbsolutePatterns() throws IOException {
        assertThat(FilePattern.files(Path.of("elsewhere"), directory + "/a*"))
                .containsExactly(directory.resolve("a1"), directory.resolve("a2"));
    }
}
