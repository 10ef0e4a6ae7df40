package dev.riffle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.CommandTable;
import dev.riffle.cli.Samples;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the names of outputs: each command that writes files, with each ending. */
class OutputEndingsTest {

    private static final List<String> UNWRITABLE = List.of(
            ".parquet", ".zst", ".bz2", ".zip", ".tar", ".tar.gz", ".feather", ".xz", ".parquet.gz", ".PARQUET");

    /** The endings that only export writes, without compression. */
    private static final List<String> ARRAYS = List.of(".npy", ".npz", ".arrow", ".arrows");

    private static final List<String> TEXT =
            List.of(".csv", ".tsv", ".jsonl", ".csv.gz", ".tsv.gz", ".jsonl.gz", ".ndjson");

    @TempDir
    Path directory;

    /** Returns the commands that write records, with input {@code in}. OUT stands for the output. */
    static Map<String, String> recordCommands() {
        Map<String, String> commands = new TreeMap<>();
        commands.put("merge", "merge in -o OUT");
        commands.put("split", "split in -o OUT --shards 1");
        commands.put("take", "take in -n 1 -o OUT");
        commands.put("slice", "slice in --from 1 -o OUT");
        commands.put("sample", "sample in -n 1 --seed 1 -o OUT");
        commands.put("filter", "filter n>=0 in -o OUT");
        commands.put("dedupe", "dedupe in -o OUT");
        commands.put("dedupe --dropped", "dedupe twice -o deduped --dropped OUT");
        commands.put("shuffle", "shuffle in --seed 1 -o OUT");
        commands.put("import", "import table.csv -o OUT");
        commands.put("images", "images pictures -o OUT");
        commands.put("convert", "convert in.ofrecord -o OUT");
        return commands;
    }

    /** Returns the commands whose output keeps the compression of the input, or sets it by other rules. */
    static Map<String, String> otherCommands() {
        return Map.of(
                "repair", "repair in -o OUT",
                "recompress", "recompress in --compression none -o OUT",
                "export", "export in -o OUT",
                "sql", "sql FROM'in' -o OUT",
                "show", "show pictures.tfrecord -o OUT");
    }

    static Stream<String> records() {
        return recordCommands().keySet().stream();
    }

    @BeforeEach
    void inputs() throws IOException {
        Samples.examples(directory.resolve("in"), Samples.number(1), Samples.number(2));
        Samples.examples(directory.resolve("twice"), Samples.number(1), Samples.number(1));
        Samples.ofRecords(directory.resolve("in.ofrecord"), Samples.number(1));
        Files.writeString(directory.resolve("table.csv"), "a,b\n1,2\n");
        Files.createDirectory(directory.resolve("pictures"));
        Files.copy(Samples.photograph("chelsea.jpg"), directory.resolve("pictures/chelsea.jpg"));
        packed("packed", Compression.GZIP);
    }

    private void packed(String name, Compression compression) throws IOException {
        RecordWriter.write(
                directory.resolve(name),
                RecordWriterOptions.defaults().compression(compression),
                writer -> writer.write(Samples.number(1).toByteArray()));
    }

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    private static String shard(String command, String output) {
        return command.equals("split") ? output + "-00000-of-00001" : output;
    }

    @Test
    void coversEveryCommandWithAnOutput() {
        List<String> tested = new ArrayList<>(List.of("dedupe --dropped"));
        CommandTable.all().getSubcommands().forEach((name, command) -> {
            if (command.getCommandSpec().findOption("--output") != null) {
                tested.add(name);
            }
        });
        List<String> listed = new ArrayList<>(recordCommands().keySet());
        listed.addAll(otherCommands().keySet());
        assertThat(tested).containsExactlyInAnyOrderElementsOf(listed);
    }

