package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that several tasks read one file and that each record occurs once. */
class SplittingTest {

    private static final String SIZE = "spark.sql.files.maxPartitionBytes";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private static byte[][] payloads(int count) {
        return Arrays.stream(TestFiles.numbered(count))
                .map(Example::toByteArray)
                .toArray(byte[][]::new);
    }

    private void readInParts(String path, int partBytes, int leastTasks, long count) {
        LocalSession.with(SIZE, partBytes, () -> {
            Dataset<Row> read = spark.read()
                    .format("tfrecord")
                    .schema("id BIGINT, name STRING")
                    .load(path);
            assertThat(read.javaRDD().getNumPartitions()).isGreaterThanOrEqualTo(leastTasks);
            assertThat(read.selectExpr("count(id)", "count(distinct id)", "sum(id)", "max(length(name))")
                            .head())
                    .hasToString("[%d,%d,%d,%d]"
                            .formatted(count, count, count * (count - 1) / 2, ("n" + (count - 1)).length()));
            assertThat(read.count()).isEqualTo(count);
            assertThat(spark.sql("SELECT count(id), sum(id) FROM tfrecord.`" + path + "`")
                            .head())
                    .hasToString("[%d,%d]".formatted(count, count * (count - 1) / 2));
            return read;
        });
    }

    @Test
    void readsAnUncompressedFileInManyTasks() {
        String path = TestFiles.write(folder.resolve("a.tfrecord"), TestFiles.numbered(5000));

        readInParts(path, 20_011, 10, 5000);
    }

    @Test
    void readsRecordsLargerThanASplit() {
        byte[][] payloads = new byte[20][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = Example.builder()
                    .put("id", i)
                    .put("name", "n" + i)
                    .put("filling", new byte[i % 3 == 0 ? 50_000 : 10])
                    .build()
                    .toByteArray();
        }
        String path = TestFiles.write(folder.resolve("a.tfrecord"), RecordWriterOptions.defaults(), payloads);

        readInParts(path, 9_001, 10, 20);
    }

    @Test
    void readsGzipMembersInManyTasks() {
        String path = TestFiles.write(
                folder.resolve("a.tfrecord.gz"),
                RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(10_000)),
                payloads(5000));

        readInParts(path, 5_003, 4, 5000);
    }

    @Test
    void readsAGzipFileOfOneMemberInOneTask() {
        String path = TestFiles.write(
                folder.resolve("a.tfrecord.gz"),
                RecordWriterOptions.defaults().compression(Compression.GZIP),
                payloads(5000));

        readInParts(path, 5_003, 2, 5000);
    }

    @Test
    void readsCompressedFilesWithoutAnExtension() {
        String path = TestFiles.write(
                folder.resolve("a.tfrecord"),
                RecordWriterOptions.defaults().compression(Compression.ZLIB),
                payloads(5000));

        readInParts(path, 5_003, 2, 5000);
    }

    @Test
    void skipsRecordFilesInsideRecords() throws Exception {
        Path inner = folder.resolve("inner");
        TestFiles.write(inner, RecordWriterOptions.defaults(), payloads(1000));
        byte[] nested = Files.readAllBytes(inner);
        byte[][] payloads = new byte[30][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = Example.builder()
                    .put("id", i)
                    .put("name", "n" + i)
                    .put("shard", nested)
                    .build()
                    .toByteArray();
        }
        String path = TestFiles.write(folder.resolve("in/a.tfrecord"), RecordWriterOptions.defaults(), payloads);

        readInParts(path, 30_011, 20, 30);
    }

    @Test
    void readsAFileInOneTaskOnRequest() {
        String path = TestFiles.write(folder.resolve("a.tfrecord"), TestFiles.numbered(5000));
        LocalSession.with(SIZE, 20_011, () -> {
            Dataset<Row> read =
                    spark.read().format("tfrecord").option("splittable", false).load(path);
            assertThat(read.javaRDD().getNumPartitions()).isEqualTo(1);
            assertThat(read.count()).isEqualTo(5000);
            return read;
        });
    }

    @Test
    void readsAnOfRecordFileInOneTask() {
        byte[][] payloads = Arrays.stream(TestFiles.numbered(5000))
                .map(example -> example.toByteArray(Dialect.ONEFLOW))
                .toArray(byte[][]::new);
        String path = TestFiles.write(
                folder.resolve("a.ofrecord"), RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), payloads);
        LocalSession.with(SIZE, 20_011, () -> {
            Dataset<Row> read = spark.read().format("ofrecord").load(path);
            assertThat(read.javaRDD().getNumPartitions()).isEqualTo(1);
            assertThat(read.selectExpr("count(*)", "sum(id)").head()).hasToString("[5000,12497500]");
            return read;
        });
    }

    @Test
    void splitsAtAnySize() {
        long seed = Rounds.seed("splitting");
        Random random = new Random(seed);
        String path = TestFiles.write(folder.resolve("a.tfrecord"), TestFiles.numbered(300));
        for (int i = 0; i < 5; i++) {
            LocalSession.with(SIZE, 500 + random.nextInt(3000), () -> {
                assertThat(spark.read()
                                .format("tfrecord")
                                .schema("id BIGINT")
                                .load(path)
                                .selectExpr("count(*)", "sum(id)")
                                .head())
                        .as("seed %d", seed)
                        .hasToString("[300,44850]");
                return "";
            });
        }
    }

    @Test
    void readsFilesWithTheirListedSize() throws IOException {
        Path file = folder.resolve("a.tfrecord");
        String path = TestFiles.write(file, TestFiles.numbered(5000));
        Dataset<Row> read = spark.read().format("tfrecord").schema("id BIGINT").load(path);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100), StandardOpenOption.APPEND);

        LocalSession.with(SIZE, 40_000, () -> {
            assertThat(read.selectExpr("count(id)", "count(distinct id)").head())
                    .hasToString("[5000,5000]");
            return read;
        });
    }
}
