package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.write.RecordWriterFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which files a folder holds after writes that succeed or fail. */
class WritingTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private String out() {
        return folder.resolve("out").toString();
    }

    private Dataset<Row> numbers(long count) {
        return spark.range(0, count, 1, 2).toDF("id");
    }

    private Dataset<Row> read() {
        return spark.read().format("tfrecord").load(out());
    }

    @Test
    void writesFilesWithSparksNames() {
        numbers(10).write().format("tfrecord").save(out());

        assertThat(TestFiles.in(folder.resolve("out")))
                .extracting(file -> file.getFileName().toString())
                .hasSize(4)
                .contains("_SUCCESS", ".manifest.json")
                .filteredOn(name -> !name.equals("_SUCCESS") && !name.equals(".manifest.json"))
                .allMatch(name -> name.matches("part-0000[01]-[0-9a-f-]{36}-c000\\.tfrecord"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "zlib", "snappy"})
    void compresses(String compression) throws IOException {
        numbers(1000)
                .write()
                .format("tfrecord")
                .option("compression", compression)
                .save(out());

        Path file = TestFiles.records(folder.resolve("out")).get(0);
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().compression(Compression.of(compression)))) {
            assertThat(reader.stream().count()).isEqualTo(500);
        }
        assertThat(read().selectExpr("count(*)", "sum(id)").head()).hasToString("[1000,499500]");
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.hadoop.io.compress.GzipCodec, gzip",
        "org.apache.hadoop.io.compress.DefaultCodec, zlib",
        "org.apache.hadoop.io.compress.DeflateCodec, zlib"
    })
    void compressesWithTheCodecsOfOtherConnectors(String codec, String compression) throws IOException {
        numbers(1000).write().format("tfrecord").option("codec", codec).save(out());

        Path file = TestFiles.records(folder.resolve("out")).get(0);
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().compression(Compression.of(compression)))) {
            assertThat(reader.stream().count()).isEqualTo(500);
        }
        assertThat(spark.read()
                        .format("tfrecord")
                        .option("codec", codec)
                        .load(out())
                        .selectExpr("count(*)", "sum(id)")
                        .head())
                .hasToString("[1000,499500]");
    }

    @Test
    void rejectsUnsupportedCodecsBeforeWriting() {
        assertThatThrownBy(() -> numbers(10)
                        .write()
                        .format("tfrecord")
                        .option("codec", "org.apache.hadoop.io.compress.SnappyCodec")
                        .save(out()))
                .hasMessageContainingAll("codec", "SnappyCodec", "set option compression to snappy");
        assertThat(TestFiles.in(folder.resolve("out"))).isEmpty();
    }

    @Test
    void supportsAllSaveModes() {
        numbers(10).write().format("tfrecord").save(out());
        assertThatThrownBy(() -> numbers(10).write().format("tfrecord").save(out()))
                .hasMessageContaining("PATH_ALREADY_EXISTS");
        numbers(10).write().format("tfrecord").mode(SaveMode.Ignore).save(out());
        assertThat(read().count()).isEqualTo(10);
        numbers(10).write().format("tfrecord").mode(SaveMode.Append).save(out());
        assertThat(read().count()).isEqualTo(20);
        numbers(5).write().format("tfrecord").mode(SaveMode.Overwrite).save(out());
        assertThat(read().count()).isEqualTo(5);
    }

    @Test
    void beginsNewFilesAtLimitsOfBytesAndRecords() {
        numbers(10_000)
                .coalesce(1)
                .write()
                .format("tfrecord")
                .option("shardBytes", "100k")
                .save(out());
        List<Path> files = TestFiles.records(folder.resolve("out"));

        assertThat(files).hasSizeGreaterThan(2).allMatch(file -> file.toFile().length() <= 100 << 10);
        assertThat(read().selectExpr("count(*)", "sum(id)").head()).hasToString("[10000,49995000]");

        numbers(1000)
                .coalesce(1)
                .write()
                .format("tfrecord")
                .option("maxRecordsPerFile", 300)
                .mode("overwrite")
                .save(out());
        assertThat(TestFiles.records(folder.resolve("out"))).hasSize(4);
        assertThat(read().count()).isEqualTo(1000);
    }

    /**
     * Returns rows whose first task attempts fail at their last row. An attempt fails only after the other task has
     * committed. Otherwise the other task could still write after the job has failed.
     */
    private Dataset<Row> failing(int attempts) {
        File committed = folder.resolve("out/_temporary/0").toFile();
        spark.udf()
                .register(
                        "fails",
                        (UDF1<Long, Long>) value -> {
                            if (value == 999 && TaskContext.get().attemptNumber() < attempts) {
                                awaitCommittedTask(committed);
                                throw new IllegalStateException("intended failure");
                            }
                            return value;
                        },
                        DataTypes.LongType);
        return numbers(1000).selectExpr("fails(id) AS id");
    }

    private static void awaitCommittedTask(File committed) {
        while (true) {
            String[] tasks = committed.list((parent, name) -> name.startsWith("task_"));
            if (tasks != null && tasks.length > 0) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void leavesNoFilesOfAFailedTaskAttempt() {
        failing(1).write().format("tfrecord").option("shardBytes", "4k").save(out());

        assertThat(read().selectExpr("count(*)", "count(distinct id)", "sum(id)")
                        .head())
                .hasToString("[1000,1000,499500]");
        assertThat(TestFiles.in(folder)).noneMatch(file -> file.toString().contains("_temporary"));
    }

    @Test
    void leavesNoFilesOfAFailedJob() {
        assertThatThrownBy(() -> failing(9).write().format("tfrecord").save(out()))
                .hasStackTraceContaining("intended failure");

        assertThat(TestFiles.in(folder)).isEmpty();
    }

    @Test
    void keepsExistingFilesIfAnAppendingJobFails() {
        numbers(10).write().format("tfrecord").save(out());
        List<Path> before = TestFiles.in(folder);

        assertThatThrownBy(() ->
                        failing(9).write().format("tfrecord").mode("append").save(out()))
                .hasStackTraceContaining("intended failure");
        assertThat(TestFiles.in(folder))
                .containsAll(before.stream()
                        .filter(file -> !file.endsWith("_SUCCESS"))
                        .toList());
        assertThat(read().count()).isEqualTo(10);
    }

    /**
     * Writes a stream with a limit of file size. The stream logs the files that Spark named, and Spark reads only the
     * logged files of the directory.
     */
    @Test
    void keepsAllRowsOfAStreamWithALimitOfFileSize() throws Exception {
        String in = folder.resolve("in").toString();
        numbers(2000).write().format("parquet").save(in);
        spark.readStream()
                .schema("id long, name string")
                .parquet(in)
                .writeStream()
                .format("tfrecord")
                .option("shardBytes", "1k")
                .option("checkpointLocation", folder.resolve("state").toString())
                .trigger(Trigger.AvailableNow())
                .start(out())
                .awaitTermination();

        assertThat(read().selectExpr("count(*)", "count(distinct id)").head()).hasToString("[2000,2000]");
    }

    /** Calls Hadoop's committer as Spark's tasks would, because local Spark never starts speculative attempts. */
    @Test
    void keepsOneOfTwoConcurrentAttempts() throws IOException {
        StructType schema = new StructType().add("id", DataTypes.LongType);
        RecordOptions options = SessionOptions.of(RecordFormat.TFRECORD, Map.of("shardBytes", "1k"), spark);
        Job job = Job.getInstance(spark.sparkContext().hadoopConfiguration());
        OutputWriterFactory factory = RecordWriterFactory.prepare(spark, options, schema, null);
        List<TaskAttemptContext> attempts = new ArrayList<>();
        List<FileOutputCommitter> committers = new ArrayList<>();
        List<OutputWriter> writers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            TaskAttemptContext attempt = new TaskAttemptContextImpl(
                    job.getConfiguration(), new TaskAttemptID("202601010000", 1, TaskType.MAP, 0, i));
            FileOutputCommitter committer = new FileOutputCommitter(new org.apache.hadoop.fs.Path(out()), attempt);
            committer.setupJob(attempt);
            committer.setupTask(attempt);
            attempts.add(attempt);
            committers.add(committer);
            writers.add(factory.newInstance(
                    committer.getWorkPath() + "/part-00000-" + i + factory.getFileExtension(attempt), schema, attempt));
        }
        for (long row = 0; row < 500; row++) {
            writers.get(0).write(new GenericInternalRow(new Object[] {row}));
            if (row < 300) {
                writers.get(1).write(new GenericInternalRow(new Object[] {row}));
            }
        }
        writers.get(0).close();
        committers.get(0).commitTask(attempts.get(0));
        writers.get(1).close();
        committers.get(1).abortTask(attempts.get(1));
        committers.get(0).commitJob(attempts.get(0));

        assertThat(TestFiles.in(folder)).noneMatch(file -> file.toString().contains("_temporary"));
        assertThat(TestFiles.records(folder)).hasSizeGreaterThan(5);
        assertThat(read().selectExpr("count(*)", "count(distinct id)").head()).hasToString("[500,500]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "map(id, id) AS m",
                "CAST(NULL AS VOID) AS m",
                "array(array(id)) AS m",
                "named_struct('a', id) AS m"
            })
    void rejectsUnsupportedTypesAndKeepsExistingFiles(String column) {
        numbers(10).write().format("tfrecord").save(out());

        assertThatThrownBy(() -> numbers(3)
                        .selectExpr(column)
                        .write()
                        .format("tfrecord")
                        .mode("overwrite")
                        .save(out()))
                .hasMessageContaining("column \"m\"");
        assertThat(read().count()).isEqualTo(10);
        assertThatThrownBy(() -> numbers(3)
                        .selectExpr(column)
                        .write()
                        .format("tfrecord")
                        .save(folder.resolve("new").toString()))
                .hasMessageContaining("column \"m\"");
        assertThat(Files.exists(folder.resolve("new"))).isFalse();
    }

    @Test
    void failsAtANullInsideAnArray() {
        assertThatThrownBy(() -> numbers(3)
                        .coalesce(1) // a second task could still write after the job has failed
                        .selectExpr("array(id, NULL) AS a")
                        .write()
                        .format("tfrecord")
                        .save(out()))
                .hasStackTraceContaining("a");
        assertThat(TestFiles.in(folder)).isEmpty();
    }

    @Test
    void rejectsInvalidOptions() {
        assertThatThrownBy(() -> numbers(3)
                        .write()
                        .format("tfrecord")
                        .option("compression", "lzma")
                        .save(out()))
                .hasMessageContainingAll("compression", "lzma", "gzip");
        assertThatThrownBy(() -> numbers(3)
                        .write()
                        .format("ofrecord")
                        .option("recordType", "SequenceExample")
                        .save(out()))
                .hasMessageContaining("SequenceExample");
        assertThat(TestFiles.in(folder)).isEmpty();
    }
}
