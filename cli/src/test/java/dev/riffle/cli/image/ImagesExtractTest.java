package dev.riffle.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code riffle images --extract}. */
class ImagesExtractTest {

    @TempDir
    Path directory;

    private CommandRun run(String... arguments) {
        String[] words = new String[arguments.length + 1];
        words[0] = "images";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        return CommandRun.of(directory, words);
    }

    private CommandRun extract(String file) {
        return run("--extract", file, "-o", "out");
    }

    private static ExampleBuilder image() {
        return Example.builder().put("image/encoded", TestImages.dot(1, 2, 3));
    }

    private void records(Example... examples) throws IOException {
        Samples.examples(directory.resolve("p"), examples);
    }

    private static Map<String, Bytes> contents(Path folder) throws IOException {
        Map<String, Bytes> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), Bytes.ofOwned(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    @Test
    void restoresAFolderByteForByte() throws IOException {
        Path pets = TestImages.pets(directory);
        Files.delete(pets.resolve("cat/.hidden"));
        assertThat(run("pets", "-o", "p", "--shards", "2", "--seed", "3").code())
                .isZero();
        CommandRun run = extract("p-*");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("out: 3 images\n");
        assertThat(contents(directory.resolve("out"))).isEqualTo(contents(pets));
        CommandRun json = run("--extract", "p-*", "-o", "again", "--json");
        assertThat(json.text()).isEqualTo("{\"folder\":\"again\",\"images\":3}\n");
    }

    @Test
    void readsStandardInputTwice() throws IOException {
        TestImages.pets(directory);
        byte[] piped = run("pets", "-o", "-").out();
        CommandRun run = CommandRun.with(directory, piped, "images", "--extract", "-", "-o", "out");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(contents(directory.resolve("out"))).hasSize(3);
    }

    @Test
    void numbersUnnamedImagesAndKeepsTheirLabels() throws IOException {
        records(
                image().put("image/class/label", 5).build(),
                Example.builder()
                        .put("image/encoded", TestImages.jpeg())
                        .put("image/class/label", 7)
                        .build());
        assertThat(extract("p").text()).isEqualTo("out: 2 images, and their labels in labels.csv\n");
        assertThat(directory.resolve("out/labels.csv")).hasContent("file,label\n00000000.png,5\n00000001.jpg,7\n");
        assertThat(directory.resolve("out/00000001.jpg"))
                .hasBinaryContent(TestImages.jpeg().toByteArray());
        assertThat(run("out", "-o", "q", "--labels", "out/labels.csv").err()).isEmpty();
    }

    @Test
    void writesRawPixelsAsPng() throws IOException {
        records(Example.builder()
                .put("height", 1)
                .put("width", 2)
                .put("image_raw", new byte[] {1, 2, 3, 4, 5, 6})
                .build());
        assertThat(extract("p").code()).isZero();
        Bytes png = Bytes.ofOwned(Files.readAllBytes(directory.resolve("out/00000000.png")));
        assertThat(ImageDecoder.defaults().decode(png)).isEqualTo(Drawings.pixels(1, 2, 3, 1, 2, 3, 4, 5, 6));
    }

    @Test
    void writesNothingForHostileNames() throws IOException {
        for (String name : List.of(
                "../evil.png",
                "/tmp/evil.png",
                "a\0.png",
                "..",
                "a/../../b.png",
                "a//b",
                "a/",
                "nul",
                "a:b",
                ".git",
                "")) {
            for (String feature : List.of("image/filename", "image/class/text")) {
                Files.deleteIfExists(directory.resolve("p"));
                records(
                        image().put("image/filename", "good.png").build(),
                        image().put(feature, name).build());
                CommandRun run = extract("p");
                assertThat(run.code()).as(name).isEqualTo(1);
                assertThat(run.err())
                        .startsWith("p: record 1: " + feature + " ")
                        .doesNotContain("\0");
                assertThat(contents(directory)).as(name).containsOnlyKeys("p");
                assertThat(directory.resolve("out")).doesNotExist();
            }
        }
        assertThat(run("--extract", "p", "-o", "out", "--skip-bad").code()).isEqualTo(1);
        assertThat(contents(directory)).containsOnlyKeys("p", "out/good.png");
    }

    @Test
    void numberedNamesIgnoreTheRecords() throws IOException {
        records(image().put("image/filename", "../evil.png").build());
        assertThat(run("--extract", "p", "-o", "out", "--numbered").code()).isZero();
        assertThat(contents(directory)).containsOnlyKeys("p", "out/00000000.png");
    }

    @Test
    void numberedNamesAcceptLabelsThatAreNotFolders() throws IOException {
        records(
                image().put("image/class/text", "cat/dog, \"both\"\nor").build(),
                image().put("image/class/text", "cat").build(),
                image().put("image/class/text", "a:b")
                        .put("image/class/label", 3)
                        .build());
        assertThat(extract("p").err())
                .startsWith("p: record 0: image/class/text is a path, so it cannot name a file: \"cat/dog, ")
                .endsWith("; --numbered names files by record number; --skip-bad skips such records\n");
        assertThat(run("--extract", "p", "-o", "out", "--numbered").err()).isEmpty();
        assertThat(contents(directory.resolve("out")))
                .containsOnlyKeys("00000000.png", "cat/00000001.png", "00000002.png", "labels.csv");
        assertThat(directory.resolve("out/labels.csv"))
                .hasContent("file,label\n00000000.png,\"cat/dog, \"\"both\"\"\nor\"\n00000002.png,a:b\n");
    }

    @Test
    void restoresATableOfLabels() throws IOException {
        Path pets = TestImages.pets(directory);
        TestImages.put(pets.resolve("cat/small/mia.png"), TestImages.dot(7, 7, 7));
        TestImages.put(pets.resolve("loose.png"), TestImages.dot(8, 8, 8));
        String rows = "cat/felix.png,soft\ncat/small/mia.png,\"soft, small\"\ncat/tom.jpg,soft\ndog/rex.png,dog\n";
        Files.writeString(directory.resolve("l.csv"), "file,label\n" + rows);
        assertThat(run("pets", "-o", "p", "--labels", "l.csv").code()).isZero();
        CommandRun run = extract("p");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("out: 4 images, and their labels in labels.csv\n");
        assertThat(directory.resolve("out/labels.csv")).hasContent("file,label\n" + rows);
        assertThat(run("out", "-o", "q", "--labels", "out/labels.csv").err()).isEmpty();
        assertThat(directory.resolve("q")).hasSameBinaryContentAs(directory.resolve("p"));

        Files.writeString(directory.resolve("n.csv"), "cat/felix.png,-4\nloose.png,9223372036854775807\n");
        assertThat(run("pets", "-o", "np", "--labels", "n.csv").code()).isZero();
        assertThat(run("--extract", "np", "-o", "nout").code()).isZero();
        assertThat(run("nout", "-o", "nq", "--labels", "nout/labels.csv").err()).isEmpty();
        assertThat(directory.resolve("nq")).hasSameBinaryContentAs(directory.resolve("np"));
    }

    @Test
    void restoresPathsAndLabelFoldersByTheirTable() throws IOException {
        Path pets = TestImages.pets(directory);
        TestImages.put(pets.resolve("loose.png"), TestImages.dot(8, 8, 8));
        Files.writeString(directory.resolve("l.csv"), "loose.png,warm\ncat/tom.jpg,cold\n");
        assertThat(run("pets", "-o", "p", "--labels", "l.csv").code()).isZero();
        assertThat(extract("p").code()).isZero();
        assertThat(contents(directory.resolve("out"))).containsOnlyKeys("cat/tom.jpg", "warm/loose.png", "labels.csv");
        assertThat(run("out", "-o", "q", "--labels", "out/labels.csv").text())
                .isEqualTo("labels: 0 cold, 1 warm\nq: 2 records\n");
    }

    @Test
    void rejectsConflictingPathsBeforeTheFirstImage() throws IOException {
        records(
                image().put("image/filename", "cat/x.png").build(),
                image().put("image/filename", "cat").build());
        assertThat(extract("p").err())
                .startsWith("p: record 1: the file cat is a folder for p: record 0 already; --numbered names files");
        Files.delete(directory.resolve("p"));
        records(
                image().put("image/filename", "cat").build(),
                image().put("image/class/text", "CAT")
                        .put("image/filename", "x.png")
                        .build());
        assertThat(extract("p").err())
                .startsWith("p: record 1: the folder CAT is the file of p: record 0 already; --numbered names files");
        Files.delete(directory.resolve("p"));
        records(
                image().put("image/filename", "a.png").build(),
                image().put("image/filename", "A.png").build());
        assertThat(extract("p").err()).startsWith("p: record 1: the file A.png is that of p: record 0 already");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void readsTheSelectedFormat() throws IOException {
        records(image().put("image/filename", "a.png").build());
        Samples.smear(directory.resolve("p"), 12);
        assertThat(extract("p").err()).contains("specify its format");
        CommandRun reported = run("--extract", "p", "-o", "out", "--format", "tfrecord", "--input-compression", "none");
        assertThat(reported.code()).isEqualTo(1);
        assertThat(reported.err()).startsWith("p: record 0 at offset 0: length checksum does not match");
    }

    @Test
    void skipsDamageOnRequest() throws IOException {
        records(
                image().put("image/filename", "a.png").build(),
                image().put("image/filename", "b.png").build());
        Samples.flip(directory.resolve("p"), 40);
        assertThat(extract("p").code()).isEqualTo(1);
        assertThat(directory.resolve("out")).doesNotExist();
        CommandRun run = run("--extract", "p", "-o", "out", "--skip-damage");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("skipped").hasLineCount(1);
        assertThat(contents(directory.resolve("out"))).containsOnlyKeys("b.png");
        assertThat(run("out", "-o", "q", "--skip-damage").err()).startsWith("--skip-damage requires --extract");
    }

    @Test
    void rejectsVeryLongPaths() throws IOException {
        records(image().put("image/filename", "a/".repeat(500_000) + "a").build());
        assertThat(extract("p").err())
                .startsWith(
                        "p: record 0: image/filename is longer than 1024 characters, so it cannot name a file: \"a/a")
                .hasSizeLessThan(300);
    }

    @Test
    void rejectsTwoRecordsForOneFile() throws IOException {
        records(
                image().put("image/filename", "a.png").build(),
                image().put("image/filename", "b.png").build(),
                image().put("image/filename", "a.png").build());
        CommandRun run = extract("p");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("p: record 2: the file a.png is that of p: record 0 already; --numbered names files");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void rejectsAnImageNamedLikeTheLabelTable() throws IOException {
        records(image().put("image/filename", "labels.csv")
                .put("image/class/label", 1)
                .build());
        assertThat(extract("p").err())
                .startsWith(
                        "the table of labels cannot be written: the file labels.csv is that of p: record 0 already");
    }

    @Test
    void replacesNoFiles() throws IOException {
        records(
                image().put("image/filename", "a.png").build(),
                image().put("image/filename", "b.png").build());
        TestImages.put(directory.resolve("out/b.png"), Bytes.ofUtf8("mine"));
        CommandRun run = extract("p");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("out/b.png: exists already, and --extract never replaces files");
        assertThat(contents(directory.resolve("out"))).isEqualTo(Map.of("b.png", Bytes.ofUtf8("mine")));
    }

    @Test
    void followsNoLinksOutOfTheFolder() throws IOException {
        records(image().put("image/class/text", "cat").build());
        Files.createDirectories(directory.resolve("elsewhere"));
        Files.createDirectories(directory.resolve("out"));
        Files.createSymbolicLink(directory.resolve("out/cat"), directory.resolve("elsewhere"));
        assertThat(extract("p").err()).startsWith("out/cat: is a link or a file, not a folder");
        assertThat(contents(directory)).containsOnlyKeys("p");
        Files.createDirectories(directory.resolve("out/a"));
        Files.createSymbolicLink(directory.resolve("out/a/b"), directory.resolve("elsewhere"));
        Files.delete(directory.resolve("p"));
        records(image().put("image/filename", "a/b/c/x.png").build());
        assertThat(extract("p").err()).startsWith("out/a/b: is a link or a file, not a folder");
        assertThat(contents(directory)).containsOnlyKeys("p");
    }

    @Test
    void deletesItsFilesOnFailure() throws IOException {
        records(
                image().put("image/filename", "a.png")
                        .put("image/class/text", "cat")
                        .build(),
                image().put("image/filename", "b.png")
                        .put("image/class/text", "cat")
                        .build());
        Path out = directory.resolve("out");
        try (ExtractionFolder folder = new ExtractionFolder(out, "out")) {
            folder.write(new ExtractedName(Optional.of("cat"), "a.png"), TestImages.dot(1, 1, 1));
            assertThat(out.resolve("cat/a.png")).exists();
            folder.write(new ExtractedName(Optional.of("cat/deep/er"), "a.png"), TestImages.dot(1, 1, 1));
            assertThat(out.resolve("cat/deep/er/a.png")).exists();
        }
        assertThat(out).doesNotExist();
        Samples.flip(directory.resolve("p"), (int) Files.size(directory.resolve("p")) - 8);
        CommandRun damaged = extract("p");
        assertThat(damaged.code()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void reportsRecordsWithoutExactlyOneImage() throws IOException {
        records(
                Samples.number(1),
                Example.builder()
                        .put("image/encoded", TestImages.dot(1, 1, 1), TestImages.dot(2, 2, 2))
                        .build(),
                image().put("other", TestImages.dot(3, 3, 3)).build());
        assertThat(extract("p").err()).startsWith("p: record 0: no feature is an image: the record has n (int64_list)");
        CommandRun run = run("--extract", "p", "-o", "out", "--skip-bad");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("p: record 1: skipped: feature image/encoded has 2 values")
                .contains("p: record 2: only image/encoded is written, not [other]");
        assertThat(contents(directory.resolve("out"))).containsOnlyKeys("00000002.png");
    }
}
