package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.shard.SetManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppendCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("append");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "--into", "log");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "--into", "log");
    }

    @BeforeEach
    void writeLog() throws IOException {
        Samples.texts(directory.resolve("log"), "old");
    }

    @Test
    void appendsRecords() throws IOException {
        Samples.texts(directory.resolve("in"), "new", "newer");
        Samples.texts(directory.resolve("expected"), "old", "new", "newer");
        assertThat(run("in", "--into", "log").text()).isEqualTo("log: 3 records\n2 records appended\n");
        assertThat(directory.resolve("log")).hasSameBinaryContentAs(directory.resolve("expected"));
        assertThat(run("in", "--into", "log", "--in-place", "--json").text())
                .startsWith("{\"appended\":2,\"files\":[{\"file\":\"log\",\"records\":5,");
    }

    @Test
    void keepsLinksAndPermissions() throws IOException {
        Samples.texts(directory.resolve("in"), "new");
        Files.setPosixFilePermissions(directory.resolve("log"), PosixFilePermissions.fromString("rw-------"));
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("log"));
        assertThat(run("in", "--into", "link").code()).isZero();
        assertThat(directory.resolve("link")).isSymbolicLink();
        assertThat(CommandRun.of(directory, "count", "log").text()).startsWith("2");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("log"))))
                .isEqualTo("rw-------");
    }

    @Test
    void rejectsInvalidRequests() throws IOException {
        Samples.texts(directory.resolve("in"), "new");
        assertThat(run("log", "--into", "log").err()).startsWith("log: is an input, so it cannot be an output");
        CommandRun none = run("in", "--into", "none");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("none: no such file to append to; create it instead");
        assertThat(run("in", "--into", "-").err()).startsWith("--into must name a file");
        Samples.flip(directory.resolve("log"), 13);
        CommandRun damaged = run("in", "--into", "log");
        assertThat(damaged.code()).isEqualTo(1);
        assertThat(damaged.err()).contains("log: ");
    }

    @Test
    void suggestsRepairForADamagedTarget() throws IOException {
        Samples.texts(directory.resolve("in"), "new", "newer");
        Samples.flip(directory.resolve("log"), 13);
        CommandRun damaged = run("in", "--into", "log");
        assertThat(damaged.code()).isEqualTo(1);
        assertThat(damaged.err()).contains("'riffle repair'").doesNotContain("--skip-damage");
        Samples.flip(directory.resolve("log"), 13);
        Samples.flip(directory.resolve("in"), 13);
        assertThat(run("in", "--into", "log").err()).contains("'riffle repair'").contains("--skip-damage");
    }

    private static final List<String> COMPRESSIONS = List.of("none", "gzip", "zlib", "snappy");

    @Test
    void updatesTheManifestOfTheSet() throws IOException {
        Samples.texts(directory.resolve("in"), "a", "b", "c");
        Samples.texts(directory.resolve("more"), "d", "e");
        for (String compression : COMPRESSIONS) {
            // The last shard has no records.
            CommandRun.of(directory, "split", "in", "-o", compression, "--shards", "4", "--compression", compression);
            for (String shard : List.of("-00001-of-00004", "-00003-of-00004")) {
                CommandRun run = run("more", "--into", compression + shard);
                assertThat(run.code()).as(run.err()).isZero();
            }
            CommandRun verified = CommandRun.of(directory, "verify", compression + "@4");
            assertThat(verified.code()).as(verified.text()).isZero();
            assertThat(CommandRun.of(directory, "count", compression + "@4").text())
                    .endsWith("7 total\n");
            SetManifest manifest = SetManifest.read(directory.resolve("." + compression + "@4.manifest.json"));
            assertThat(manifest.records()).isEqualTo(7);
            assertThat(manifest.compression()).isEqualToIgnoringCase(compression);
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    @Test
    void rejectsAShardThatContradictsItsManifest() throws IOException {
        Samples.texts(directory.resolve("in"), "a", "b", "c");
        CommandRun.of(directory, "split", "in", "-o", "set", "--shards", "2");
        Path shard = directory.resolve("set-00000-of-00002");
        byte[] bytes = Files.readAllBytes(shard);
        assertThat(run("in", "--into", "set-00000-of-00002", "--in-place").err())
                .contains("a shard of a set, whose manifest would no longer match")
                .contains("set@2.manifest.json");
        assertThat(shard).hasBinaryContent(bytes);
        Files.delete(shard);
        Samples.texts(shard, "else");
        byte[] changed = Files.readAllBytes(shard);
        CommandRun run = run("in", "--into", "set-00000-of-00002");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("differs from the manifest of its set: expected 2 records");
        assertThat(shard).hasBinaryContent(changed);
        Files.write(directory.resolve(".set@2.manifest.json"), new byte[] {'{'});
        assertThat(run("in", "--into", "set-00000-of-00002").err()).contains("invalid manifest");
        assertThat(shard).hasBinaryContent(changed);
        Files.delete(directory.resolve(".set@2.manifest.json"));
        assertThat(run("in", "--into", "set-00000-of-00002").code()).isZero();
    }
}
