package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code riffle convert}, {@code export} and {@code import} with Parquet. */
class ParquetCommandsTest {

    private static final String LINES = """
            {"id":1,"score":[0.5,2.0],"text":"käse"}
            {"id":2,"score":[]}
            {"id":3,"text":""}
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void writeRecords() throws IOException {
        Files.writeString(directory.resolve("in.jsonl"), LINES);
        assertThat(run("import in.jsonl -o in.tfrecord").code()).isZero();
    }

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    private void rejected(String words, String message) {
        List<String> before = names();
        CommandRun run = run(words);
        assertThat(run.err()).as(words).contains(message);
        assertThat(run.code()).as(words).isNotZero();
        assertThat(names()).as(words).isEqualTo(before);
    }

    private List<String> names() {
        return Arrays.stream(directory.toFile().list()).sorted().toList();
    }

    @Test
    void convertWritesParquetAndReadsItBack() {
        assertThat(run("convert in.tfrecord -o x.parquet").text()).isEqualTo("x.parquet: 3 records\n");
        assertThat(run("convert x.parquet -o back.tfrecord").text()).isEqualTo("back.tfrecord: 3 records\n");
        assertThat(run("diff in.tfrecord back.tfrecord").code()).isZero();
        assertThat(run("convert x.parquet -o x.ofrecord --json").text())
                .startsWith("{\"records\":3,\"format\":\"ofrecord\",\"files\":[{\"file\":\"x.ofrecord\",");
        assertThat(run("convert x.ofrecord -o y.parquet --json").text())
                .startsWith("{\"records\":3,\"format\":\"parquet\",\"files\":[{\"file\":\"y.parquet\",\"records\":3,");
        assertThat(run("convert y.parquet -o y").text()).isEqualTo("y: 3 records\n");
        assertThat(run("diff x.ofrecord y").code()).isZero();
        assertThat(run("convert x.parquet -o -").out())
                .isEqualTo(run("merge in.tfrecord -o -").out());
    }

    @Test
    void exportAndImportKnowParquet() {
        assertThat(run("export in.tfrecord in.tfrecord --as parquet -o x").text())
                .isEmpty();
        assertThat(run("import x -o back.tfrecord --json").text())
                .startsWith("{\"records\":6,\"files\":[{\"file\":\"back.tfrecord\",");
        assertThat(run("import x -o set --shards 4").text()).isEqualTo("""
                set-00000-of-00004: 2 records
                set-00001-of-00004: 2 records
                set-00002-of-00004: 1 record
                set-00003-of-00004: 1 record
                """);
        assertThat(run("diff set@4 back.tfrecord").code()).isZero();
        assertThat(run("export in.tfrecord -o two.parquet --columns text,id").code())
                .isZero();
        assertThat(run("convert two.parquet -o - --as tfrecord").out())
                .isEqualTo(run("convert two.parquet -o -").out());
    }

    @Test
    void aSetBecomesASetWithAFileForEachFile() {
        run("split in.tfrecord -o train --shards 3");
        assertThat(run("convert train@3 -o train@*.parquet").text()).isEqualTo("""
                train-00000-of-00003.parquet: 1 record
                train-00001-of-00003.parquet: 1 record
                train-00002-of-00003.parquet: 1 record
                """);
        assertThat(run("convert train@3.parquet -o back.tfrecord@3").text()).isEqualTo("""
                back.tfrecord-00000-of-00003: 1 record
                back.tfrecord-00001-of-00003: 1 record
                back.tfrecord-00002-of-00003: 1 record
                """);
        assertThat(run("diff train@3 back.tfrecord@3").code()).isZero();
        rejected("convert train@3 -o other@2.parquet", "other@2.parquet: has 2 files, but the input has 3 files");
        rejected("convert train@3 -o train@3.parquet", "exists already; choose another name, or use --overwrite");
        assertThat(run("convert train@3 -o train@3.parquet --overwrite").code()).isZero();
    }

    @Test
    void aFolderOfParquetFilesIsAnInput() throws IOException {
        Files.createDirectory(directory.resolve("spark"));
        run("convert in.tfrecord -o spark/part-00000-1b.snappy.parquet --compression snappy");
        run("convert in.tfrecord -o spark/part-00001-1b.snappy.parquet");
        Files.createFile(directory.resolve("spark/_SUCCESS"));
        assertThat(run("import spark -o x.tfrecord").text()).isEqualTo("x.tfrecord: 6 records\n");
        assertThat(run("convert spark/*.parquet -o y.tfrecord").text()).isEqualTo("y.tfrecord: 6 records\n");
        rejected("import spark in.tfrecord -o z", "in.tfrecord: not a Parquet file; read Parquet and other files");
        Files.copy(directory.resolve("in.tfrecord"), directory.resolve("spark/in.tfrecord"));
        CommandRun mixed = run("convert spark -o w.tfrecord");
        assertThat(mixed.text()).isEqualTo("w.tfrecord: 6 records\n");
        assertThat(mixed.err()).isEqualTo("note: spark: reads only its Parquet files, and ignores 1 other file\n");
    }

    @Test
    void twoKindsOfAFeatureNeedSpecs() throws IOException {
        Samples.examples(
                directory.resolve("kinds"),
                Example.builder().put("a", 1).build(),
                Example.builder().put("a", "x").build());
        String remedy = "; pass specs or a schema with the columns that you need (--features)\n";
        rejected("convert kinds -o x.parquet", remedy);
        rejected("export kinds -o x.parquet", remedy);
        rejected("export kinds -o x.arrow", remedy);
    }

    @Test
    void specsAndSamplesChooseTheColumns() {
        assertThat(run("convert in.tfrecord -o one.parquet --features id:int64").code())
                .isZero();
        assertThat(run("convert one.parquet -o one.tfrecord").code()).isZero();
        assertThat(run("export one.tfrecord").text()).isEqualTo("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n");
        rejected("convert in.tfrecord -o x.parquet --sample 0", "--sample must be a positive number, or all: 0");
        rejected("convert in.tfrecord -o x.parquet --row-group 0", "--row-group must be positive: 0");
        rejected(
                "convert in.tfrecord -o x.parquet --sample 5 --features id:int64",
                "--features states the columns; omit --sample, or omit --features");
    }

    @Test
    void skipsDamage() throws IOException {
        byte[] bytes = Files.readAllBytes(directory.resolve("in.tfrecord"));
        bytes[20] ^= 1;
        Files.write(directory.resolve("damaged.tfrecord"), bytes);
        rejected("convert damaged.tfrecord -o x.parquet", "damaged.tfrecord: ");
        CommandRun run = run("convert damaged.tfrecord -o x.parquet --skip-damage");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("damaged.tfrecord: ").contains(" skipped");
        assertThat(run.text()).isEqualTo("x.parquet: 2 records\n");
    }

    @Test
    void flagsOfRecordFilesAreRejected() {
        run("convert in.tfrecord -o x.parquet");
        rejected("convert in.tfrecord -o y.parquet --parts 2", "--parts, --int32, --drop-unset and --float32 are for");
        rejected("convert x.parquet -o y --parts 2 --as ofrecord", "--parts is for record files, but the input is");
        rejected("convert x.parquet -o y --drop-unset", "--int32 and --drop-unset are for record files");
        rejected("convert x.parquet -o y --skip-damage", "--skip-damage is for record files, but the input is Parquet");
        rejected("convert x.parquet -o y --max-record 1k", "--input-compression and --max-record are for record files");
        rejected("convert x.parquet -o y --input-kind tfrecord", "x.parquet: ");
        rejected("convert x.parquet -o y.parquet", "x.parquet: a Parquet file already; 'riffle sql' writes");
        rejected("convert in.tfrecord -o y.parquet --compression zlib", "must be none, gzip, snappy or zstd for");
        rejected("convert in.tfrecord -o y.ofrecord --row-group 5", "are for Parquet output; choose a name with");
        rejected("convert in.tfrecord -o - --as parquet", "Parquet needs a file: name it with -o");
        rejected("convert in.tfrecord -o y.csv --as parquet", "y.csv: the ending .csv means csv, but --as is parquet");
        rejected("export in.tfrecord -o y.parquet --limit 1", "are not for Parquet; omit them");
        rejected("import x.parquet -o y --types id:int64", "are for text, but x.parquet is a Parquet file");
        rejected("convert - -o y --input-kind parquet", "Parquet can be read only from files; copy the stream");
    }

    @Test
    void damagedParquetIsAnError() throws IOException {
        run("convert in.tfrecord -o x.parquet");
        byte[] bytes = Files.readAllBytes(directory.resolve("x.parquet"));
        Files.write(directory.resolve("cut.parquet"), Arrays.copyOf(bytes, bytes.length - 3));
        rejected("convert cut.parquet -o y", "cut.parquet: the Parquet file is cut off");
        rejected("import cut.parquet -o y", "cut.parquet: the Parquet file is cut off");
        Files.writeString(directory.resolve("text.parquet"), "not Parquet at all");
        rejected("import text.parquet -o y", "text.parquet: not a Parquet file: expected the first bytes 50415231");
    }

    @Test
    void memoryOfParquetHasALimit() throws IOException {
        run("convert in.tfrecord -o x.parquet");
        assertThat(run("import x.parquet -o a --memory 200MB").code()).isZero();
        assertThat(run("convert x.parquet -o b --memory 200MB").code()).isZero();
        // A file of a few kilobytes
        CommandRun made = CommandRun.of(directory, "sql", "SELECT repeat('a', 30000000) AS a", "-o", "large.parquet");
        assertThat(made.code()).as(made.err()).isZero();
        rejected("import large.parquet -o y --memory 20MB", "large.parquet: DuckDB needs more memory than the limit");
        rejected("convert large.parquet -o y --memory 20MB", "raise the limit (--memory, ");
        rejected("import in.jsonl -o y --memory 20MB", "--memory is for Parquet, which in.jsonl is not; omit --memory");
        rejected("convert in.tfrecord -o y.ofrecord --memory 20MB", "--memory is for Parquet input; omit it");
        rejected("convert in.tfrecord -o y.parquet --memory 20MB", "--memory is for Parquet input, but the output is");
    }
}
