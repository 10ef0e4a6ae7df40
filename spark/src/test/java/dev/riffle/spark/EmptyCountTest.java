package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the count of zero rows is zero and not unknown. */
class EmptyCountTest {

    private static final String[] COUNTS = {"count(*)", "count(*) + 1", "coalesce(count(*), 7)"};

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Dataset<Row> read() {
        return spark.read()
                .format("tfrecord")
                .option("ignoreMissingFiles", true)
                .schema("id BIGINT, part INT")
                .load(folder + "/in");
    }

    private static void assertCountsZero(Dataset<Row> rows) {
        Dataset<Row> counts = rows.selectExpr(COUNTS);
        assertThat(Plans.optimized(counts)).contains("PushedCount: true");
        assertThat(counts.collectAsList()).hasToString("[[0,1,0]]");
        assertThat(rows.groupBy().count().where("count = 0").collectAsList()).hasSize(1);
        assertThat(rows.count()).isZero();
    }

    @Test
    void countsZeroIfNoPartitionRemains() {
        TestFiles.write(folder.resolve("in/part=1/a.tfrecord"), TestFiles.numbered(3));

        assertCountsZero(read().where("part = 99"));
        assertThat(read().where("part = 1").selectExpr(COUNTS).collectAsList()).hasToString("[[3,4,3]]");
    }

    @Test
    void countsZeroInAnEmptyFolder() throws IOException {
        Files.createDirectories(folder.resolve("in"));

        assertCountsZero(read());
    }

    @Test
    void countsZeroInAnEmptyFile() throws IOException {
        Files.createDirectories(folder.resolve("in"));
        Files.createFile(folder.resolve("in/a.tfrecord"));

        assertCountsZero(read());
    }

    @Test
    void countsZeroIfTheOnlyFileIsMissing() throws IOException {
        String file = TestFiles.write(folder.resolve("in/a.tfrecord"), TestFiles.numbered(3));
        Dataset<Row> read = read();
        read.schema();
        Files.delete(Path.of(file));

        assertCountsZero(read);
    }

    @Test
    void countsOverSeveralTasks() {
        TestFiles.write(folder.resolve("in/a.tfrecord"), TestFiles.numbered(5000));

        assertThat(LocalSession.with(
                        "spark.sql.files.maxPartitionBytes",
                        10_000,
                        () -> read().selectExpr(COUNTS).collectAsList()))
                .hasToString("[[5000,5001,5000]]");
    }
}
