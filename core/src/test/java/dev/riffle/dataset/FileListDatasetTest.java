package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.Glob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares file lists with the lists of TensorFlow 2.21. */
class FileListDatasetTest {

    @TempDir
    Path directory;

    @BeforeEach
    void createFiles() throws IOException {
        for (String name : List.of("b.x", "a.x", "A.x", ".h.x", "c10.x", "c2.x")) {
            Files.createFile(directory.resolve(name));
        }
    }

    @Test
    void sortsByTheBytesOfNames() throws IOException {
        assertThat(sorted("*.x")).containsExactly(".h.x", "A.x", "a.x", "b.x", "c10.x", "c2.x");
        for (String name : List.of("\u00e9.x", "~.x", "a b.x", "a-b.x", "a_.x", "\ud83d\ude00.x", "\uff21.x")) {
            Files.createFile(directory.resolve(name));
        }
        assertThat(sorted("[!A-Zc.]*.x"))
                .containsExactly(
                        "a b.x", "a-b.x", "a.x", "a_.x", "b.x", "~.x", "\u00e9.x", "\uff21.x", "\ud83d\ude00.x");
    }

    @Test
    void matchesAsTensorFlowDoes() {
        assertThat(sorted("c?.x")).containsExactly("c2.x");
        assertThat(sorted("[!a].x")).containsExactly("A.x", "b.x");
        assertThat(sorted("[A-Z].x")).containsExactly("A.x");
        assertThat(sorted("c[0-9]*.x")).containsExactly("c10.x", "c2.x");
        assertThat(sorted("a.x")).containsExactly("a.x");
        assertThat(sorted("a*.x", "*.x")).containsExactly(".h.x", "A.x", "a.x", "a.x", "b.x", "c10.x", "c2.x");
        assertThat(sorted("nothing", "?.x", "?.x")).containsExactly("A.x", "A.x", "a.x", "a.x", "b.x", "b.x");
    }

    @Test
    void findsFilesInMatchingDirectories() throws IOException {
        for (String name : List.of("d1", "d2", "e")) {
            Files.createDirectories(directory.resolve(name).resolve("deep"));
            Files.createFile(directory.resolve(name).resolve("part"));
            Files.createFile(directory.resolve(name).resolve("deep").resolve("part"));
        }
        assertThat(paths("d*/part")).containsExactly("d1/part", "d2/part");
        assertThat(paths("*/p*", "d1/part")).containsExactly("d1/part", "d1/part", "d2/part", "e/part");
        assertThat(paths("**/part")).containsExactly("d1/part", "d2/part", "e/part");
        assertThat(paths("[de]*/*/part")).containsExactly("d1/deep/part", "d2/deep/part", "e/deep/part");
        assertThat(paths("d1/*")).containsExactly("d1/deep", "d1/part");
    }

    @Test
    void rejectsPatternsWithoutAMatch() {
        for (String pattern : List.of("nothing*", "z.x", "{a,b}.x", "a.x/b")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FileListDataset.matching(directory + "/" + pattern))
                    .withMessage("no files matched pattern: " + directory + "/" + pattern);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileListDataset.matching("\u001b[31m\u202ex*"))
                .withMessage("no files matched pattern: \\u001b[31m\\u202ex*");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileListDataset.matching(new String[0]))
                .withMessage("patterns must not be empty");
    }

    @Test
    void acceptsATrailingSlashAndRejectsAnEmptyPattern() throws IOException {
        Files.createDirectory(directory.resolve("d"));
        assertThat(paths("*/")).containsExactly("d");
        assertThatIllegalArgumentException().isThrownBy(() -> FileListDataset.in(directory, ""));
    }

    @Test
    void changesTheOrderInEachPass() {
        FileListDataset files = FileListDataset.in(directory, "*.x").seed(Seed.of(0));
        assertThat(names(files)).containsExactly(".h.x", "A.x", "a.x", "c2.x", "b.x", "c10.x");
        assertThat(names(files)).containsExactly("b.x", ".h.x", "a.x", "c2.x", "A.x", "c10.x");
        assertThat(names(FileListDataset.in(directory, "*.x")))
                .containsExactlyInAnyOrder(".h.x", "A.x", "a.x", "b.x", "c10.x", "c2.x");
        assertThat(files.cardinality()).isEqualTo(6);
    }

    @Test
    void resumes() {
        Resumes.everywhere(() -> FileListDataset.in(directory, "*.x").seed(Seed.of(4)));
        Resumes.everywhere(() -> FileListDataset.in(directory, "*.x").sorted());
    }

    @Test
    void matchesGlobsLikeFnmatch() {
        assertThat(Glob.matches("*", ".hidden")).isTrue();
        assertThat(Glob.matches("a*b*c", "aXbYbZc")).isTrue();
        assertThat(Glob.matches("a*b*c", "aXbYbZ")).isFalse();
        assertThat(Glob.matches("\\*", "*")).isTrue();
        assertThat(Glob.matches("\\*", "x")).isFalse();
        assertThat(Glob.matches("\\", "\\")).isFalse();
        assertThat(Glob.matches("[]]", "]")).isTrue();
        assertThat(Glob.matches("[!]]", "]")).isFalse();
        assertThat(Glob.matches("[^a]", "b")).isTrue();
        assertThat(Glob.matches("[a", "[a")).isTrue();
        assertThat(Glob.matches("[a-", "[a-")).isTrue();
        assertThat(Glob.matches("[a-]", "-")).isTrue();
        assertThat(Glob.matches("[\\]]", "]")).isTrue();
        assertThat(Glob.matches("[[:digit:][:upper:]]", "7")).isTrue();
        assertThat(Glob.matches("[[:digit:]]", "d")).isFalse();
        assertThat(Glob.matches("?", "\ud83d\ude00")).isTrue();
        assertThat(Glob.matches("{a,b}", "a")).isFalse();
        assertThat(Glob.matches("{a,b}", "{a,b}")).isTrue();
        assertThat(Glob.matches("", "")).isTrue();
        assertThat(Glob.matches("**", "")).isTrue();
    }

    private List<String> sorted(String... patterns) {
        return names(FileListDataset.in(directory, patterns).sorted());
    }

    private List<String> paths(String... patterns) {
        return FileListDataset.in(directory, patterns).sorted().toList().stream()
                .map(path -> directory.relativize(path).toString())
                .toList();
    }

    private static List<String> names(Dataset<Path> files) {
        return files.toList().stream()
                .map(path -> path.getFileName().toString())
                .toList();
    }
}
