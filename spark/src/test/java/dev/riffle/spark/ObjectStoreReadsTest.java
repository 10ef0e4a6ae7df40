package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.hadoop.ObjectStoreFileSystem;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the requests and bytes of queries on an object store. */
class ObjectStoreReadsTest {

    private static final int COUNT = 38_000;
    private static final String PLAIN = "some.tfrecord";
    private static final String GZIP = "some.tfrecord.gz";

    @TempDir
    static Path folder;

    @BeforeAll
    static void write() {
        byte[][] payloads = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            payloads[i] = Example.builder()
                    .put("id", i)
                    .put("filling", Bytes.ofOwned(SampleBytes.random(1000, i)))
                    .build()
                    .toByteArray();
        }
        TestFiles.write(folder.resolve(PLAIN), RecordWriterOptions.defaults(), payloads);
        TestFiles.write(
                folder.resolve(GZIP),
                RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(128 << 10)),
                payloads);
    }

    @BeforeEach
    void forgetRequests() {
        ObjectStoreFileSystem.reset();
    }

    private static DataFrameReader reader() {
        return LocalSession.spark()
                .read()
                .format("tfrecord")
                .option("fs.objects.impl", ObjectStoreFileSystem.class.getName());
    }

    private static Dataset<Row> read(String name) {
        return reader().schema("id BIGINT")
                .load(ObjectStoreFileSystem.path(folder.resolve(name)).toString());
    }

    private static void assertFewRequests(String name, int splits) {
        assertThat(ObjectStoreFileSystem.gets()).isBetween(splits, 2 * splits);
        try {
            double bytes = Files.size(folder.resolve(name));
            assertThat(ObjectStoreFileSystem.received() / bytes).isBetween(1.0, 1.15);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, GZIP})
    void aSplitReceivesItsBytesInTwoRequests(String name) {
        LocalSession.with("spark.sql.files.maxPartitionBytes", "8m", () -> {
            Dataset<Row> rows = read(name);
            int splits = rows.javaRDD().getNumPartitions();
            assertThat(splits).isEqualTo(5);
            assertThat(ObjectStoreFileSystem.gets()).isZero();

            assertThat(rows.selectExpr("count(id)", "sum(id)").head())
                    .hasToString("[%d,%d]".formatted(COUNT, COUNT * (COUNT - 1L) / 2));

            assertFewRequests(name, splits);
            return rows;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, GZIP})
    void aCountReceivesTheFileOnce(String name) {
        LocalSession.with("spark.sql.files.maxPartitionBytes", "8m", () -> {
            assertThat(read(name).count()).isEqualTo(COUNT);

            assertFewRequests(name, 5);
            return name;
        });
    }

    @Test
    void theOlderInterfaceNeedsAsFewRequests() {
        LocalSession.with("spark.sql.files.maxPartitionBytes", "8m", () -> {
            LocalSession.spark()
                    .sql(
                            "CREATE TEMPORARY VIEW objects USING dev.riffle.spark.TfRecordFormat OPTIONS (path '%s', `fs.objects.impl` '%s')"
                                    .formatted(
                                            ObjectStoreFileSystem.path(folder.resolve(PLAIN)),
                                            ObjectStoreFileSystem.class.getName()));
            ObjectStoreFileSystem.reset();

            assertThat(LocalSession.spark().sql("SELECT sum(id) FROM objects").head())
                    .hasToString("[%d]".formatted(COUNT * (COUNT - 1L) / 2));

            assertFewRequests(PLAIN, 5);
            return PLAIN;
        });
    }

    /** A sample of 20 records is in the first bytes of a file. A sample of 1000 records is not. */
    @ParameterizedTest
    @ValueSource(strings = {PLAIN, GZIP})
    void anInferenceNeedsTwoRequestsForEachFile(String name) {
        String path = ObjectStoreFileSystem.path(folder.resolve(name)).toString();

        assertThat(reader().option("inferRecords", "20").load(path).schema().fieldNames())
                .containsExactly("filling", "id");
        assertThat(ObjectStoreFileSystem.gets()).isEqualTo(1);
        assertThat(ObjectStoreFileSystem.received()).isEqualTo(64 << 10);

        ObjectStoreFileSystem.reset();
        assertThat(reader().load(path).schema().fieldNames()).containsExactly("filling", "id");
        assertThat(ObjectStoreFileSystem.gets()).isEqualTo(2);
    }

    @Test
    void aStoredSchemaNeedsOneRequestForAllFiles() {
        LocalSession.spark().range(0, 40, 1, 4).write().format("tfrecord").save(folder + "/stored");
        String path = ObjectStoreFileSystem.path(folder.resolve("stored")).toString();
        ObjectStoreFileSystem.reset();
        reader().schema("id BIGINT").load(path);
        int headsOfSpark = ObjectStoreFileSystem.heads();

        ObjectStoreFileSystem.reset();
        Dataset<Row> rows = reader().option("schemaSource", "manifest").load(path);

        assertThat(ObjectStoreFileSystem.heads() - headsOfSpark).isEqualTo(1);
        assertThat(rows.inputFiles()).hasSize(4);
        assertThat(rows.schema().toDDL()).isEqualTo("id BIGINT");
        assertThat(ObjectStoreFileSystem.gets()).isEqualTo(1);
    }
}