    @ParameterizedTest
    @MethodSource("records")
    void knownEndingsDecideTheCompression(String command) throws IOException {
        Map<String, String> endings = Map.of(
                "", "NONE",
                ".foo", "NONE",
                ".tfrecord", "NONE",
                ".tfrecord.gz", "GZIP",
                ".gz", "GZIP",
                ".GZ", "GZIP",
                ".tfrecord.zlib", "ZLIB",
                ".snappy", "SNAPPY",
                ".gz-00000-of-00002", "GZIP",
                ".tfrecord-00000-of-00002.gz", "GZIP");
        for (Map.Entry<String, String> ending : new TreeMap<>(endings).entrySet()) {
            if (command.equals("split") && ending.getKey().contains("-of-")) {
                continue;
            }
            String output = "out" + ending.getKey();
            CommandRun run = run(recordCommands().get(command).replace("OUT", output) + " --overwrite");
            assertThat(run.code()).as("%s %s: %s", command, output, run.err()).isZero();
            assertContent(shard(command, output), RecordFormat.TFRECORD, ending.getValue());
        }
    }

    private void assertContent(String file, RecordFormat format, String compression) throws IOException {
        try (RecordReader reader = RecordReader.open(directory.resolve(file))) {
            assertThat(reader.compression().name()).as(file).isEqualTo(compression);
            assertThat(reader.format()).as(file).isEqualTo(format);
            assertThat(reader.next()).as(file).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void rejectsEndingsOfOtherFormats(String command) {
        for (String ending :
                Stream.of(UNWRITABLE, ARRAYS, TEXT).flatMap(List::stream).toList()) {
            if (command.equals("convert") && ending.equalsIgnoreCase(".parquet")) {
                continue;
            }
            CommandRun run = run(recordCommands().get(command).replace("OUT", "out" + ending));
            assertThat(run.code()).as("%s %s", command, ending).isEqualTo(2);
            assertThat(run.err()).startsWith("out" + ending + ": ");
            assertThat(run.err())
                    .contains(
                            TEXT.contains(ending)
                                    ? " means text, but this command writes records; 'riffle export' writes text"
                                    : " files; Riffle writes .tfrecord and .ofrecord, also with .gz");
            assertThat(directory.resolve(shard(command, "out" + ending))).doesNotExist();
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void rejectsFlagsThatContradictTheEnding(String command) {
        for (String contradiction : List.of(
                "out.tfrecord.gz --compression none",
                "out.gz --compression zlib",
                "out.tfrecord --compression gzip",
                "out.snappy --compression gzip")) {
            CommandRun run = run(recordCommands().get(command).replace("OUT", contradiction));
            String output = contradiction.substring(0, contradiction.indexOf(' '));
            String flag = contradiction.substring(contradiction.lastIndexOf(' ') + 1);
            assertThat(run.code()).as("%s %s", command, contradiction).isEqualTo(2);
            assertThat(run.err())
                    .startsWith(output + ": the ending " + output.substring(3) + " means ")
                    .contains(", but --compression is " + flag + "; omit --compression, or choose a name with");
            assertThat(directory.resolve(shard(command, output))).doesNotExist();
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void theEndingOfOfRecordNeedsThatFormat(String command) throws IOException {
        boolean creates = List.of("import", "images").contains(command);
        String words = recordCommands().get(command);
        for (String ending : List.of(".ofrecord", ".ofrecord.gz")) {
            CommandRun run = run(words.replace("OUT", "out" + ending));
            assertThat(run.code()).as(run.err()).isEqualTo(creates ? 0 : 2);
            if (creates) {
                assertContent("out" + ending, RecordFormat.OFRECORD, ending.endsWith("gz") ? "GZIP" : "NONE");
            } else {
                assertThat(run.err())
                        .startsWith("out" + ending + ": the ending " + ending
                                + " means OFRecord, but the input is "
                                + (command.equals("convert") ? "OFRecord already" : "TFRecord; 'riffle convert'"));
            }
        }
        if (creates) {
            assertThat(run(words.replace("OUT", "o.tfrecord --format ofrecord")).err())
                    .startsWith("o.tfrecord: the ending .tfrecord means TFRecord, but --format is ofrecord;"
                            + " omit --format, or choose another name\n");
            assertThat(run(words.replace("OUT", "o.ofrecord.zlib")).err())
                    .startsWith("o.ofrecord.zlib: OFRecord files cannot be compressed with zlib;");
        }
    }

    @Test
    void convertTakesFormatAndCompressionFromTheEnding() throws IOException {
        assertThat(run("convert in -o c.ofrecord.gz").code()).isZero();
        assertContent("c.ofrecord.gz", RecordFormat.OFRECORD, "GZIP");
        CommandRun run = run("convert in --as ofrecord -o c.tfrecord");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("c.tfrecord: the ending .tfrecord means TFRecord, but --as is ofrecord; omit --as, or"
                        + " choose another name\n");
    }

    @Test
    void unknownEndingsKeepTheCompressionOfTheInput() throws IOException {
        assertThat(run("take packed -n 1 -o same").code()).isZero();
        assertContent("same", RecordFormat.TFRECORD, "GZIP");
        assertThat(run("take packed -n 1 -o plain.tfrecord").code()).isZero();
        assertContent("plain.tfrecord", RecordFormat.TFRECORD, "NONE");
        assertThat(run("merge packed -o - ").out()[0]).isEqualTo((byte) 0x1f);
    }

    @Test
    void shardsGetTheCompressionOfTheEndingOfThePrefix() throws IOException {
        assertThat(run("merge in -o s.tfrecord.gz --shards 2").text())
                .isEqualTo("s.tfrecord.gz-00000-of-00002: 1 record\ns.tfrecord.gz-00001-of-00002: 1 record\n");
        assertContent("s.tfrecord.gz-00001-of-00002", RecordFormat.TFRECORD, "GZIP");
        assertThat(run("split in -o t.gz --records 1").code()).isZero();
        assertContent("t.gz-00001-of-00002", RecordFormat.TFRECORD, "GZIP");
    }

    @Test
    void exportTakesTheKindAndGzipFromTheEnding() throws IOException {
        Map<String, String> texts = new TreeMap<>(Map.of(
                ".csv", "n\n1\n2\n",
                ".csv.gz", "n\n1\n2\n",
                ".tsv", "n\n1\n2\n",
                ".jsonl", "{\"n\":1}\n{\"n\":2}\n",
                ".jsonl.gz", "{\"n\":1}\n{\"n\":2}\n",
                ".gz", "{\"n\":1}\n{\"n\":2}\n",
                ".txt", "{\"n\":1}\n{\"n\":2}\n",
                "", "{\"n\":1}\n{\"n\":2}\n"));
        for (Map.Entry<String, String> text : texts.entrySet()) {
            String output = "x" + text.getKey();
            CommandRun run = run("export in -o " + output);
            assertThat(run.code()).as("%s: %s", output, run.err()).isZero();
            assertThat(text(output)).as(output).isEqualTo(text.getValue());
        }
        assertThat(run("export in --as csv -o y.gz").code()).isZero();
        assertThat(text("y.gz")).isEqualTo("n\n1\n2\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {".csv.gz", ".tsv.gz", ".jsonl.gz", ".gz"})
    void importReadsTheGzipTextOfAnExport(String ending) throws IOException {
        assertThat(run("export in -o x" + ending).code()).isZero();
        CommandRun run = run("import x" + ending + " -o back");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(directory.resolve("back")).hasSameBinaryContentAs(directory.resolve("in"));
        byte[] packed = Files.readAllBytes(directory.resolve("x" + ending));
        CommandRun piped = CommandRun.with(
                directory,
                packed,
                "import",
                "-",
                "-o",
                "piped",
                "--input-kind",
                ending.contains("sv") ? ending.substring(1, 4) : "jsonl");
        assertThat(piped.code()).as(piped.err()).isZero();
        assertThat(directory.resolve("piped")).hasSameBinaryContentAs(directory.resolve("in"));
        Files.write(directory.resolve("x" + ending), Arrays.copyOf(packed, packed.length - 9));
        CommandRun torn = run("import x" + ending + " -o torn");
        assertThat(torn.code()).isEqualTo(1);
        assertThat(torn.err()).startsWith("x" + ending + ": damaged gzip data: ");
        assertThat(directory.resolve("torn")).doesNotExist();
    }

    private String text(String file) throws IOException {
        byte[] bytes = Files.readAllBytes(directory.resolve(file));
        if (!file.endsWith(".gz")) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(directory.resolve(file)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void exportRejectsEndingsOfOtherFormats() {
        for (String ending : UNWRITABLE) {
            if (ending.equalsIgnoreCase(".parquet")) {
                continue;
            }
            CommandRun run = run("export in -o x" + ending);
            assertThat(run.code()).as(ending).isEqualTo(2);
            assertThat(run.err())
                    .startsWith("x" + ending
                            + (ending.startsWith(".parquet")
                                    ? ": only convert, export and sql write "
                                    : ": Riffle cannot write "))
                    .contains("export writes .csv, .tsv and .jsonl, also with .gz");
        }
        assertThat(run("export in -o x.npy.gz").err())
                .startsWith("x.npy.gz: only export writes .npy files; export writes .csv");
        assertThat(run("export in -o x.tfrecord").err())
                .startsWith("x.tfrecord: the ending .tfrecord means TFRecord records, but export writes text; export"
                        + " writes .csv");
        assertThat(run("export in -o x.csv.zlib").err())
                .startsWith("x.csv.zlib: text cannot be compressed with zlib; ");
        assertThat(run("export in --as csv -o x.jsonl").err())
                .startsWith(
                        "x.jsonl: the ending .jsonl means jsonl, but --as is csv; omit --as, or choose another name\n");
        assertThat(run("export in --delimiter ; -o x.tsv").err())
                .startsWith("x.tsv: the ending means tsv, but --delimiter is ;; ");
        assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith("x"));
    }

    @Test
    void repairRejectsNamesThatContradictItsInput() throws IOException {
        for (String output : List.of("r.ofrecord", "r.gz", "r.csv", "r.parquet")) {
            CommandRun run = run("repair in -o " + output);
            assertThat(run.code()).as(output).isEqualTo(2);
            assertThat(run.err()).startsWith(output + ": ");
        }
        assertThat(run("repair packed -o r.tfrecord").err())
                .isEqualTo("r.tfrecord: the ending .tfrecord means no compression, but repair keeps the format and"
                        + " compression of the input, TFRecord and gzip; choose another name, or set --format and"
                        + " --input-compression if they were not detected\n");
        assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith("r."));
        assertThat(run("repair packed -o r.tfrecord.gz").code()).isZero();
        assertContent("r.tfrecord.gz", RecordFormat.TFRECORD, "GZIP");
        // The user has not typed the name of a file in a directory.
        Files.createDirectory(directory.resolve("d"));
        Files.copy(directory.resolve("packed"), directory.resolve("odd.tfrecord"));
        assertThat(run("repair odd.tfrecord -o d").code()).isZero();
        assertContent("d/odd.tfrecord", RecordFormat.TFRECORD, "GZIP");
        Files.copy(directory.resolve("in"), directory.resolve("plain.gz"));
        CommandRun run = run("repair plain.gz odd.tfrecord -o d --overwrite");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("d/plain.gz: the ending .gz means gzip, but repair keeps the format and compression of the"
                        + " input, TFRecord and none; choose another name");
        assertThat(directory.resolve("d/plain.gz")).doesNotExist();
    }

    @Test
    void recompressTakesTheCompressionFromTheEnding() throws IOException {
        assertThat(run("recompress in -o c.gz").code()).isZero();
        assertContent("c.gz", RecordFormat.TFRECORD, "GZIP");
        assertThat(run("recompress c.gz -o c.tfrecord").code()).isZero();
        assertContent("c.tfrecord", RecordFormat.TFRECORD, "NONE");
        assertThat(run("recompress c.gz -o c.zlib --level 9").code()).isZero();
        assertContent("c.zlib", RecordFormat.TFRECORD, "ZLIB");
        CommandRun none = run("recompress in -o c");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).startsWith("no compression; use --compression, or an output name");
        CommandRun other = run("recompress in -o d.gz --compression snappy");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).startsWith("d.gz: the ending .gz means gzip, but the new compression is snappy; ");
        assertThat(run("recompress in -o d.ofrecord").err()).contains("'riffle convert' changes the format");
    }

    @Test
    void suffixesOfRecompressDecideLikeEndings() throws IOException {
        run("split in -o s --shards 2");
        assertThat(run("recompress s@2 -o packed --suffix .gz").text())
                .isEqualTo("packed-00000-of-00002.gz: 1 record\npacked-00001-of-00002.gz: 1 record\n");
        assertContent("packed-00001-of-00002.gz", RecordFormat.TFRECORD, "GZIP");
        assertThat(run("recompress packed@2.gz -o t.zlib").text()).startsWith("t.zlib-00000-of-00002: 1 record\n");
        assertContent("t.zlib-00001-of-00002", RecordFormat.TFRECORD, "ZLIB");
        assertThat(run("recompress s@2 -o u.zlib --suffix .gz").text()).startsWith("u-00000-of-00002.gz: 1 record\n");
        assertThat(run("recompress packed@2.gz -o v --compression none").err())
                .isEqualTo("v-00000-of-00002.gz: the ending .gz means gzip, but the new compression is none; choose"
                        + " another name or compression; --suffix changes the endings of several names\n");
        Files.createDirectory(directory.resolve("d"));
        Files.copy(directory.resolve("packed"), directory.resolve("a.tfrecord.gz"));
        assertThat(run("recompress a.tfrecord.gz in -o d --suffix .snappy").text())
                .isEqualTo("d/a.tfrecord.snappy: 1 record\nd/in.snappy: 2 records\n");
        assertContent("d/a.tfrecord.snappy", RecordFormat.TFRECORD, "SNAPPY");
        assertThat(run("recompress t.zlib@2 -o d --suffix .gz").text())
                .isEqualTo("d/t-00000-of-00002.gz: 1 record\nd/t-00001-of-00002.gz: 1 record\n");
    }

    @Test
    void appendRejectsAnEmptyFileWithAnotherEnding() throws IOException {
        for (String name : List.of("e.gz", "e.ofrecord", "e.csv")) {
            Files.createFile(directory.resolve(name));
            CommandRun run = run("append in --into " + name);
            assertThat(run.code()).as(name).isEqualTo(2);
            assertThat(run.err()).startsWith(name + ": the ending ");
            assertThat(directory.resolve(name)).isEmptyFile();
        }
        Files.createFile(directory.resolve("e.tfrecord"));
        assertThat(run("append in --into e.tfrecord").code()).isZero();
    }

    @Test
    void filesOfPlainTextRejectCompressionsAndRecords() {
        run("images pictures -o pictures.tfrecord");
        for (String words : List.of(
                "repair in --dry-run --report OUT",
                "index in --export OUT",
                "images pictures -o i.tfrecord --labels-out OUT",
                "message write --demo OUT")) {
            for (String output : List.of("x.gz", "x.txt.zlib", "x.tfrecord", "x.zip")) {
                CommandRun run = run(words.replace("OUT", output));
                assertThat(run.code()).as("%s %s", words, output).isEqualTo(2);
                assertThat(run.err()).startsWith(output + ": ");
                assertThat(directory.resolve(output)).doesNotExist();
            }
        }
        assertThat(run("show pictures.tfrecord -o x.gz").err())
                .startsWith("x.gz: this image can be written as .jpg or .png, not as .gz");
    }

    @Test
    void rejectsTwoCompressions() {
        assertThat(run("merge in -o x.gz.zlib").err())
                .startsWith("x.gz.zlib: two endings mean compressions, .gz and .zlib; use one of them");
    }

    @Test
    void inputsAreReadByContent() throws IOException {
        Files.copy(directory.resolve("packed"), directory.resolve("a.csv"));
        assertThat(run("count a.csv").text()).isEqualTo("1\n");
        assertThat(run("info a.csv").text()).contains("TFRecord, GZIP");
    }
}
