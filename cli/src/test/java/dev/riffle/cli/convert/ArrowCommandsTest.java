package dev.riffle.cli.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs {@code riffle import} and {@code riffle export} with Arrow's files and streams. */
class ArrowCommandsTest {

    private static final Example FIRST = Example.builder()
            .put("id", 1)
            .put("word", "é")
            .put("scores", 0.5f, 1.5f)
            .put("raw", new byte[] {-1, 0})
            .build();

    private static final Example SECOND = Example.builder()
            .put("id", 2)
            .put("word", "")
            .put("scores", Feature.empty(Kind.FLOAT))
            .build();

    @TempDir
    Path directory;

    @BeforeEach
    void writeRecords() throws IOException {
        Samples.examples(
                directory.resolve("in.tfrecord"),
                FIRST,
                SECOND,
                Example.builder().put("id", 3).build());
    }

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    private void assertFine(String words) {
        CommandRun run = run(words);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
    }

    private void assertError(int code, String words, String message) {
        CommandRun run = run(words);
        assertThat(run.err()).startsWith(message);
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(directory.resolve("out")).doesNotExist();
    }

    private void assertEqualFiles(String one, String other) {
        assertThat(directory.resolve(one)).hasSameBinaryContentAs(directory.resolve(other));
    }

    @Test
    void filesAndStreamsGiveTheSameRecordsBack() {
        assertFine("export in.tfrecord -o x.arrow");
        assertThat(run("import x.arrow -o back.tfrecord").text()).isEqualTo("back.tfrecord: 3 records\n");
        assertEqualFiles("back.tfrecord", "in.tfrecord");

        CommandRun stream = run("export in.tfrecord --as arrows");
        assertThat(stream.err()).isEmpty();
        CommandRun back = CommandRun.with(directory, stream.out(), "import", "-", "-o", "-");
        assertThat(back.err()).isEmpty();
        assertThat(back.out()).isEqualTo(bytes("in.tfrecord"));
    }

