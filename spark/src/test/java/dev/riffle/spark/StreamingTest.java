package dev.riffle.spark;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.example.internal.ForeignMessages.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests record files as source and sink of Structured Streaming. */
class StreamingTest {

    private static final String SCHEMA = "id BIGINT, name STRING";

    /** The rows at which the filter of {@link #failing} fails, because a filter runs in the tasks. */
    private static final Set<Long> FAILING = ConcurrentHashMap.newKeySet();

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Path in() {
        return folder.resolve("in");
    }

    /** Adds a complete file of Examples with consecutive ids. */
    private void add(String name, int first, int count) throws IOException {
        publish(made(name, first, count), first);
    }

    private Path made(String name, int first, int count) {
        Example[] examples = new Example[count];
        for (int i = 0; i < count; i++) {
            examples[i] = Example.builder()
                    .put("id", first + i)
                    .put("name", "n" + (first + i))
                    .build();
        }
        return Path.of(TestFiles.write(folder.resolve("made").resolve(name), examples));
    }

    /** Moves a file to the source. Its time grows with its first id, because Spark takes files in the order of time. */
    private void publish(Path file, int first) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + first * 1000L));
        Files.createDirectories(in());
        Files.move(file, in().resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
    }

    private DataStreamReader reader() {
        return spark.readStream().format("tfrecord").schema(SCHEMA);
    }

    private Dataset<Row> stream() {
        return reader().option("maxFilesPerTrigger", 1).load(in().toString());
    }

    private DataStreamWriter<Row> sink(Dataset<Row> rows) {
        return rows.writeStream()
                .format("tfrecord")
                .option("path", folder.resolve("out").toString())
                .option("checkpointLocation", folder.resolve("checkpoint").toString());
    }

    /** Runs a query until it has processed all files that exist at its start. */
    private static void runToEnd(DataStreamWriter<Row> writer) throws Exception {
        writer.trigger(Trigger.AvailableNow()).start().awaitTermination();
    }

    private List<Long> ids(String path) {
        return spark
                .read()
                .format("tfrecord")
                .load(folder.resolve(path).toString())
                .select("id")
                .collectAsList()
                .stream()
                .map(row -> row.getLong(0))
                .sorted()
                .toList();
    }

    private static List<Long> upTo(int count) {
        return LongStream.range(0, count).boxed().toList();
    }

    /** Passes all rows, and fails at some ids. */
    private static Dataset<Row> failing(Dataset<Row> rows) {
        return rows.filter((FilterFunction<Row>) row -> {
            if (FAILING.contains(row.getLong(0))) {
                throw new IllegalStateException("fails at " + row.getLong(0));
            }
            return true;
        });
    }

    @Test
    void readsFilesThatArriveBetweenTriggers() throws Exception {
        add("a.tfrecord", 0, 10);
        StreamingQuery query = reader().load(in().toString())
                .where("id % 2 = 0")
                .select("name")
                .writeStream()
                .format("memory")
                .queryName("arriving")
                .start();
        try {
            query.processAllAvailable();
            assertThat(spark.table("arriving").count()).isEqualTo(5);

            add("b.tfrecord", 10, 10);
            add("c.tfrecord", 20, 10);
            query.processAllAvailable();
            assertThat(spark.table("arriving").count()).isEqualTo(15);
            assertThat(spark.table("arriving").distinct().count()).isEqualTo(15);
        } finally {
            query.stop();
        }
    }

    @Test
    void continuesAfterARestart() throws Exception {
        add("a.tfrecord", 0, 100);
        add("b.tfrecord", 100, 100);

        runToEnd(sink(stream()).option("compression", "gzip"));
        assertThat(ids("out")).isEqualTo(upTo(200));
        assertThat(TestFiles.records(folder.resolve("out")))
                .filteredOn(file -> !file.toString().contains("_spark_metadata"))
                .hasSize(2)
                .allMatch(file -> file.toString().endsWith(".tfrecord.gz"));

        runToEnd(sink(stream()).option("compression", "gzip"));
        assertThat(ids("out")).as("no new files").isEqualTo(upTo(200));

        add("c.tfrecord", 200, 100);
        runToEnd(sink(stream()).option("compression", "gzip"));
        assertThat(ids("out")).isEqualTo(upTo(300));
    }

    @Test
    void neitherLosesNorDoublesRowsAfterAFailure() throws Exception {
        add("a.tfrecord", 0, 100);
        add("b.tfrecord", 100, 100);
        add("c.tfrecord", 200, 100);

        FAILING.add(150L);
        try {
            assertThatThrownBy(() -> runToEnd(sink(failing(stream()))))
                    .isInstanceOf(StreamingQueryException.class)
                    .hasStackTraceContaining("fails at 150");
            assertThat(ids("out")).as("only complete batches").isEqualTo(upTo(100));
        } finally {
            FAILING.remove(150L);
        }
        TestFiles.write(folder.resolve("out/leftover.tfrecord"), TestFiles.numbered(7));
        runToEnd(sink(failing(stream())));

        assertThat(ids("out")).as("without files outside of Spark's list").isEqualTo(upTo(300));
    }

    @Test
    void readsTheOutputOfAStreamAsAStream() throws Exception {
        add("a.tfrecord", 0, 100);
        runToEnd(sink(stream().selectExpr("*", "id % 3 AS day")).partitionBy("day"));
        Dataset<Row> second = reader().schema(SCHEMA + ", day INT")
                .load(folder.resolve("out").toString())
                .where("day = 1");

        runToEnd(second.writeStream()
                .format("tfrecord")
                .option("path", folder.resolve("second").toString())
                .option("checkpointLocation", folder.resolve("checkpoint2").toString()));

        assertThat(ids("second"))
                .isEqualTo(upTo(100).stream().filter(id -> id % 3 == 1).toList());
    }

    @Test
    void readsListsOfExamples() throws Exception {
        byte[] list = join(
                field(1, Example.builder().put("id", 0L).build().toByteArray()),
                field(1, Example.builder().put("id", 1L).build().toByteArray()),
                field(2, Example.builder().put("name", "both").build().toByteArray()));
        TestFiles.write(in().resolve("list.tfrecord"), RecordWriterOptions.defaults(), list);

        runToEnd(sink(reader().option("recordType", "ExampleListWithContext")
                .option("explodeExamples", true)
                .load(in().toString())));

        assertThat(ids("out")).isEqualTo(upTo(2));
    }

    @Test
    void readsGzipFilesAndIgnoresFilesThatAreStillWritten() throws Exception {
        spark.range(50)
                .selectExpr("id", "concat('n', id) AS name")
                .write()
                .format("tfrecord")
                .option("compression", "gzip")
                .save(in().toString());
        TestFiles.write(in().resolve("_unfinished.tfrecord"), TestFiles.numbered(7));
        TestFiles.write(in().resolve(".unfinished.tfrecord"), TestFiles.numbered(7));

        runToEnd(sink(stream()));

        assertThat(ids("out")).isEqualTo(upTo(50));
    }

    @Test
    void appliesModeToDamagedFiles() throws Exception {
        add("a.tfrecord", 0, 3);
        Path damaged = made("b.tfrecord", 3, 3);
        TestFiles.damage(damaged, 20);
        publish(damaged, 3);

        assertThatThrownBy(() -> runToEnd(sink(stream())))
                .isInstanceOf(StreamingQueryException.class)
                .hasStackTraceContaining("b.tfrecord")
                .hasStackTraceContaining("record 0 at offset 12: payload checksum does not match");
        assertThat(ids("out")).isEqualTo(upTo(3));

        runToEnd(sink(reader().option("maxFilesPerTrigger", 1)
                .option("mode", "DROPMALFORMED")
                .load(in().toString())));
        assertThat(ids("out")).isEqualTo(List.of(0L, 1L, 2L, 4L, 5L));
    }

    @Test
    void needsASchemaUnlessTheSessionInfersIt() throws IOException {
        add("a.tfrecord", 0, 3);

        assertThatThrownBy(() -> spark.readStream().format("tfrecord").load(in().toString()))
                .hasMessageContaining("Schema must be specified");
        assertThat(LocalSession.with(
                        "spark.sql.streaming.schemaInference",
                        true,
                        () -> spark.readStream()
                                .format("tfrecord")
                                .load(in().toString())
                                .schema()
                                .toDDL()))
                .isEqualTo("id BIGINT,name STRING");
    }

    @Test
    void failsBeforeABatchWithColumnsThatRecordsCannotHold() throws IOException {
        add("a.tfrecord", 0, 3);

        assertThatThrownBy(() -> runToEnd(sink(stream().selectExpr("map(id, name) AS m"))))
                .hasStackTraceContaining("column \"m\" is of type map<bigint,string>, which an Example cannot hold");
        assertThat(TestFiles.records(folder.resolve("out")))
                .noneMatch(file -> file.toString().endsWith(".tfrecord"));
    }

    @Test
    void writesOneFileForEachTaskInSpiteOfShardBytes() throws Exception {
        add("a.tfrecord", 0, 1000);

        runToEnd(sink(stream()).option("shardBytes", "1k"));

        assertThat(ids("out")).isEqualTo(upTo(1000));
        assertThat(TestFiles.records(folder.resolve("out")))
                .filteredOn(file -> file.toString().endsWith(".tfrecord"))
                .hasSize(1);
    }
}
