package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecompressCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("recompress");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "-o", "out.gz", "--compression", "gzip", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out", "--compression", "gzip");
    }

    @Test
    void compressesAndDecompresses() throws IOException {
        byte[] all = Files.readAllBytes(Samples.penguins(directory));
        for (String compression : List.of("gzip", "zlib", "snappy", "none")) {
            CommandRun run = run("penguins.tfrecord", "-o", "c", "--compression", compression, "--overwrite");
            assertThat(run.text()).isEqualTo("c: 344 records\n");
            assertThat(run("c", "-o", "-", "--compression", "none").out()).isEqualTo(all);
        }
        assertThat(run("penguins.tfrecord", "-o", "cut", "--compression", "gzip", "--cut", "4KiB", "--threads", "2")
                        .code())
                .isZero();
        assertThat(run("penguins.tfrecord", "-o", "whole", "--compression", "gzip", "--cut", "none", "--level", "9")
                        .code())
                .isZero();
        assertThat(Files.size(directory.resolve("whole"))).isLessThan(Files.size(directory.resolve("cut")));
        assertThat(run("cut", "-o", "-", "--compression", "none").out()).isEqualTo(all);
    }

    @Test
    void keepsTheShardsOfASet() throws IOException {
        Samples.penguins(directory);
        CommandRun.of(directory, "take", "penguins.tfrecord", "-n", "5", "-o", "s", "--shards", "2");
        assertThat(run("s-*", "-o", "t", "--suffix", ".gz", "--compression", "gzip")
                        .text())
                .isEqualTo("t-00000-of-00002.gz: 3 records\nt-00001-of-00002.gz: 2 records\n");
        Files.createDirectory(directory.resolve("d"));
        assertThat(run("t-*", "-o", "d", "--compression", "none").err())
                .startsWith("d/t-00000-of-00002.gz: the ending .gz means gzip, but the new compression is none; ");
        assertThat(run("t-*", "-o", "d", "--suffix", "", "--compression", "none")
                        .text())
                .startsWith("d/t-00000-of-00002: 3 records\n");
        assertThat(directory.resolve("d/t-00001-of-00002"))
                .hasSameBinaryContentAs(directory.resolve("s-00001-of-00002"));
    }

    @Test
    void rejectsInvalidRequests() throws IOException {
        Samples.penguins(directory);
        Samples.texts(directory.resolve("other"), "x");
        CommandRun two = run("penguins.tfrecord", "other", "-o", "out", "--compression", "gzip");
        assertThat(two.code()).isEqualTo(2);
        assertThat(two.err()).startsWith("-o out: not a directory, and the files are not one complete set: ");
        assertThat(run("penguins.tfrecord", "other", "-o", "-", "--compression", "gzip")
                        .err())
                .contains("standard output is one stream, but the number of files is 2");
        assertThat(run("other", "-o", "x", "--compression", "none", "--level", "3")
                        .code())
                .isEqualTo(2);
        assertThat(run("other", "-o", "x", "--compression", "zlib", "--cut", "1m")
                        .err())
                .startsWith("--cut and --threads are for gzip, not zlib");
        assertThat(run("other", "-o", "x", "--compression", "gzip", "--cut", "1kB")
                        .err())
                .startsWith("--cut must be from 4KiB to 256MiB, or none: 1kB");
        assertThat(run("other", "-o", "x", "--compression", "gzip", "--level", "10")
                        .err())
                .startsWith("--level must be from 0 to 9: 10");
        assertThat(run("other", "-o", "x", "--compression", "lzma").err())
                .startsWith("--compression must be none, gzip, zlib or snappy: lzma");
        assertThat(run("other", "-o", "x", "--compression", "gzip", "--cut", "soon")
                        .err())
                .startsWith("--cut must be a number of bytes");
        assertThat(run("other", "-o", "x", "--compression", "gzip", "--threads", "0")
                        .err())
                .startsWith("--threads must be from 1 to 1024: 0");
        assertThat(run("other", "-o", "other", "--compression", "gzip", "--overwrite")
                        .err())
                .startsWith("other: is an input, so it cannot be an output");
    }
}