    private byte[] bytes(String file) {
        try {
            return Files.readAllBytes(directory.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void arrowReadsTheColumnsOfAnExport() throws IOException {
        assertFine("export in.tfrecord -o x.arrow");

        try (BufferAllocator allocator = new RootAllocator(16 << 20);
                ArrowFileReader reader =
                        new ArrowFileReader(Files.newByteChannel(directory.resolve("x.arrow")), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            assertThat(reader.loadNextBatch()).isTrue();
            assertThat(root.getRowCount()).isEqualTo(3);
            assertThat(root.getVector("id").getObject(1)).isEqualTo(2L);
            assertThat(root.getVector("word").getObject(0)).hasToString("é");
            assertThat(root.getVector("word").getObject(2)).isNull();
            assertThat(root.getVector("scores").getObject(0)).isEqualTo(List.of(0.5f, 1.5f));
            assertThat(root.getVector("scores").getObject(1)).isEqualTo(List.of());
            assertThat(root.getVector("raw").getObject(0)).isEqualTo(new byte[] {-1, 0});
            assertThat(reader.loadNextBatch()).isFalse();
        }
    }

    @Test
    void sequenceExamplesAndOfRecordsKeepTheirForm() throws IOException {
        SequenceExample sequence = SequenceExample.builder()
                .context(Example.builder().put("id", 5).build())
                .put("frames", Feature.of(1L, 2L), Feature.empty(Kind.INT64), Feature.of(3L))
                .build();
        try (RecordWriter writer = RecordWriter.create(directory.resolve("s.tfrecord"))) {
            writer.write(sequence.toByteArray());
            writer.commit();
        }
        assertFine("export s.tfrecord -o s.arrow");
        assertFine("import s.arrow -o s2.tfrecord");
        assertEqualFiles("s2.tfrecord", "s.tfrecord");
        assertError(
                1,
                "import s.arrow -o out --format ofrecord",
                "s.arrow: the schema's metadata riffle.message is \"SequenceExample\", but OFRecord files have no such"
                        + " messages; write TFRecord files");

        Samples.ofRecords(
                directory.resolve("o.ofrecord"),
                Example.builder()
                        .put("d", Feature.ofDoubles(0.1, 2))
                        .put("i", Feature.ofInt32s(7))
                        .build());
        assertFine("export o.ofrecord -o o.arrows");
        assertFine("import o.arrows -o o2.ofrecord");
        assertEqualFiles("o2.ofrecord", "o.ofrecord");
    }

    @Test
    void severalInputsBecomeOneSet() {
        assertFine("export in.tfrecord -o x.arrow");
        assertFine("export in.tfrecord -o x.arrows");
        assertThat(run("import x.arrow x.arrows -o set.tfrecord --shards 2 --json")
                        .text())
                .startsWith("{\"records\":6,\"files\":[{\"file\":\"set.tfrecord-00000-of-00002\",\"records\":3,");
        assertEqualFiles("set.tfrecord-00000-of-00002", "in.tfrecord");
        assertEqualFiles("set.tfrecord-00001-of-00002", "in.tfrecord");
        assertThat(new String(bytes(".set.tfrecord@2.manifest.json"), UTF_8)).contains("\"id\":\"BIGINT\"");
    }

    @Test
    void theContentDecidesAndTheFlagOverrides() throws IOException {
        assertFine("export in.tfrecord -o x.arrow");
        Files.move(directory.resolve("x.arrow"), directory.resolve("x.csv"));
        assertFine("import x.csv -o back.tfrecord");
        assertEqualFiles("back.tfrecord", "in.tfrecord");
        assertError(
                1,
                "import x.csv -o out --input-kind arrows",
                "x.csv: not valid Arrow data, or incomplete: the message");
        assertError(
                1,
                "import in.tfrecord -o out --input-kind arrow",
                "in.tfrecord: not valid Arrow data, or incomplete: expected ARROW1 (4152524f5731) at byte 0 of a file,"
                        + " found 4");
    }

    @Test
    void columnsAndLimitSelectPartsOfTheRecords() {
        assertFine("export in.tfrecord -o x.arrow -c word,id -n 2");
        assertThat(run("import x.arrow -o x.tfrecord").text()).isEqualTo("x.tfrecord: 2 records\n");
        assertThat(run("export x.tfrecord").text()).isEqualTo("{\"id\":1,\"word\":\"é\"}\n{\"id\":2,\"word\":\"\"}\n");
        assertError(
                2,
                "export in.tfrecord --as arrow -o out -c none",
                "--columns: the sample has no feature named none; 'riffle info' lists the features, and --sample sets"
                        + " the size of the sample");
    }

    @Test
    void keepsFeaturesOfLateRecords() throws IOException {
        Example[] examples = new Example[1501];
        Arrays.fill(examples, Example.builder().put("x", 1L).build());
        examples[1500] = Example.builder().put("late", 2L).build();
        Samples.examples(directory.resolve("many.tfrecord"), examples);
        assertFine("export many.tfrecord -o many.arrow");
        assertFine("import many.arrow -o again.tfrecord");
        assertFine("diff many.tfrecord again.tfrecord");
    }

    @Test
    void aRecordThatContradictsTheSampleIsAnError() throws IOException {
        Samples.examples(
                directory.resolve("mixed.tfrecord"),
                Example.builder().put("x", 1L).build(),
                Example.builder().put("x", 1L, 2L).build());

        CommandRun run = run("export mixed.tfrecord -o out --as arrow --sample 1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("mixed.tfrecord: record 1 at offset ").contains("\"x\"");
        assertThat(directory.resolve("out")).doesNotExist();
        assertFine("export mixed.tfrecord -o all.arrow --sample all");
        assertError(2, "export mixed.tfrecord --as arrow --sample 0", "--sample must be a positive number, or all: 0");
    }

    @Test
    void aFeatureThatTheSampleLacksIsAnError() throws IOException {
        Samples.examples(
                directory.resolve("late.tfrecord"),
                Example.builder().put("x", 1L).build(),
                Example.builder().put("x", 2L).put("late", 3L).build());
        for (String output : List.of("out.arrow", "out.arrows", "out.parquet")) {
            CommandRun run = run("export late.tfrecord --sample 1 -o " + output);
            assertThat(run.err())
                    .matches(
                            "late\\.tfrecord: record 1 at offset \\d+: feature \"late\" has no column, because the sample"
                                    + " lacks it; omit --sample, or choose the columns with --features\\R");
            assertThat(run.code()).isEqualTo(1);
            assertThat(directory.resolve(output)).doesNotExist();
            assertFine("export late.tfrecord --sample 1 --columns x -o " + output);
        }
        assertThat(run("convert late.tfrecord --sample 1 -o c.parquet").err())
                .contains("feature \"late\" has no column");
        assertThat(directory.resolve("c.parquet")).doesNotExist();
    }

    private void assertErrorNoOut(String words, String message) {
        CommandRun run = run(words);
        assertThat(run.err()).startsWith(message);
        assertThat(run.code()).isEqualTo(2);
    }

    @Test
    void specsStateTheColumns() {
        CommandRun run = CommandRun.of(
                directory, "export", "in.tfrecord", "-o", "x.arrow", "--features", "id:int64, word:string=\"none\"");
        assertThat(run.code()).as(run.err()).isZero();
        assertFine("import x.arrow -o x.tfrecord");
        assertThat(run("export x.tfrecord").text())
                .isEqualTo("{\"id\":1,\"word\":\"é\"}\n{\"id\":2,\"word\":\"\"}\n{\"id\":3,\"word\":\"none\"}\n");
        assertErrorNoOut(
                "export in.tfrecord -o y.arrow --features id:float32x", "--features: at character 4: expected");
        assertErrorNoOut(
                "export in.tfrecord -o y.arrow --features id:int64 -c id",
                "--features states the columns; omit --columns and --sample, or omit --features");
    }

    @Test
    void reportsNamesInSpecsThatNoRecordHas() {
        String note = "note: none of the first 3 records has a feature \"ID\"; did you mean \"id\"?\n";
        for (String output : List.of("x.arrow", "x.parquet")) {
            CommandRun run = run("export in.tfrecord in.tfrecord -o " + output + " --features ID:int64*,id:int64");
            assertThat(run.code()).isZero();
            assertThat(run.err()).isEqualTo(note.replace("3", "6"));
        }
        assertThat(run("export in.tfrecord -o y.arrow --features ID:int64* --quiet")
                        .err())
                .isEmpty();
    }

    @Test
    void damagedRecordsAreSkippedOnRequest() throws IOException {
        Samples.flip(directory.resolve("in.tfrecord"), 20);
        CommandRun run = run("export in.tfrecord -o x.arrow");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("in.tfrecord: record 0 at offset 12: payload checksum");
        assertThat(directory.resolve("x.arrow")).doesNotExist();

        CommandRun skipping = run("export in.tfrecord -o x.arrow --skip-damage");
        assertThat(skipping.code()).isEqualTo(1);
        assertThat(skipping.err()).containsOnlyOnce(" bytes skipped");
        assertThat(run("import x.arrow -o x.tfrecord").text()).isEqualTo("x.tfrecord: 2 records\n");
    }

    @Test
    void doublesNeedAFlagOrOfRecords() throws IOException {
        writeDoubles(0.5, 0.1);

        assertError(
                1,
                "import d.arrows -o out",
                "d.arrows: row 1: column \"x\": 0.1 is not exactly a 32-bit float, but a float_list has 32-bit floats;"
                        + " write OFRecords, which have 64-bit floats, or allow the rounding of values with --float32"
                        + " rounded\n");
        assertFine("import d.arrows -o d.tfrecord --float32 rounded");
        assertThat(run("export d.tfrecord").text()).isEqualTo("{\"x\":0.5}\n{\"x\":0.1}\n");
        assertFine("import d.arrows -o d.ofrecord");
        assertThat(run("export d.ofrecord").text()).contains("0.1");
    }

    private void writeDoubles(double... values) throws IOException {
        try (BufferAllocator allocator = new RootAllocator(16 << 20);
                Float8Vector vector = new Float8Vector("x", allocator);
                OutputStream file = Files.newOutputStream(directory.resolve("d.arrows"))) {
            for (int i = 0; i < values.length; i++) {
                vector.setSafe(i, values[i]);
            }
            vector.setValueCount(values.length);
            try (VectorSchemaRoot root = VectorSchemaRoot.of(vector);
                    ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(file))) {
                writer.writeBatch();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionUtil.CodecType.class,
            names = {"LZ4_FRAME", "ZSTD"})
    void compressedBuffersAreRead(CompressionUtil.CodecType type) throws IOException {
        double[] values = new double[40_000];
        Arrays.setAll(values, i -> i % 1000);
        writeDoubles(values);
        assertFine("import d.arrows -o plain.tfrecord");
        long plain = Files.size(directory.resolve("d.arrows"));
        try (BufferAllocator allocator = new RootAllocator(16 << 20);
                InputStream stream = Files.newInputStream(directory.resolve("d.arrows"));
                ArrowStreamReader reader = new ArrowStreamReader(stream, allocator);
                OutputStream file = Files.newOutputStream(directory.resolve("c.arrows"));
                ArrowStreamWriter writer = new ArrowStreamWriter(
                        reader.getVectorSchemaRoot(),
                        null,
                        Channels.newChannel(file),
                        IpcOption.DEFAULT,
                        new PackingCodecs(),
                        type)) {
            assertThat(reader.loadNextBatch()).isTrue();
            writer.writeBatch();
        }

        assertThat(Files.size(directory.resolve("c.arrows"))).isLessThan(plain / 4);
        assertFine("import c.arrows -o packed.tfrecord");
        assertEqualFiles("packed.tfrecord", "plain.tfrecord");
        byte[] damaged = bytes("c.arrows");
        for (int at = damaged.length / 2; at < damaged.length - 100; at++) {
            damaged[at] = 0x55;
        }
        Files.write(directory.resolve("c.arrows"), damaged);
        assertError(1, "import c.arrows -o out", "c.arrows: not valid Arrow data, or incomplete: the ");
    }

    @Test
    void twoColumnsWithOneNameAreRejectedBeforeTheOutputIsOpened() throws IOException {
        try (BufferAllocator allocator = new RootAllocator(16 << 20);
                BigIntVector numbers = new BigIntVector("x", allocator);
                VarCharVector words = new VarCharVector("x", allocator);
                OutputStream file = Files.newOutputStream(directory.resolve("two.arrows"))) {
            try (VectorSchemaRoot root = VectorSchemaRoot.of(numbers, words);
                    ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(file))) {
                writer.start();
                writer.end();
            }
        }

        assertError(1, "import two.arrows -o out", "two.arrows: column \"x\": two columns give the feature \"x\"");
    }

    @Test
    void inputsWithoutRowsAreNoted() {
        assertFine("export in.tfrecord -o none.arrow -n 0");
        CommandRun run = run("import none.arrow -o none.tfrecord");
        assertThat(run.code()).isZero();
        assertThat(run.text()).isEqualTo("none.tfrecord: 0 records\n");
        assertThat(run.err()).isEqualTo("note: the output has no records, because the input has no rows\n");
    }

    @Test
    void flagsOfTextAndOtherFilesAreRejected() throws IOException {
        assertFine("export in.tfrecord -o x.arrow");
        Files.writeString(directory.resolve("a.csv"), "a\n1\n");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(directory.resolve("x.arrow.gz")))) {
            packed.write(bytes("x.arrow"));
        }

        assertError(
                2,
                "import x.arrow a.csv -o out",
                "a.csv: not Arrow data; import Arrow data and other files with two commands, and join the records then");
        assertError(2, "import a.csv x.arrow -o out", "a.csv: not Arrow data;");
        assertError(
                2,
                "import x.arrow --types id:float -o out",
                "--types, --delimiter, --header and --list-separator are for text, but x.arrow has Arrow data");
        assertError(
                2,
                "import a.csv --float32 exact -o out",
                "--float32 is for Arrow data and Parquet, which a.csv is not; omit --float32");
        assertError(2, "import x.arrow.gz -o out", "x.arrow.gz: compressed Arrow data; decompress the file first");
        assertError(
                2,
                "export in.tfrecord -o out --as arrow --exact",
                "--exact, --delimiter and --list-separator are for text, not for Arrow data");
        assertError(
                2,
                "export in.tfrecord -o out --as csv --skip-damage",
                "--features, --sample and --skip-damage are for Arrow data and Parquet; add --as arrow");
        assertErrorNoOut(
                "export in.tfrecord -o y.arrow --as npy",
                "y.arrow: the ending means arrow, but --as is npy; omit --as, or choose another name");
        assertErrorNoOut(
                "export in.tfrecord -o y.csv --as arrow", "y.csv: the ending .csv means csv, but --as is arrow;");
    }
}
