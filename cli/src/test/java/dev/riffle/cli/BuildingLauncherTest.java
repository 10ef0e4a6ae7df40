package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script {@code ./riffle} in a source tree with a fake {@code mvnw}, which builds a fake launcher. */
class BuildingLauncherTest {

    private static final String BUILDING =
            "riffle: building the command line; the first build takes about a minute ...\n";

    @TempDir
    Path root;

    @BeforeEach
    void makeTree() throws IOException {
        for (String module : List.of("core", "formats", "arrow", "sql", "cli")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        for (String directory : List.of("cli/src/assembly", "cli/src/launcher", "samples")) {
            Files.createDirectories(root.resolve(directory));
        }
        Files.createFile(root.resolve("pom.xml"));
        Files.createFile(root.resolve("core/src/main/A.java"));
        Files.copy(Samples.directory().resolve("../riffle"), root.resolve("riffle"));
        script("mvnw", """
                echo "$@" >> build.log
                mkdir -p cli/target/home/bin
                printf '#!/bin/sh\\necho ran "$@"\\n' > cli/target/home/bin/riffle
                chmod +x cli/target/home/bin/riffle
                """);
    }

    private void script(String name, String body) throws IOException {
        Path file = root.resolve(name);
        Files.deleteIfExists(file);
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private CommandRun run(String script, Path directory) throws IOException {
        return Script.run(directory, Map.of(), script, "head", "a b");
    }

    private CommandRun run() throws IOException {
        return run(root.resolve("riffle").toString(), root);
    }

    @Test
    void buildsOnceAndReportsTheBuild() throws IOException {
        CommandRun first = run();
        assertThat(first.err()).isEqualTo(BUILDING);
        assertThat(first.text()).isEqualTo("ran head a b\n");
        CommandRun second = run();
        assertThat(second.err()).isEmpty();
        assertThat(second.text()).isEqualTo("ran head a b\n");
        assertThat(root.resolve("build.log"))
                .content()
                .contains("-pl cli -am package")
                .hasLineCount(1);
    }

    @Test
    void buildsAgainIfASourceIsNewer() throws IOException {
        run();
        FileTime later = FileTime.from(Instant.now().plusSeconds(60));
        Files.setLastModifiedTime(root.resolve("core/src/main/A.java"), later);
        assertThat(run().err()).isEqualTo(BUILDING);
    }

    @Test
    void worksThroughALinkFromAnywhere() throws IOException {
        Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("r"), root.resolve("riffle"));
        Files.createSymbolicLink(elsewhere.resolve("rr"), Path.of("r"));
        assertThat(run(link.toString(), elsewhere).text()).isEqualTo("ran head a b\n");
        assertThat(run("./rr", elsewhere).text()).isEqualTo("ran head a b\n");
    }

    @Test
    void buildsOnceWhenTwoStartTogether() throws IOException {
        script("mvnw", "sleep 1\n" + Files.readString(root.resolve("mvnw")));
        CommandRun both = Script.run(root, Map.of(), "sh", "-c", "./riffle a & ./riffle b; wait");
        assertThat(both.lines()).containsExactlyInAnyOrder("ran a", "ran b");
        assertThat(both.err()).isEqualTo(BUILDING);
        assertThat(root.resolve("build.log")).content().hasLineCount(1);
        assertThat(root.resolve("cli/target/.building")).doesNotExist();
    }

    @Test
    void doesNotWaitForADeadBuilder() throws IOException {
        Path lock = Files.createDirectories(root.resolve("cli/target/.building"));
        Files.writeString(lock.resolve("pid"), "999999999\n");
        assertThat(run().text()).isEqualTo("ran head a b\n");
    }

    @Test
    void doesNotFollowPlantedLinks() throws IOException {
        Path victim = Files.writeString(root.resolve("victim"), "content");
        Path target = Files.createDirectories(root.resolve("cli/target"));
        Files.createSymbolicLink(target.resolve("riffle.built.draft"), victim);
        assertThat(run().text()).isEqualTo("ran head a b\n");
        assertThat(victim).hasContent("content");
        assertThat(target.resolve("riffle.built")).isRegularFile();

        Files.delete(target.resolve("riffle.built"));
        Files.createSymbolicLink(target.resolve(".building"), target);
        CommandRun rejected = run();
        assertThat(rejected.code()).isEqualTo(2);
        assertThat(rejected.err()).contains(".building must be a directory, the lock of a build");
    }

    @Test
    void reportsAFailedBuild() throws IOException {
        script("mvnw", "echo broken; exit 1\n");
        CommandRun run = run();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo(BUILDING + "broken\nriffle: the build failed; see the messages above\n");
        assertThat(root.resolve("cli/target/riffle.built")).doesNotExist();
    }
}
