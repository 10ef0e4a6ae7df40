package dev.riffle.cli.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ImagesCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("images");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        TestImages.pets(directory);
        return List.of("pets", "-o", "out.tfrecord");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out.tfrecord");
    }

    private List<Example> examples(String file) throws IOException {
        List<Example> examples = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(directory.resolve(file))) {
            while (reader.next()) {
                examples.add(Example.parse(
                        reader.payloadBytes(),
                        reader.format() == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW));
            }
        }
        return examples;
    }

    private List<String> names(String file) throws IOException {
        return examples(file).stream()
                .map(example -> example.feature("image/filename").utf8Value())
                .toList();
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void writesTheStandardKeysInTheOrderOfNames() throws IOException {
        TestImages.pets(directory);
        CommandRun run = run("pets", "-o", "out.tfrecord");
        assertThat(run.text()).isEqualTo("labels: 0 cat, 1 dog\nout.tfrecord: 3 records\n");
        List<Example> examples = examples("out.tfrecord");
        assertThat(names("out.tfrecord")).containsExactly("felix.png", "tom.jpg", "rex.png");
        assertThat(examples.get(1))
                .isEqualTo(Example.builder()
                        .put("image/encoded", TestImages.jpeg())
                        .put("image/format", "jpeg")
                        .put("image/height", 213)
                        .put("image/width", 320)
                        .put("image/channels", 3)
                        .put("image/filename", "tom.jpg")
                        .put("image/class/label", 0)
                        .put("image/class/text", "cat")
                        .build());
        assertThat(examples.get(2).feature("image/class/label").longValue()).isEqualTo(1);
        assertThat(examples.get(2).feature("image/format").utf8Value()).isEqualTo("png");
    }

    @Test
    void numbersLabelsFromTheFirstLabel() throws IOException {
        TestImages.pets(directory);
        CommandRun run = run("pets/", "-o", "out", "--first-label", "1", "--labels-out", "labels.txt");
        assertThat(run.text()).startsWith("labels: 1 cat, 2 dog\n");
        assertThat(examples("out").get(2).feature("image/class/label").longValue())
                .isEqualTo(2);
        assertThat(directory.resolve("labels.txt")).hasContent("cat\ndog\n");
        assertThat(run("pets", "-o", "out2", "--labels-out", "labels.txt").err())
                .contains("labels.txt: exists already");
        assertThat(directory.resolve("out2")).doesNotExist();
    }

    @Test
    void ordersNamesByBytes() throws IOException {
        for (String name :
                List.of("b.png", "B.png", "a10.png", "a9.png", "\u00e4.png", "\uff5e.png", "\ud83d\udc31.png")) {
            TestImages.put(directory.resolve("flat").resolve(name), TestImages.dot(1, 1, 1));
        }
        CommandRun run = run("flat", "-o", "out");
        assertThat(run.text()).isEqualTo("out: 7 records\n");
        assertThat(names("out"))
                .containsExactly("B.png", "a10.png", "a9.png", "b.png", "\u00e4.png", "\uff5e.png", "\ud83d\udc31.png");
        assertThat(examples("out").get(0).names()).doesNotContain("image/class/label", "image/class/text");
    }

    @Test
    void readsLabelsFromATable() throws IOException {
        Path pets = TestImages.pets(directory);
        Files.writeString(pets.resolve("labels.csv"), "file,label\ncat/tom.jpg,\"soft, furry\"\ndog/rex.png,hard\n");
        CommandRun run = run("pets", "-o", "out", "--labels", "pets/labels.csv");
        assertThat(run.text()).isEqualTo("labels: 0 hard, 1 soft, furry\nout: 2 records\n");
        assertThat(run.err())
                .isEqualTo("note: 1 file in pets without a label in pets/labels.csv skipped: cat/felix.png\n");
        assertThat(names("out")).containsExactly("cat/tom.jpg", "dog/rex.png");
        assertThat(examples("out").get(0).feature("image/class/text").utf8Value())
                .isEqualTo("soft, furry");

        Files.writeString(directory.resolve("numbers.csv"), "cat/tom.jpg,-7\ndog/rex.png,12\ncat/felix.png,12\n");
        CommandRun numbers = run("pets", "-o", "numbers", "--labels", "numbers.csv");
        assertThat(numbers.text()).isEqualTo("numbers: 3 records\n");
        assertThat(examples("numbers").get(1).feature("image/class/label").longValue())
                .isEqualTo(-7);
        assertThat(examples("numbers").get(1).names()).doesNotContain("image/class/text");
    }

    @Test
    void rejectsInvalidTables() throws IOException {
        TestImages.pets(directory);
        Path csv = directory.resolve("l.csv");
        Files.writeString(csv, "../secret.png,x\n");
        assertThat(run("pets", "-o", "out", "--labels", "l.csv").err())
                .isEqualTo("l.csv: line 1: the file must be a path inside the folder: ../secret.png\n");
        Files.writeString(csv, "cat/tom.jpg,x\ncat/tom.jpg,y\n");
        assertThat(run("pets", "-o", "out", "--labels", "l.csv").err())
                .isEqualTo("l.csv: line 2: cat/tom.jpg already has a label in line 1\n");
        Files.writeString(csv, "cat/missing.jpg,x\n");
        CommandRun missing = run("pets", "-o", "out", "--labels", "l.csv");
        assertThat(missing.err()).isEqualTo("pets/cat/missing.jpg: no such file; check the path\n");
        assertThat(missing.code()).isEqualTo(2);
        Files.writeString(csv, "cat/tom.jpg,\n");
        assertThat(run("pets", "-o", "out", "--labels", "l.csv").err())
                .isEqualTo("l.csv: line 1: the label is missing\n");
    }

    @Test
    void leavesNoFilesIfAnImageIsBroken() throws IOException {
        Path pets = TestImages.pets(directory);
        TestImages.put(pets.resolve("dog/notes.txt"), Bytes.ofUtf8("no image"));
        CommandRun run = run("pets", "-o", "out", "--shards", "2", "--labels-out", "labels.txt");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("pets/dog/notes.txt: ").endsWith("; --skip-bad skips such files\n");
        assertThat(entries()).containsExactly("pets");
    }

    @Test
    void skipsBadImagesOnRequest() throws IOException {
        Path pets = TestImages.pets(directory);
        TestImages.put(pets.resolve("cat/notes.txt"), Bytes.ofUtf8("no image"));
        TestImages.put(pets.resolve("bird/cut.jpg"), TestImages.jpeg().slice(0, 30));
        CommandRun run = run("pets", "-o", "out", "--skip-bad", "--shards", "3");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("pets/bird/cut.jpg: skipped: ", "pets/cat/notes.txt: skipped: ")
                .hasLineCount(2);
        assertThat(run.text()).isEqualTo("""
                labels: 0 bird, 1 cat, 2 dog
                out-00000-of-00003: 1 record
                out-00001-of-00003: 1 record
                out-00002-of-00003: 1 record
                """);
    }

    @Test
    void repeatsAShuffleWithTheSameSeed() throws IOException {
        for (int i = 0; i < 20; i++) {
            TestImages.put(directory.resolve("flat/" + (char) ('a' + i) + ".png"), TestImages.dot(i, i, i));
        }
        run("flat", "-o", "one", "--seed", "7");
        run("flat", "-o", "two", "--seed", "7");
        run("flat", "-o", "three", "--seed", "8");
        assertThat(directory.resolve("one")).hasSameBinaryContentAs(directory.resolve("two"));
        assertThat(names("one"))
                .isNotEqualTo(names("three"))
                .isNotEqualTo(names("three").stream().sorted().toList());
        assertThat(names("one").stream().sorted()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void rejectsFoldersWithoutAnOrder() throws IOException {
        Path pets = TestImages.pets(directory);
        TestImages.put(pets.resolve("stray.png"), TestImages.dot(1, 1, 1));
        assertThat(run("pets", "-o", "out").err())
                .isEqualTo("pets: has folders, which are labels, and a file stray.png without a label; move it into a"
                        + " folder, or give all labels with --labels\n");
        Files.delete(pets.resolve("stray.png"));
        TestImages.put(pets.resolve("cat/more/stray.png"), TestImages.dot(1, 1, 1));
        assertThat(run("pets", "-o", "out").err()).startsWith("pets/cat/more: is a folder among images");
        TestImages.put(directory.resolve("flat/a.png"), TestImages.dot(1, 1, 1));
        Files.createDirectory(directory.resolve("flat/b"));
        assertThat(run("flat", "-o", "out").err()).startsWith("flat/b: is a folder among images");
        Files.createDirectory(directory.resolve("empty"));
        CommandRun empty = run("empty", "-o", "none");
        assertThat(empty.code()).isZero();
        assertThat(empty.err()).isEqualTo("note: the output has no records, because no images were found in empty\n");
    }

    @Test
    void writesOfRecordAndCompressed() throws IOException {
        TestImages.pets(directory);
        run("pets", "-o", "plain");
        assertThat(run("pets", "-o", "of", "--format", "ofrecord").code()).isZero();
        assertThat(run("pets", "-o", "gz", "--compression", "gzip").code()).isZero();
        assertThat(examples("of")).isEqualTo(examples("plain"));
        assertThat(examples("gz")).isEqualTo(examples("plain"));
        byte[] piped = run("pets", "-o", "-").out();
        assertThat(piped).isEqualTo(Files.readAllBytes(directory.resolve("plain")));
    }

    @Test
    void overwritesOnlyOnRequest() throws IOException {
        TestImages.pets(directory);
        Files.writeString(directory.resolve("out"), "mine");
        assertThat(run("pets", "-o", "out").code()).isEqualTo(2);
        assertThat(directory.resolve("out")).hasContent("mine");
        assertThat(run("pets", "-o", "out", "--overwrite").code()).isZero();
    }

    @Test
    void rejectsConflictingFlags() throws IOException {
        TestImages.pets(directory);
        for (String flag : List.of("--shards=2", "--seed=1", "--overwrite", "--first-label=1")) {
            CommandRun run = run("--extract", "p", "-o", "d", flag);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).startsWith(flag.replaceFirst("=.*", "") + " has no effect with --extract; omit it\n");
        }
        assertThat(run("pets", "-o", "p", "--numbered").err()).startsWith("--numbered requires --extract");
        assertThat(run("pets", "pets", "-o", "p").err()).startsWith("expected one folder, found 2");
    }

    @Test
    void rejectsTwoOutputsWithOneName() throws IOException {
        TestImages.pets(directory);
        CommandRun same = run("pets", "-o", "same", "--labels-out", "./same", "--overwrite");
        assertThat(same.code()).isEqualTo(2);
        assertThat(same.err()).startsWith("./same: would be written twice");
        assertThat(run("pets", "-o", "sh", "--shards", "2", "--labels-out", "sh-00001-of-00002")
                        .code())
                .isEqualTo(2);
        CommandRun standard = run("pets", "-o", "-", "--labels-out", "-");
        assertThat(standard.code()).isEqualTo(2);
        assertThat(standard.out()).isEmpty();
        Files.createSymbolicLink(directory.resolve("here"), directory);
        assertThat(run("pets", "-o", "same", "--labels-out", "here/same").code())
                .isEqualTo(2);
        assertThat(entries()).containsExactly("here", "pets");
    }

    @Test
    void rejectsOutputsThatAreInputs() throws IOException {
        Path pets = TestImages.pets(directory);
        byte[] rex = Files.readAllBytes(pets.resolve("dog/rex.png"));
        Files.writeString(directory.resolve("l.csv"), "dog/rex.png,1\n");
        for (String output : List.of("pets/dog/rex.png", "pets/dog/out.tf", "pets/../pets/out")) {
            CommandRun run = run("pets", "-o", output, "--overwrite");
            assertThat(run.code()).as(output).isEqualTo(2);
            assertThat(run.err()).startsWith(output + ": is in pets, which is an input");
        }
        assertThat(run("pets", "-o", "out", "--labels-out", "pets/labels.txt").code())
                .isEqualTo(2);
        Files.copy(directory.resolve("l.csv"), directory.resolve("l"));
        assertThat(run("pets", "--labels", "l", "-o", "l", "--overwrite").err())
                .startsWith("l: is an input, so it cannot be an output");
        Files.createDirectories(directory.resolve("linked"));
        Files.createSymbolicLink(directory.resolve("linked/x.png"), pets.resolve("dog/rex.png"));
        assertThat(run("linked", "-o", "pets/dog/rex.png", "--overwrite").err())
                .startsWith("pets/dog/rex.png: is an input");
        assertThat(directory.resolve("pets/dog/rex.png")).hasBinaryContent(rex);
        assertThat(directory.resolve("l.csv")).hasContent("dog/rex.png,1\n");
        assertThat(directory.resolve("l")).hasContent("dog/rex.png,1\n");
    }

    @Test
    void rejectsNamesInAnotherEncoding() throws IOException {
        Path flat = Files.createDirectories(directory.resolve("flat"));
        Path odd = Path.of(URI.create(flat.toUri() + "%FF"));
        TestImages.put(odd.resolve("a.png"), TestImages.dot(1, 1, 1));
        CommandRun run = run("flat", "-o", "out");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("flat: has a file or folder whose name is not valid in this system's encoding: %FF; rename"
                        + " it\n");
        Files.delete(odd.resolve("a.png"));
        Files.delete(odd);
        TestImages.put(Path.of(URI.create(flat.toUri() + "%FE.png")), TestImages.dot(1, 1, 1));
        assertThat(run("flat", "-o", "out").err()).contains("encoding: %FE.png; rename it");
    }

    @Test
    void keepsIntegerLabelsOrNotesTheChange() throws IOException {
        TestImages.pets(directory);
        Path csv = directory.resolve("l.csv");
        Files.writeString(csv, "cat/tom.jpg,9223372036854775807\ndog/rex.png,1\ncat/felix.png,-9223372036854775808\n");
        CommandRun run = run("pets", "-o", "one", "--labels", "l.csv", "--json");
        assertThat(run.text())
                .isEqualTo(
                        "{\"records\":3,\"labels\":[],\"files\":[{\"file\":\"one\",\"records\":3,\"bytes\":16371}]}\n");
        assertThat(examples("one").stream()
                        .map(example -> example.feature("image/class/label").longValue()))
                .containsExactly(Long.MIN_VALUE, Long.MAX_VALUE, 1L);
        CommandRun useless = run("pets", "-o", "two", "--labels", "l.csv", "--first-label", "5");
        assertThat(useless.code()).isEqualTo(2);
        assertThat(useless.err()).startsWith("--first-label: integer labels keep their values");
        for (String other : List.of("00", "9223372036854775808", "cat", "+1")) {
            Files.writeString(csv, "cat/tom.jpg," + other + "\ndog/rex.png,1\ncat/felix.png,1\n");
            CommandRun counted = run("pets", "-o", "two", "--labels", "l.csv", "--overwrite", "--json");
            assertThat(counted.code()).isZero();
            assertThat(counted.err())
                    .startsWith("note: l.csv: the label " + other + " is not a canonical 64-bit integer");
            assertThat(counted.text()).contains("\"first_label\":0");
        }
    }

    @Test
    void limitsLabelsTo64Bits() throws IOException {
        TestImages.pets(directory);
        assertThat(run("pets", "-o", "one", "--first-label", "9223372036854775806")
                        .text())
                .startsWith("labels: 9223372036854775806 cat, 9223372036854775807 dog\n");
        CommandRun run = run("pets", "-o", "two", "--first-label", "9223372036854775807");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("--first-label 9223372036854775807: leaves too few 64-bit numbers for 2 labels");
        TestImages.put(directory.resolve("flat/a.png"), TestImages.dot(1, 1, 1));
        assertThat(run("flat", "-o", "two", "--first-label", "1").err())
                .startsWith("--first-label: no labels to number");
        assertThat(directory.resolve("two")).doesNotExist();
    }

    @Test
    void reportsErrorsInATable() throws IOException {
        TestImages.pets(directory);
        for (String row : List.of("cat/tom.jpg", "cat/tom.jpg,x,y")) {
            CommandRun run =
                    CommandRun.with(directory, row.getBytes(UTF_8), "images", "pets", "-o", "out", "--labels", "-");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).startsWith("standard input: line 1: ").contains(", expected 2; ");
        }
        CommandRun piped = CommandRun.with(
                directory, "cat/tom.jpg,x\n".getBytes(UTF_8), "images", "pets", "-o", "out", "--labels", "-");
        assertThat(piped.err())
                .isEqualTo("note: 2 files in pets without a label in standard input skipped: cat/felix.png,"
                        + " dog/rex.png\n");
        for (String empty : List.of("", "file,label\n")) {
            Files.writeString(directory.resolve("l.csv"), empty);
            CommandRun run = run("pets", "-o", "none", "--labels", "l.csv");
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).startsWith("l.csv: no labels found");
        }
        assertThat(directory.resolve("none")).doesNotExist();
    }

    @Test
    void skipsMissingFilesOnRequest() throws IOException {
        Path pets = TestImages.pets(directory);
        Files.createSymbolicLink(pets.resolve("cat/gone.png"), directory.resolve("nowhere"));
        CommandRun rejected = run("pets", "-o", "out");
        assertThat(rejected.code()).isEqualTo(2);
        assertThat(rejected.err()).isEqualTo("pets/cat/gone.png: a link to a missing file; remove it\n");
        CommandRun run = run("pets", "-o", "out", "--skip-bad");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).startsWith("pets/cat/gone.png: skipped: a link");
        assertThat(names("out")).hasSize(3);
        Files.createSymbolicLink(pets.resolve("aardvark"), directory.resolve("nowhere"));
        CommandRun folder = run("pets", "-o", "three", "--skip-bad");
        assertThat(folder.code()).isEqualTo(1);
        assertThat(folder.err()).startsWith("pets/aardvark: skipped: a link").hasLineCount(2);
        assertThat(folder.text()).startsWith("labels: 0 cat, 1 dog\n");
        Files.writeString(directory.resolve("l.csv"), "dog/rex.png,a\ndog/missing.png,b\n");
        CommandRun listed = run("pets", "-o", "two", "--labels", "l.csv", "--skip-bad");
        assertThat(listed.code()).as(listed.err()).isEqualTo(1);
        assertThat(listed.err()).contains("pets/dog/missing.png: skipped: no such file");
        assertThat(names("two")).containsExactly("dog/rex.png");
    }

    @Test
    void reportsOnlyTheStop() throws IOException {
        TestImages.pets(directory);
        assertThat(stopped("pets", "-o", "out")).isEqualTo("riffle: stopped\n");
        assertThat(run("pets", "-o", "p").code()).isZero();
        assertThat(stopped("--extract", "p", "-o", "out")).isEqualTo("riffle: stopped\n");
        assertThat(entries()).containsExactly("p", "pets");
    }

    private String stopped(String... arguments) {
        Thread.currentThread().interrupt();
        try {
            return run(arguments).err();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
