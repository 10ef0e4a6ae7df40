package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairCommandTest extends CommandContract {

    private static final int FRAME = 3 + Samples.FRAME_BYTES;

    @Override
    public List<String> command() {
        return List.of("repair");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord", "--dry-run");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out.tfrecord");
    }

    private Path damaged(String name) throws IOException {
        Path file = Samples.texts(directory.resolve(name), "one", "two", "six", "ten");
        Samples.flip(file, FRAME + 12);
        return file;
    }

    @Test
    void copiesIntactRecordsAndReportsLosses() throws IOException {
        Path file = damaged("a.tfrecord");
        byte[] before = Files.readAllBytes(file);
        CommandRun run = run("a.tfrecord", "-o", "b.tfrecord", "--report", "loss.json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0))
                .isEqualTo("a.tfrecord: 3 intact records, lost 19 bytes in 1 region, about 1 record");
        assertThat(run.lines().get(1)).startsWith("  at offset 19: 19 bytes, about 1 record: payload checksum");
        assertThat(file).hasBinaryContent(before);
        assertThat(CommandRun.of(directory, "count", "b.tfrecord").text()).contains("3");
        assertThat(directory.resolve("b.tfrecord")).hasSize(3 * FRAME);
        assertThat(directory.resolve("loss.json"))
                .content()
                .startsWith("{\"file\":\"a.tfrecord\"")
                .endsWith("}\n");
    }

    @Test
    void copiesAnIntactFileUnchanged() throws IOException {
        Path file = Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "-o", "b.tfrecord");
        assertThat(run.code()).isZero();
        assertThat(run.text()).isEqualTo("penguins.tfrecord: 344 intact records, nothing lost\n");
        assertThat(directory.resolve("b.tfrecord")).hasSameBinaryContentAs(file);
    }

    @Test
    void writesNothingInADryRun() throws IOException {
        damaged("a.tfrecord");
        CommandRun run = run("a.tfrecord", "--dry-run", "--json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).contains("\"lost_bytes\":19");
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void repairsSeveralFilesIntoADirectory() throws IOException {
        damaged("a.tfrecord");
        Samples.texts(directory.resolve("b.tfrecord"), "one");
        CommandRun rejected = run("a.tfrecord", "b.tfrecord", "-o", "out");
        assertThat(rejected.code()).isEqualTo(2);
        assertThat(rejected.err()).contains("must be a directory for several files");
        Files.createDirectory(directory.resolve("out"));
        CommandRun run = run("a.tfrecord", "b.tfrecord", "-o", "out");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(directory.resolve("out/a.tfrecord")).hasSize(3 * FRAME);
        assertThat(directory.resolve("out/b.tfrecord")).hasSize(FRAME);
    }

    @Test
    void printsTheReportOnStandardErrorIfRecordsAreOnStandardOutput() throws IOException {
        damaged("a.tfrecord");
        CommandRun run = run("a.tfrecord", "-o", "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).hasSize(3 * FRAME);
        assertThat(run.err()).startsWith("a.tfrecord: 3 intact records");
    }

    @Test
    void neverReplacesInputsOrFiles() throws IOException {
        Path file = damaged("a.tfrecord");
        byte[] before = Files.readAllBytes(file);
        CommandRun same = run("a.tfrecord", "-o", "./a.tfrecord", "--overwrite");
        assertThat(same.code()).isEqualTo(2);
        assertThat(same.err()).contains("is an input, so it cannot be an output");
        Files.writeString(directory.resolve("b.tfrecord"), "precious");
        CommandRun there = run("a.tfrecord", "-o", "b.tfrecord");
        assertThat(there.code()).isEqualTo(2);
        assertThat(there.err()).contains("exists already").contains("--overwrite");
        assertThat(directory.resolve("b.tfrecord")).hasContent("precious");
        assertThat(run("a.tfrecord", "-o", "b.tfrecord", "--overwrite").code()).isEqualTo(1);
        assertThat(directory.resolve("b.tfrecord")).hasSize(3 * FRAME);
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void requiresAnOutputOrADryRun() throws IOException {
        damaged("a.tfrecord");
        assertThat(run("a.tfrecord").err()).contains("use -o FILE, or --dry-run");
        assertThat(run("a.tfrecord").code()).isEqualTo(2);
        assertThat(run("a.tfrecord", "--dry-run", "-o", "b").code()).isEqualTo(2);
    }

    @Test
    void keepsTheCompressionAndAllDecompressibleRecords() throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun.of(directory, "import", "penguins.csv", "-o", "p.tfrecord.gz");
        byte[] whole = Files.readAllBytes(directory.resolve("p.tfrecord.gz"));
        Files.write(directory.resolve("p.tfrecord.gz"), Arrays.copyOf(whole, whole.length / 2));
        CommandRun run = run("p.tfrecord.gz", "-o", "q.tfrecord.gz");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).contains("the compressed stream is broken");
        assertThat(CommandRun.of(directory, "info", "q.tfrecord.gz").text()).contains("GZIP");
        assertThat(CommandRun.of(directory, "verify", "q.tfrecord.gz").code()).isZero();
    }

    @Test
    void copiesOfRecordsBeforeTheFirstDamage() throws IOException {
        Path file = Samples.ofRecords(directory.resolve("a.ofrecord"), Samples.number(1), Samples.number(2));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        CommandRun run = run("a.ofrecord", "-o", "b.ofrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).contains("1 intact record, lost").contains("OFRecord has no checksums");
        assertThat(CommandRun.of(directory, "info", "b.ofrecord").text()).contains("OFRecord");
    }

    @Test
    void rejectsOtherFiles() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "x,y\n1,2\n");
        CommandRun run = run("a.csv", "-o", "b.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("not a TFRecord or OFRecord file");
        assertThat(directory.resolve("b.tfrecord")).doesNotExist();
    }

    @Test
    void readsStandardInput() throws IOException {
        byte[] file = Files.readAllBytes(damaged("a.tfrecord"));
        CommandRun run = runWith(file, "-", "-o", "b.tfrecord");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.text()).startsWith("standard input: 3 intact records");
        assertThat(directory.resolve("b.tfrecord")).hasSize(3 * FRAME);
    }

    /**
     * Writes a file in which one writer died after a header and another writer appended records. The header claims more
     * bytes than the appended records have.
     */
    private void torn(String name) throws IOException {
        byte[] one = Files.readAllBytes(Samples.texts(directory.resolve("one"), "a".repeat(500)));
        byte[] rest = Files.readAllBytes(Samples.texts(directory.resolve("rest"), "two", "six"));
        byte[] file = Arrays.copyOf(one, 12 + rest.length);
        System.arraycopy(rest, 0, file, 12, rest.length);
        Files.write(directory.resolve(name), file);
    }

    @Test
    void keepsOrDropsRecordsThatMayBeNested() throws IOException {
        torn("a.tfrecord");
        CommandRun keep = run("a.tfrecord", "-o", "b.tfrecord");
        assertThat(keep.code()).isEqualTo(1);
        assertThat(keep.text()).contains("2 intact records").contains("; next 2 records kept, possibly nested\n");
        assertThat(directory.resolve("b.tfrecord")).hasSize(2 * FRAME);
        assertThat(run("a.tfrecord", "--dry-run", "--json", "--nested", "keep").text())
                .contains("\"stream_broken\":false,\"doubtful_records\":2,")
                .contains("\"doubtful_records\":2}]");
        CommandRun drop = run("a.tfrecord", "-o", "c.tfrecord", "--nested", "DROP");
        assertThat(drop.text()).contains("0 intact records").contains("; intact records inside dropped as nested\n");
        assertThat(directory.resolve("c.tfrecord")).hasSize(0);
        assertThat(run("a.tfrecord", "--dry-run", "--json", "--nested", "drop").text())
                .contains("\"doubtful_records\":0,")
                .contains("\"nested_dropped\":true}]");
        CommandRun rejected = run("a.tfrecord", "--dry-run", "--nested", "some");
        assertThat(rejected.code()).isEqualTo(2);
        assertThat(rejected.err()).contains("--nested must be keep or drop: some");
    }

    /** Writes the penguins twice as two gzip members, inverts some bits of one byte, and returns the file's bytes. */
    private byte[] damagedGzip(int at) throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun.of(directory, "import", "penguins.csv", "-o", "one.tfrecord.gz");
        byte[] member = Files.readAllBytes(directory.resolve("one.tfrecord.gz"));
        byte[] both = Arrays.copyOf(member, 2 * member.length);
        System.arraycopy(member, 0, both, member.length, member.length);
        both[at] ^= 0x55;
        Files.write(directory.resolve("a.tfrecord"), both);
        return both;
    }

    @Test
    void repairsStandardInputLikeAFile() throws IOException {
        byte[] content = damagedGzip(500);
        CommandRun file = run("a.tfrecord", "-o", "b.tfrecord.gz");
        CommandRun input = runWith(content, "-", "-o", "c.tfrecord.gz");
        assertThat(input.code()).as(input.err()).isEqualTo(file.code()).isEqualTo(1);
        assertThat(input.text()).isEqualTo(file.text().replace("a.tfrecord: ", "standard input: "));
        assertThat(directory.resolve("c.tfrecord.gz")).hasSameBinaryContentAs(directory.resolve("b.tfrecord.gz"));
        assertThat(input.text()).contains("compressed bytes from 0");
    }

    @Test
    void suggestsFlagsForADamagedBeginning() throws IOException {
        damagedGzip(0);
        CommandRun rejected = run("a.tfrecord", "-o", "b.tfrecord");
        assertThat(rejected.code()).isEqualTo(1);
        assertThat(rejected.err()).contains("beginning is damaged", "--format tfrecord --input-compression gzip");
        CommandRun run =
                run("a.tfrecord", "-o", "c.tfrecord.gz", "--format", "tfrecord", "--input-compression", "gzip");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.text()).contains("344 intact records");
        assertThat(CommandRun.of(directory, "verify", "c.tfrecord.gz").code()).isZero();
    }

    @Test
    void keepsAnOldReportIfNoInputIsReadable() throws IOException {
        damaged("a.tfrecord");
        assertThat(run("a.tfrecord", "-o", "b.tfrecord", "--report", "loss.json")
                        .code())
                .isEqualTo(1);
        byte[] output = Files.readAllBytes(directory.resolve("b.tfrecord"));
        String report = Files.readString(directory.resolve("loss.json"));
        assertThat(report).contains("\"records\":3");
        Files.writeString(directory.resolve("a.tfrecord"), "x,y\n1,2\n");
        CommandRun run = run("a.tfrecord", "-o", "b.tfrecord", "--report", "loss.json", "--overwrite");
        assertThat(run.err()).contains("a.tfrecord: not a TFRecord or OFRecord file");
        assertThat(run.code()).isEqualTo(1);
        assertThat(directory.resolve("b.tfrecord")).hasBinaryContent(output);
        assertThat(directory.resolve("loss.json")).hasContent(report);

        CommandRun first = run("a.tfrecord", "-o", "c.tfrecord", "--report", "first.json");
        assertThat(first.code()).isEqualTo(1);
        assertThat(directory.resolve("c.tfrecord")).doesNotExist();
        assertThat(directory.resolve("first.json")).content().contains("\"error\":");
    }

    @Test
    void escapesALineBreakInAFileName() throws IOException {
        damaged("\n");
        CommandRun run = run("\n", "--dry-run");
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).startsWith("\\u000a: 3 intact records, lost 19 bytes");
        assertThat(run.lines().get(1)).startsWith("  at offset 19: 19 bytes");
    }

    @Test
    void repairsOtherInputsIfOneIsNotARecordFile() throws IOException {
        damaged("a.tfrecord");
        Files.writeString(directory.resolve("b.tfrecord"), "x,y\n1,2\n");
        damaged("c.tfrecord");
        Files.createDirectory(directory.resolve("out"));
        CommandRun run = run("a.tfrecord", "b.tfrecord", "c.tfrecord", "-o", "out", "--report", "loss.json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("b.tfrecord: not a TFRecord or OFRecord file");
        assertThat(directory.resolve("out/a.tfrecord")).hasSize(3 * FRAME);
        assertThat(directory.resolve("out/b.tfrecord")).doesNotExist();
        assertThat(directory.resolve("out/c.tfrecord")).hasSize(3 * FRAME);
        List<String> lines = Files.readAllLines(directory.resolve("loss.json"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).startsWith("{\"file\":").contains("b.tfrecord\",\"error\":");
    }
}
