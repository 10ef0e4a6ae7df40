package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the verification of a set does not depend on the form of the arguments that name its files. */
class VerifySetsTest {

    @TempDir
    Path directory;

    @BeforeEach
    void verifiesTwoSetsInTwoFolders() throws IOException {
        Samples.texts(directory.resolve("in"), "a", "bb", "ccc", "dddd", "eeeee", "ffffff");
        for (String set : new String[] {"one/train", "one/test", "two/train"}) {
            Files.createDirectories(directory.resolve(set).getParent());
            assertThat(run("split", "in", "-o", set, "--shards", "3").code()).isZero();
        }
    }

    private CommandRun run(String... words) {
        return CommandRun.of(directory, words);
    }

    private static String shard(String set, int number) {
        return set + "-0000" + number + "-of-00003";
    }

    private void replace(String shard, String by) throws IOException {
        Files.copy(directory.resolve(by), directory.resolve(shard), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void acceptsCompleteSetsUnderAnyName() {
        for (String[] words : new String[][] {{"verify", "one", "two"}, {"verify", "one/*", "two/train@3"}}) {
            CommandRun run = run(words);
            assertThat(run.code()).as(run.text()).isZero();
        }
        CommandRun named = run(
                "verify",
                shard("one/train", 0),
                shard("one/train", 1),
                shard("one/train", 2),
                shard("two/train", 0),
                shard("two/train", 1),
                shard("two/train", 2));
        assertThat(named.text()).doesNotContain("duplicate");
        assertThat(named.code()).isZero();
        assertThat(run("count", "one/train@3", "two/train@3").code()).isZero();
        assertThat(run("merge", shard("one/test", 1), "-o", "x").code()).isZero();
    }

    @Test
    void groupsShardsNamedByTheShell() throws IOException {
        replace(shard("one/train", 1), shard("one/train", 0));
        CommandRun other = run("verify", shard("one/train", 0), shard("one/train", 1), shard("one/train", 2));
        assertThat(other.text()).contains(shard("train", 1)).contains("the manifest is ");
        assertThat(other.code()).isEqualTo(1);
        Files.delete(directory.resolve(shard("one/train", 1)));
        CommandRun missing = run("verify", shard("one/train", 0), shard("one/train", 2));
        assertThat(missing.text()).contains("missing").contains(shard("train", 1));
        assertThat(missing.code()).isEqualTo(1);
        assertThat(run("verify", shard("one/train", 0)).code()).isZero();
    }

    @Test
    void checksASetOfOneShard() throws IOException {
        assertThat(run("split", "in", "-o", "one/single", "--shards", "1").code())
                .isZero();
        assertThat(run("verify", "one").code()).isZero();
        replace("one/single-00000-of-00001", shard("one/train", 0));
        for (String word : new String[] {"one", "one/single@1", "one/single-00000-of-00001"}) {
            CommandRun run = run("verify", word);
            assertThat(run.text()).as(word).contains("single-00000-of-00001: differs from the manifest");
            assertThat(run.code()).isEqualTo(1);
        }
    }

    @Test
    void comparesEverySetOfAFolderWithItsManifest() throws IOException {
        replace(shard("one/train", 1), shard("one/train", 0));
        for (String word : new String[] {"one", "one/*", "one/t*-of-00003"}) {
            CommandRun run = run("verify", word);
            assertThat(run.text())
                    .contains("train-00001-of-00003: differs from the manifest")
                    .doesNotContain("test-00000-of-00003: not");
            assertThat(run.code()).isEqualTo(1);
        }
        replace(shard("one/test", 2), shard("one/test", 0));
        assertThat(run("verify", "one").text()).contains("train-00001-of-00003").contains("test-00002-of-00003");
    }
}
