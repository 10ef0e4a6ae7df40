package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.example.Example;
import dev.riffle.hadoop.S3Server;
import dev.riffle.io.Bytes;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes objects with Spark, S3A and a server on this machine. */
class S3AQueriesIT {

    private static final int COUNT = 38_000;

    private static S3Server server;
    private static long fileBytes;

    @BeforeAll
    static void start() throws IOException {
        server = new S3Server();
        byte[][] payloads = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            payloads[i] = Example.builder()
                    .put("id", i)
                    .put("filling", Bytes.ofOwned(SampleBytes.random(1000, i)))
                    .build()
                    .toByteArray();
        }
        byte[] file = RecordFiles.tfRecords(payloads);
        fileBytes = file.length;
        server.put("input/some.tfrecord", file);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forgetRequests() {
        server.reset();
    }

    private static Map<String, String> options(String stream) {
        Map<String, String> options = new HashMap<>(server.properties());
        options.put("fs.s3a.input.stream.type", stream);
        options.put("fs.s3a.impl.disable.cache", "true");
        return options;
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "analytics"})
    void aQueryReadsEachRecordOnce(String stream) {
        LocalSession.with("spark.sql.files.maxPartitionBytes", "8m", () -> {
            Dataset<Row> rows = LocalSession.spark()
                    .read()
                    .format("tfrecord")
                    .options(options(stream))
                    .load(S3Server.uri("input"));
            if (stream.equals("classic")) {
                assertThat(server.gets()).isLessThanOrEqualTo(2);
            }
            server.reset();

            assertThat(rows.selectExpr("count(id)", "sum(id)").head())
                    .hasToString("[%d,%d]".formatted(COUNT, COUNT * (COUNT - 1L) / 2));

            if (stream.equals("classic")) {
                assertThat(server.gets()).isBetween(5, 10);
                assertThat((double) server.sent() / fileBytes).isBetween(1.0, 1.15);
            }
            return rows;
        });
    }

    @Test
    void aQueryWritesFiles() {
        LocalSession.spark()
                .range(1000)
                .selectExpr("id", "id % 3 AS day")
                .write()
                .format("tfrecord")
                .options(options("classic"))
                .partitionBy("day")
                .mode(SaveMode.Overwrite)
                .save(S3Server.uri("written"));

        assertThat(server.keys()).contains("written/_SUCCESS").noneMatch(key -> key.contains("_temporary/0/task"));
        assertThat(LocalSession.spark()
                        .read()
                        .format("tfrecord")
                        .options(options("classic"))
                        .load(S3Server.uri("written"))
                        .selectExpr("count(id)", "sum(id)", "count(distinct day)")
                        .head())
                .hasToString("[1000,499500,3]");
    }

    private static String storedSchema(String source) {
        return LocalSession.spark()
                .read()
                .format("tfrecord")
                .options(options("classic"))
                .option("schemaSource", source)
                .load(S3Server.uri("stored"))
                .schema()
                .toDDL();
    }

    @Test
    void aReplacedObjectOfEqualSizeMakesAStoredSchemaStale() {
        LocalSession.spark()
                .range(0, 4, 1, 2)
                .selectExpr("id", "'a' AS name")
                .write()
                .format("tfrecord")
                .options(options("classic"))
                .mode(SaveMode.Overwrite)
                .save(S3Server.uri("stored"));
        server.reset();
        LocalSession.spark()
                .read()
                .format("tfrecord")
                .options(options("classic"))
                .schema("id BIGINT")
                .load(S3Server.uri("stored"));
        int headsOfSpark = server.heads();
        server.reset();

        assertThat(storedSchema("manifest")).isEqualTo("id BIGINT,name STRING");
        assertThat(server.gets()).isEqualTo(1);
        assertThat(server.heads() - headsOfSpark).as("only the manifest").isEqualTo(1);

        String key = server.keys().stream()
                .filter(each -> each.contains("/part-"))
                .findFirst()
                .orElseThrow();
        byte[][] payloads = new byte[2][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] =
                    Example.builder().put("id", i).put("mane", "a").build().toByteArray();
        }
        server.put(key, RecordFiles.tfRecords(payloads));

        assertThatThrownBy(() -> storedSchema("manifest"))
                .hasMessageContainingAll("it lists the ETag ", " for " + S3Server.uri(key) + ", which has ");
        assertThat(storedSchema("sample")).isEqualTo("id BIGINT,mane STRING,name STRING");
    }
}
