package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.formats.numpy.NpyArray;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests inputs that need more memory than the heap has. The command reports each such input as an error and continues.
 */
class SmallHeapTest {

    private static final int LARGE_BYTES = 100_000_000;

    @TempDir
    Path directory;

    @BeforeEach
    void writeGoodInput() throws IOException {
        Samples.examples(directory.resolve("good"), Samples.number(7));
    }

    /** Writes a small Example, then a record of 100 MB. */
    private void writeBomb(String name, Compression compression) throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults().compression(compression);
        RecordWriter.write(directory.resolve(name), options, writer -> {
            writer.write(Samples.number(1).toByteArray());
            writer.write(new byte[LARGE_BYTES]);
        });
    }

    private void writeText(String name, String beginning, int repeated, String end) throws IOException {
        String part = "x".repeat(1_000_000);
        try (Writer out = Files.newBufferedWriter(directory.resolve(name))) {
            out.write(beginning);
            for (int i = 0; i < repeated; i++) {
                out.write(part);
            }
            out.write(end);
        }
    }

    @Test
    void everyCommandNamesACompressedRecordThatExpands() throws IOException {
        writeBomb("bomb.gz", Compression.GZIP);
        writeBomb("bomb.zlib", Compression.ZLIB);
        writeBomb("bomb.snappy", Compression.SNAPPY);
        Files.createDirectory(directory.resolve("mended"));
        String[] commands = {
            "verify bomb.gz bomb.zlib bomb.snappy good",
            "verify --threads 1 bomb.gz good",
            "count bomb.gz bomb.zlib good",
            "info bomb.gz good",
            "head --json bomb.snappy good",
            "cat --json --skip-damage bomb.gz good",
            "tail --json bomb.gz",
            "parse bomb.zlib good",
            "export --as jsonl bomb.gz -o out.jsonl",
            "index bomb.gz good",
            "get bomb.gz 1",
            "split bomb.gz good --shards 2 -o parts",
            "split --skip-damage bomb.gz good --shards 2 -o parts",
            "merge bomb.snappy good -o merged",
            "repair bomb.gz bomb.zlib good -o mended",
        };
        List<CommandRun> runs = SmallHeap.run(directory, commands);
        for (int i = 0; i < commands.length; i++) {
            CommandRun run = runs.get(i);
            String reported = run.text() + run.err();
            assertThat(run.code()).as(commands[i] + ": " + reported).isEqualTo(1);
            if (commands[i].startsWith("info")) {
                assertThat(reported)
                        .contains("read up to record 1, offset 30, of 100000000 bytes", "raise --max-record");
            } else {
                assertThat(reported)
                        .as(commands[i])
                        .containsPattern("bomb\\.\\w+: record 1 at offset \\d+: record larger than the memory limit: "
                                + "expected at most \\d+ bytes, found 100000000 bytes; raise the limit");
            }
            assertThat(reported).as(commands[i]).doesNotContain("out of memory").doesNotContain("repair'");
        }
        assertThat(runs.get(0).text())
                .contains("bomb.gz: record 1", "bomb.zlib: record 1", "bomb.snappy: record 1")
                .contains("good: 1 record, nothing wrong");
        assertThat(runs.get(1).text()).contains("good: 1 record, nothing wrong");
        assertThat(runs.get(2).text()).contains("1 good");
        assertThat(runs.get(4).lines()).hasSize(2).last().asString().contains("\"7\"");
        assertThat(runs.get(5).lines()).hasSize(2).last().asString().contains("\"7\"");
        assertThat(runs.get(7).text()).contains("[7]");
        assertThat(directory.resolve("mended")).isDirectoryContaining("glob:**/good");
        assertThat(directory.resolve("mended/bomb.gz")).doesNotExist();
        assertThat(directory.resolve("merged")).doesNotExist();
        assertThat(directory.resolve("out.jsonl")).doesNotExist();
    }

    @Test
    void namesTheFileIfALimitExceedsTheHeap() throws IOException {
        writeBomb("bomb.gz", Compression.GZIP);
        CommandRun run =
                SmallHeap.run(directory, "verify --max-record 1GB bomb.gz good").get(0);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("bomb.gz: out of memory: set RIFFLE_JAVA_OPTIONS");
        assertThat(run.text()).isEqualTo("good: 1 record, nothing wrong\n");
    }

    @Test
    void reportsTheRecordOfAnExampleWithManyFeatures() throws IOException {
        ExampleBuilder many = Example.builder();
        for (int i = 0; i < 1_000_000; i++) {
            many.put(String.format("f%07d", i), 1);
        }
        Samples.examples(directory.resolve("many"), Samples.number(1), many.build());
        String[] commands = {
            "head --json many good", "info many good", "parse many good", "verify --examples --threads 1 many good",
        };
        List<CommandRun> runs = SmallHeap.run(directory, commands);
        for (int i = 0; i < commands.length; i++) {
            assertThat(runs.get(i).code()).as(commands[i]).isEqualTo(1);
            assertThat(runs.get(i).err()).as(commands[i]).startsWith("many: ").contains("out of memory: ");
            assertThat(runs.get(i).text())
                    .as(commands[i])
                    .containsAnyOf("\"7\"", "  1       7\n", "[7]", "good: 1 record");
        }
        assertThat(runs.get(0).err()).contains("many: record 1, ");
        assertThat(runs.get(1).err()).contains("many: record 1 at offset ");
    }

    @Test
    void reportsTheLineOfLargeText() throws IOException {
        writeText("line.jsonl", "{\"a\":1}\n{\"a\":\"", 20, "\"}\n");
        writeText("cell.csv", "a,b\n1,2\n\n3,", 20, "\n5,6\n");
        writeText("quote.csv", "a,b\n1,2\n3,4\n\"5", 20, "\n5,6\n");
        String columns = IntStream.range(0, 500_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        Files.writeString(directory.resolve("wide.csv"), columns + "\n" + columns + "\n");
        List<CommandRun> runs = SmallHeap.run(
                directory,
                "import line.jsonl -o a",
                "import cell.csv -o a",
                "import quote.csv -o a",
                "import wide.csv -o a");
        assertThat(runs).allSatisfy(run -> assertThat(run.code()).isEqualTo(1));
        assertThat(runs.get(0).err())
                .matches("line.jsonl: line 2: the line has more than \\d+ characters, an eighth of the maximum heap; "
                        + "raise the heap \\(RIFFLE_JAVA_OPTIONS=-Xmx4g\\)\\R");
        assertThat(runs.get(1).err())
                .matches(
                        "cell.csv: line 4: cell 2 of the row that begins in this line has more than \\d+ characters, an eighth"
                                + " of the maximum heap; close an open quote, or raise the heap \\(RIFFLE_JAVA_OPTIONS=-Xmx4g\\)\\R");
        assertThat(runs.get(2).err())
                .startsWith("quote.csv: line 4: cell 1 of the row that begins in this line has more than");
        assertThat(runs.get(3).err())
                .startsWith("wide.csv: line 1: the table of 500000 columns needs more memory than available");
    }

    @Test
    void reportsTheRowOfALargeArray() throws IOException {
        Path file = directory.resolve("large.npy");
        NpyArray array = NpyArray.of(DType.INT8, 1, Shape.of(LARGE_BYTES));
        try (NpyWriter writer = NpyWriter.create(ByteSink.of(file), array)) {
            byte[] values = new byte[LARGE_BYTES];
            writer.write(DenseTensor.of(Shape.of(1, LARGE_BYTES), Values.ofInt8(values)));
            writer.commit();
        }
        writeClaim("huge.npz", 600_000_000);
        List<CommandRun> runs = SmallHeap.run(directory, "import large.npy -o a", "import huge.npz -o a");
        assertThat(runs).allSatisfy(run -> assertThat(run.code()).isEqualTo(1));
        assertThat(runs.get(0).err())
                .matches(
                        "large\\.npy: row 0 needs 1800000000 bytes of memory, but the limit is \\d+, half of the heap; split"
                                + " the row, or raise the heap \\(RIFFLE_JAVA_OPTIONS=-Xmx4g\\)\\R");
        assertThat(runs.get(1).err())
                .contains("huge.npz: array \"x\": row 0 needs 3000000064 bytes of memory, but the limit is");
        assertThat(directory.resolve("a")).doesNotExist();
    }

    /** Writes an archive that claims to have one string of this number of bytes. */
    private void writeClaim(String name, int bytes) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        String header = String.format("{'descr': '|S%d', 'fortran_order': False, 'shape': (1,), }", bytes);
        try (ZipOutputStream archive = new ZipOutputStream(file)) {
            archive.putNextEntry(new ZipEntry("x.npy"));
            archive.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length(), 0});
            archive.write(header.getBytes(StandardCharsets.US_ASCII));
        }
        ByteBuffer archive = ByteBuffer.wrap(file.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        int directoryOffset = archive.getInt(archive.limit() - 6);
        archive.putInt(directoryOffset + 24, 10 + header.length() + bytes);
        Files.write(directory.resolve(name), archive.array());
    }

    @Test
    void reportsTheRowOfALargeValue() throws IOException {
        String query = "SELECT range AS i, repeat('x', 100000000 * range::INTEGER) AS a FROM range(2)";
        assertThat(CommandRun.of(directory, "sql", query, "-o", "large.parquet").code())
                .isZero();
        List<CommandRun> runs = SmallHeap.run(
                directory,
                "sql FROM'large.parquet' --as=csv",
                "sql FROM'large.parquet' --as=jsonl",
                "sql SELECT{'a':[encode(a)]}AS[s]FROM'large.parquet' --as=json".replace("[s]", "\"s\""),
                "sql FROM'large.parquet'",
                "sql FROM'large.parquet' -o large.tfrecord");
        CommandRun records = runs.get(runs.size() - 1);
        assertThat(records.code()).isEqualTo(1);
        assertThat(records.err())
                .matches(
                        "query over large\\.parquet: row 1: column \"a\": the values of the row need \\d+ bytes of memory up"
                                + " to this one, but the limit is \\d+, half of the heap; split the row, or raise the heap"
                                + " \\(RIFFLE_JAVA_OPTIONS=-Xmx4g\\)\\R");
        for (CommandRun run : runs.subList(0, runs.size() - 1)) {
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .matches(
                            "query over large\\.parquet: row 1, column [as]: the value has 100000000 bytes, but the limit is"
                                    + " \\d+, half of the heap; select a part of the value, or set RIFFLE_JAVA_OPTIONS=-Xmx4g or"
                                    + " more\\R");
        }
    }

    @Test
    void reportsALargeManifestAsAFindingOfItsSet() throws IOException {
        Samples.examples(directory.resolve("x-00000-of-00001"), Samples.number(1));
        writeText(".x@1.manifest.json", "{\"kind\":\"riffle set\",\"pad\":\"", 20, "\"}");
        CommandRun run =
                SmallHeap.run(directory, "verify x-00000-of-00001 good").get(0);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text())
                .contains("x-00000-of-00001: 1 record, nothing wrong", "good: 1 record, nothing wrong")
                .contains(".x@1.manifest.json: invalid manifest: 20000030 bytes, more than the limit of ")
                .contains("; delete the file or write the set again; if the file is correct, increase the heap (-Xmx)");
    }

    @Test
    void reportsALargeImageAsAnErrorOfItsFile() throws IOException {
        Files.createDirectory(directory.resolve("images"));
        for (String format : List.of("png", "gif", "bmp", "jpg")) {
            BufferedImage image = new BufferedImage(5000, 1100, BufferedImage.TYPE_3BYTE_BGR);
            ImageIO.write(image, format, directory.resolve("images/a." + format).toFile());
        }
        String[] shown = {"png", "gif", "bmp", "jpg"};
        for (String format : shown) {
            Samples.examples(
                    directory.resolve(format),
                    Example.builder()
                            .put(
                                    "image/encoded",
                                    Bytes.ofOwned(Files.readAllBytes(directory.resolve("images/a." + format))))
                            .build());
        }
        List<CommandRun> runs = SmallHeap.run(
                directory,
                "show --protocol blocks png",
                "show --protocol blocks gif",
                "show --protocol blocks bmp",
                "show --protocol blocks jpg");
        for (int i = 0; i < shown.length; i++) {
            assertThat(runs.get(i).code()).isEqualTo(1);
            assertThat(runs.get(i).err()).startsWith(shown[i] + ": record 0: ").contains("5000 x 1100 pixels");
        }
    }

    /** Prints messages without arrays of the values or one string of the text, which would exceed the heap. */
    @Test
    void printsLargeMessagesFromTheirBytes() throws Exception {
        long[] small = new long[6_000_000];
        Arrays.fill(small, 5);
        byte[] bytes = new byte[16_000_000];
        Arrays.fill(bytes, (byte) 0xfe);
        float[] floats = new float[3_000_000];
        Arrays.fill(floats, 0.5f);
        byte[] record = Example.builder().put("ints", small).build().toByteArray();
        RecordWriter.write(directory.resolve("large"), RecordWriterOptions.defaults(), writer -> {
            writer.write(record);
            writer.write(
                    Example.builder().put("bytes", Bytes.ofOwned(bytes)).build().toByteArray());
            writer.write(Example.builder().put("floats", floats).build().toByteArray());
            writer.write(SequenceExample.builder()
                    .put("steps", List.of(Feature.of(small)))
                    .build()
                    .toByteArray());
            writer.write(bytes);
        });
        Path output = directory.resolve("output");

        assertThat(SmallHeap.runInto(directory, output, "cat --json large"))
                .as(() -> beginning(output))
                .isZero();
        try (BufferedReader lines = Files.newBufferedReader(output)) {
            String ints = "{\"int64List\":{\"value\":[" + "\"5\",".repeat(small.length - 1) + "\"5\"]}}";
            assertThat(lines.readLine().equals("{\"features\":{\"feature\":{\"ints\":" + ints + "}}}"))
                    .isTrue();
            assertThat(lines.readLine()
                            .equals("{\"features\":{\"feature\":{\"bytes\":{\"bytesList\":{\"value\":[\""
                                    + Base64.getEncoder().encodeToString(bytes) + "\"]}}}}}"))
                    .isTrue();
            assertThat(lines.readLine()
                            .equals("{\"features\":{\"feature\":{\"floats\":{\"floatList\":{\"value\":["
                                    + "0.5,".repeat(floats.length - 1) + "0.5]}}}}}"))
                    .isTrue();
            assertThat(lines.readLine()
                            .equals("{\"featureLists\":{\"featureList\":{\"steps\":{\"feature\":[" + ints + "]}}}}"))
                    .isTrue();
            assertThat(lines.readLine()
                            .equals("{\"base64\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}"))
                    .isTrue();
            assertThat(lines.readLine()).isNull();
        }

        Files.write(directory.resolve("message"), record);
        List<String> commands = Rounds.isFull()
                ? List.of("head -n 1 large", "get large 0", "message read message")
                : List.of("get large 0");
        for (String command : commands) {
            assertThat(SmallHeap.runInto(directory, output, command))
                    .as(() -> beginning(output))
                    .isZero();
            try (Stream<String> lines = Files.lines(output)) {
                assertThat(lines.filter(line -> line.equals("        value: 5")).count())
                        .as(command)
                        .isEqualTo(small.length);
            }
        }
    }

    private static String beginning(Path output) {
        try (Stream<String> lines = Files.lines(output)) {
            return lines.map(line -> line.substring(0, Math.min(line.length(), 200)))
                    .filter(line -> line.contains(": "))
                    .limit(5)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes many shards with few buffers. A buffer for each shard would need 50 MB or more. */
    @Test
    void manyShardsShareFewBuffers() throws IOException {
        RecordWriter.write(directory.resolve("all"), RecordWriterOptions.defaults(), writer -> {
            for (int i = 0; i < 200; i++) {
                writer.write(Samples.number(i).toByteArray());
            }
        });
        List<CommandRun> runs = SmallHeap.runWithFewBuffers(
                directory,
                "split all --shards 200 -o plain",
                "split all --shards 200 -o packed --compression gzip",
                "verify plain@200",
                "verify packed@200",
                "verify --threads 1 packed@200");
        assertThat(runs).allSatisfy(run -> assertThat(run.code()).as(run.err()).isZero());
        assertThat(runs.subList(2, 5)).allSatisfy(run -> assertThat(run.lines()).hasSize(200));
    }
}
