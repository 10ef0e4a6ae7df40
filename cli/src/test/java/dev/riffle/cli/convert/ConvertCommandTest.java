package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.OfRecordParts;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConvertCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("convert");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "-o", "penguins.ofrecord", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out");
    }

    private List<Example> ofRecords(ByteSource source) throws IOException {
        List<Example> examples = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(source)) {
            while (reader.next()) {
                examples.add(Example.parse(reader.payloadBytes(), Dialect.ONEFLOW));
            }
        }
        return examples;
    }

    private List<Example> ofRecords(String name) throws IOException {
        return ofRecords(ByteSource.of(directory.resolve(name)));
    }

    private void numbers(String name, int count) throws IOException {
        Samples.examples(
                directory.resolve(name),
                LongStream.range(0, count).mapToObj(Samples::number).toArray(Example[]::new));
    }

    private void rejected(CommandRun run, int code, String message) throws IOException {
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.err()).contains(message).doesNotContain("unexpected");
        assertThat(run.out()).isEmpty();
        try (Stream<java.nio.file.Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()).toList())
                    .noneMatch(name -> name.startsWith("out"));
        }
    }

    @Test
    void convertsInBothDirections() throws IOException {
        byte[] original = Files.readAllBytes(Samples.penguins(directory));
        CommandRun there = run("penguins.tfrecord", "-o", "penguins.ofrecord");
        assertThat(there.text()).isEqualTo("penguins.ofrecord: 344 records\n");
        CommandRun back = run("penguins.ofrecord", "-o", "back.tfrecord");
        assertThat(back.code()).as(back.err()).isZero();
        assertThat(directory.resolve("back.tfrecord")).hasBinaryContent(original);
    }

    @Test
    void printsJson() throws IOException {
        numbers("a", 3);
        assertThat(run("a", "-o", "out", "--json").text())
                .isEqualTo(
                        "{\"records\":3,\"format\":\"ofrecord\",\"files\":[{\"file\":\"out\",\"records\":3,\"bytes\":60}]}\n");
    }

    @Test
    void joinsSeveralFilesAndStandardInput() throws IOException {
        numbers("a", 2);
        numbers("b", 3);
        CommandRun run = runWith(Files.readAllBytes(directory.resolve("b")), "a", "-", "-o", "-");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(ofRecords(ByteSource.of(dev.riffle.io.Bytes.copyOf(run.out()), "out")))
                .containsExactly(
                        Samples.number(0), Samples.number(1), Samples.number(0), Samples.number(1), Samples.number(2));
    }

    @Test
    void writesParts() throws IOException {
        numbers("a", 7);
        CommandRun run = run("a", "-o", "parts/", "--parts", "3");
        assertThat(run.text()).isEqualTo("""
                parts/part-00000: 3 records
                parts/part-00001: 2 records
                parts/part-00002: 2 records
                """);
        OfRecordParts parts = OfRecordParts.in(directory.resolve("parts"), "part-", 5);
        assertThat(ofRecords(parts.source()))
                .containsExactlyElementsOf(
                        LongStream.range(0, 7).mapToObj(Samples::number).toList());
    }

    @Test
    void readsPartsBack() throws IOException {
        numbers("a", 7);
        run("a", "-o", "parts", "--parts", "3");
        CommandRun run = run("parts", "-o", "back");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(directory.resolve("back")).hasSameBinaryContentAs(directory.resolve("a"));
    }

    @Test
    void replacesPartsOnlyIfItReplacesAll() throws IOException {
        numbers("a", 7);
        run("a", "-o", "parts", "--parts", "3");
        assertThat(run("a", "-o", "parts", "--parts", "3").err())
                .isEqualTo("parts/part-00000: exists already; choose another name, or use --overwrite\n");
        assertThat(run("a", "-o", "parts", "--parts", "2", "--overwrite").err())
                .startsWith("parts: has part-00002, which readers would take for a part of the new dataset; remove it");
        numbers("b", 4);
        assertThat(run("b", "-o", "parts", "--parts", "4", "--overwrite").code())
                .isZero();
        assertThat(ofRecords(OfRecordParts.in(directory.resolve("parts")).source()))
                .hasSize(4);
    }

    @Test
    void rejectsPartsThatWouldBeEmpty() throws IOException {
        numbers("a", 2);
        rejected(
                run("a", "-o", "out", "--parts", "3"),
                2,
                "--parts 3: the input has only 2 records, and OneFlow does not read empty parts");
        numbers("none", 0);
        rejected(run("none", "-o", "out", "--parts", "1"), 1, "OneFlow does not read empty parts");
    }

    @Test
    void rejectsUnusablePlacesForParts() throws IOException {
        numbers("a", 2);
        rejected(run("a", "-o", "a", "--parts", "2"), 2, "a: is a file, and --parts needs a directory");
        rejected(run("a", "-o", "none/out", "--parts", "2"), 2, "none/out: its parent directory does not exist");
        Files.createDirectory(directory.resolve("mine"));
        rejected(run("a", "-o", "mine"), 2, "is a directory");
    }

    @Test
    void leavesNoDirectoryOnFailure() throws IOException {
        Samples.texts(directory.resolve("a"), "x", "y");
        rejected(run("a", "-o", "out", "--parts", "2"), 1, "a: record 0 at offset 0 is text, not an Example;");
    }

    @Test
    void narrowsIntegers() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder().put("x", 1).put("y", 2).build(),
                Example.builder().put("y", 1L << 31).build());
        assertThat(run("a", "-o", "named", "--int32", "x").code()).isZero();
        assertThat(ofRecords("named").get(0))
                .isEqualTo(Example.builder()
                        .put("x", Feature.ofInt32s(1))
                        .put("y", 2)
                        .build());
        rejected(
                run("a", "-o", "out", "--int32", "all"),
                1,
                "a: record 1 at offset "
                        + recordBytes(Example.builder().put("x", 1).put("y", 2).build())
                        + ": feature \"y\": value 0 is 2147483648, which does not fit int32");
        rejected(
                run("a", "-o", "out", "--int32", "x,z,w"),
                1,
                "--int32: no record has a feature named z, w; 'riffle info' lists the features");
    }

    private static int recordBytes(Example example) {
        return Samples.FRAME_BYTES + example.toByteArray().length;
    }

    @Test
    void narrowsDoubles() throws IOException {
        Samples.ofRecords(
                directory.resolve("a"),
                Example.builder().put("x", Feature.ofDoubles(0.5)).build(),
                Example.builder().put("x", Feature.ofDoubles(0.1)).build());
        rejected(
                run("a", "-o", "out"),
                1,
                "a: record 0 at offset 0: feature \"x\": expected a kind that Examples support, found a double_list;"
                        + " --float32 exact or --float32 rounded converts it to a float_list");
        rejected(run("a", "-o", "out", "--float32", "exact"), 1, "value 0 is 0.1, which is not exactly a float32");
        assertThat(run("a", "-o", "b", "--float32", "rounded").code()).isZero();
        assertThat(CommandRun.of(directory, "cat", "--json", "b").text()).contains("0.1");
    }

    @Test
    void dropsUnsetFeatures() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder().put("x", 1).put("unset", Feature.notSet()).build());
        rejected(
                run("a", "-o", "out"),
                1,
                "a: record 0 at offset 0: feature \"unset\": its kind is not set, and OneFlow cannot read"
                        + " such a feature; --drop-unset omits such features");
        assertThat(run("a", "-o", "b", "--drop-unset").code()).isZero();
        assertThat(ofRecords("b").get(0).names()).containsExactly("x");
    }

    @Test
    void rejectsRecordsThatAreNotExamples() throws IOException {
        Samples.texts(directory.resolve("texts"), "hello world");
        rejected(
                run("texts", "-o", "out"),
                1,
                "texts: record 0 at offset 0 is text, not an Example; 'riffle cat' prints it");
        RecordWriter.write(directory.resolve("empty"), RecordWriterOptions.defaults(), records -> {
            records.write(Samples.number(1).toByteArray());
            records.write(new byte[0]);
        });
        rejected(
                run("empty", "-o", "out"),
                1,
                "empty: record 1 at offset " + recordBytes(Samples.number(1))
                        + ": no features; an OFRecord needs at least one");
        byte[] sequence =
                SequenceExample.builder().put("steps", Feature.of(1L)).build().toByteArray();
        RecordWriter.write(
                directory.resolve("sequence"), RecordWriterOptions.defaults(), records -> records.write(sequence));
        rejected(
                run("sequence", "-o", "out"),
                1,
                "sequence: record 0 at offset 0 is a SequenceExample, not an Example;");
    }

    @Test
    void rejectsTheSameFormat() throws IOException {
        numbers("a", 1);
        rejected(run("a", "-o", "out", "--as", "tfrecord"), 2, "--as tfrecord: the input is TFRecord already");
        rejected(
                run("a", "-o", "out.tfrecord"),
                2,
                "out.tfrecord: the ending .tfrecord means TFRecord, but the input is TFRecord already, and would"
                        + " become OFRecord");
        rejected(run("a", "-o", "out.tfrecord.gz"), 2, "; choose another name");
        assertThat(run("a", "-o", "b", "--as", "ofrecord").code()).isZero();
        rejected(run("a", "b", "-o", "out"), 2, "b: is OFRecord, while a is TFRecord");
    }

    @Test
    void rejectsFlagsOfTheOtherDirection() throws IOException {
        numbers("a", 1);
        Samples.ofRecords(directory.resolve("b"), Samples.number(1));
        rejected(run("a", "-o", "out", "--float32", "exact"), 2, "--float32 is for TFRecord output");
        rejected(run("b", "-o", "out", "--int32", "all"), 2, "--int32 is for OFRecord output");
        rejected(run("b", "-o", "out", "--parts", "2"), 2, "--parts is for OFRecord output");
        rejected(run("a", "-o", "out", "--compression", "zlib"), 2, "--compression must be none or gzip for OFRecord");
        rejected(run("a", "-o", "out", "--float32", "near"), 2, "--float32 must be exact or rounded: near");
        rejected(run("a", "-o", "out", "--parts", "0"), 2, "--parts must be from 1 to 10000: 0");
        rejected(run("a", "-o", "-", "--parts", "2"), 2, "--parts needs a directory");
        rejected(run("a", "-o", "out", "--as", "csv"), 2, "--as must be tfrecord, ofrecord, blocks or parquet: csv");
    }

    @Test
    void readsTheSelectedFormat() throws IOException {
        numbers("a", 1);
        Samples.smear(directory.resolve("a"), 12);
        rejected(run("a", "-o", "out"), 1, "specify its format");
        rejected(
                run("a", "-o", "out", "--input-kind", "tfrecord", "--input-compression", "none"),
                1,
                "a: record 0 at offset 0: length checksum does not match");
        rejected(run("a", "-o", "out", "--input-compression", "gzip"), 1, "a: ");
        rejected(
                run("a", "-o", "out", "--input-kind", "csv"),
                2,
                "--input-kind must be tfrecord, ofrecord, blocks or parquet: csv");
        rejected(
                run("a", "-o", "out", "--input-kind", "tfrecord", "--as", "tfrecord"),
                2,
                "the input is TFRecord already");
    }

    @Test
    void doesNotReplaceItsInput() throws IOException {
        numbers("a", 3);
        byte[] before = Files.readAllBytes(directory.resolve("a"));
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("a"));
        for (String output : List.of("a", "./a", "link")) {
            rejected(run("a", "-o", output, "--overwrite"), 2, output + ": is an input, so it cannot be an output");
        }
        assertThat(run("a", "-o", "parts", "--parts", "2").code()).isZero();
        rejected(run("parts", "-o", "parts/out.tfrecord"), 2, "parts/out.tfrecord: is in parts, which is an input");
        rejected(
                run("parts/part-00000", "-o", "parts/part-00000", "--overwrite"),
                2,
                "parts/part-00000: is an input, so it cannot be an output");
        assertThat(directory.resolve("a")).hasBinaryContent(before);
    }

    @Test
    void compresses() throws IOException {
        numbers("a", 5);
        assertThat(run("a", "-o", "b.gz", "--compression", "gzip").code()).isZero();
        assertThat(ofRecords("b.gz")).hasSize(5);
        assertThat(run("b.gz", "-o", "c", "--compression", "snappy").code()).isZero();
        assertThat(CommandRun.of(directory, "count", "c").text()).isEqualTo("5\n");
    }

    @Test
    void keepsExistingFilesWithoutOverwrite() throws IOException {
        numbers("a", 1);
        Files.writeString(directory.resolve("b"), "mine");
        CommandRun run = run("a", "-o", "b");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("exists already");
        assertThat(directory.resolve("b")).hasContent("mine");
        assertThat(run("a", "-o", "b", "--overwrite").code()).isZero();
        assertThat(ofRecords("b")).hasSize(1);
    }

    @Test
    void skipsDamageOnRequest() throws IOException {
        numbers("a", 5);
        Samples.flip(directory.resolve("a"), 20);
        CommandRun failed = run("a", "-o", "out");
        rejected(failed, 1, "a: record 0 at offset 12: payload checksum does not match");
        CommandRun run = run("a", "-o", "b", "--skip-damage");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("skipped");
        assertThat(ofRecords("b")).hasSize(4);
        assertThat(run("a", "-o", "parts", "--parts", "2", "--skip-damage").text())
                .isEqualTo("parts/part-00000: 2 records\nparts/part-00001: 2 records\n");
    }
}
