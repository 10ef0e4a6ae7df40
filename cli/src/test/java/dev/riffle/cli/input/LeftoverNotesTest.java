package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.internal.file.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the notes that commands print about hidden files of killed commands. */
class LeftoverNotesTest {

    private static final String CERTAIN = ".b.0123456789abcdef.new.tmp";
    private static final String POSSIBLE = ".b.fedcba9876543210-1.tmp";

    @TempDir
    Path directory;

    @BeforeEach
    void makeFiles() throws IOException {
        assumeTrue(Leftovers.isLocal(directory), "needs a temporary directory on a local file system, such as ext4");
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Samples.texts(folder.resolve("a"), "one");
        Files.writeString(folder.resolve(CERTAIN), "12345");
        Files.createFile(folder.resolve(POSSIBLE));
        Files.createFile(folder.resolve(".b.tmp"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "verify"})
    void notesLeftoversOfFoldersAndPatterns(String command) {
        for (String word : List.of("folder", "folder/*")) {
            CommandRun run = CommandRun.of(directory, command, word);
            assertThat(run.code()).isZero();
            assertThat(run.err().lines())
                    .containsExactly(
                            "note: folder/" + CERTAIN
                                    + ": left by a killed command; the next command that writes this name removes it",
                            "note: folder/" + POSSIBLE
                                    + ": possibly left by a killed command; delete it if no command is writing it");
            assertThat(run.text()).contains("folder/a").doesNotContain(".tmp");
        }
        assertThat(CommandRun.of(directory, command, "folder/a").err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "verify"})
    void printsJson(String command) {
        CommandRun run = CommandRun.of(directory, command, "folder", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.lines())
                .hasSize(3)
                .endsWith(
                        "{\"file\":\"folder/" + CERTAIN + "\",\"leftover\":\"certain\",\"bytes\":5}",
                        "{\"file\":\"folder/" + POSSIBLE + "\",\"leftover\":\"possible\",\"bytes\":0}");
    }

    @Test
    void notesLeftoversOfAFolderWithoutRecords() throws IOException {
        Files.delete(directory.resolve("folder/a"));
        CommandRun run = CommandRun.of(directory, "verify", "folder");
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(CERTAIN + ": left by a killed command");
    }

    @Test
    void nextWriteOfTheNameRemovesLeftovers() throws IOException {
        assertThat(CommandRun.of(directory, "merge", "folder/a", "-o", "folder/b")
                        .code())
                .isZero();
        assertThat(directory.resolve("folder").resolve(CERTAIN)).doesNotExist();
        assertThat(directory.resolve("folder").resolve(POSSIBLE)).exists();
    }
}
