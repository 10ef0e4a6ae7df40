package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the column {@code _metadata} of Spark's newer interface against the column of Spark's older interface. */
class FileMetadataTest {

    private static final String ALL = "_metadata.file_path, _metadata.file_name, _metadata.file_size,"
            + " _metadata.file_block_start, _metadata.file_block_length, _metadata.file_modification_time";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Path directory() {
        Path directory = folder.resolve("some files");
        TestFiles.write(directory.resolve("day=1/a b.tfrecord"), TestFiles.numbered(3));
        TestFiles.write(directory.resolve("day=2/c%d.tfrecord"), TestFiles.numbered(5000));
        return directory;
    }

    private Dataset<Row> newer(Path path) {
        return spark.read().format("tfrecord").load(path.toString());
    }

    private Dataset<Row> older(Path path) {
        return spark.sql("SELECT *, _metadata FROM tfrecord.`" + path + "`");
    }

    private static List<Row> all(Dataset<Row> rows, String columns) {
        return rows.selectExpr(columns.split(", ?")).sort("id", "file_name").collectAsList();
    }

    @Test
    void hasTheValuesOfTheOlderInterface() {
        Path directory = directory();

        List<Row> rows = all(newer(directory), "id, day, " + ALL);

        assertThat(rows).isEqualTo(all(older(directory), "id, day, " + ALL)).hasSize(5003);
        Row first = rows.get(0);
        assertThat(first.getString(3)).as("Spark encodes names").isEqualTo("a%20b.tfrecord");
        assertThat(first.getLong(4))
                .isEqualTo(directory.resolve("day=1/a b.tfrecord").toFile().length());
        assertThat(first.getTimestamp(7).getTime())
                .isEqualTo(directory.resolve("day=1/a b.tfrecord").toFile().lastModified());
    }

    @Test
    void hasTheRangeOfEachSplit() {
        Path directory = directory();

        LocalSession.with("spark.sql.files.maxPartitionBytes", 40_000, () -> {
            List<Row> rows = all(newer(directory), "id, " + ALL);
            assertThat(rows).isEqualTo(all(older(directory), "id, " + ALL));
            assertThat(rows.stream().map(row -> row.getLong(4)).distinct()).hasSizeGreaterThan(3);
            return rows;
        });
    }

    @Test
    void readsRowsOutsideOfBatches() {
        Path directory = directory();

        List<Row> rows = LocalSession.with(
                "spark.sql.codegen.wholeStage", false, () -> all(newer(directory), "id, day, " + ALL));

        assertThat(rows).isEqualTo(all(older(directory), "id, day, " + ALL));
    }

    @Test
    void isHiddenUntilAQueryNamesIt() {
        assertThat(newer(directory()).columns()).containsExactly("id", "name", "day");
    }

    @Test
    void returnsTheCompleteStruct() {
        Path directory = directory();

        Dataset<Row> rows = newer(directory).select("_metadata");

        assertThat(rows.schema().treeString())
                .isEqualTo(older(directory).select("_metadata").schema().treeString());
        assertThat(rows.distinct().count()).isEqualTo(2);
    }

    @Test
    void filtersAndCountsByFile() {
        Dataset<Row> rows = newer(directory());

        assertThat(rows.where("_metadata.file_name = 'a%20b.tfrecord'").count()).isEqualTo(3);
        assertThat(rows.where("_metadata.file_name = 'a%20b.tfrecord' AND id > 0")
                        .count())
                .isEqualTo(2);
        assertThat(rows.selectExpr("_metadata.file_name AS file")
                        .groupBy("file")
                        .count()
                        .sort("file")
                        .collectAsList())
                .hasToString("[[a%20b.tfrecord,3], [c%25d.tfrecord,5000]]");
        assertThat(rows.selectExpr("_metadata.file_size").limit(7).collectAsList())
                .hasSize(7);
    }

    @Test
    void decodesNoFeatureForIt() {
        Dataset<Row> rows = newer(directory());

        assertThat(Plans.metric(rows.select("_metadata.file_path"), DecodedFeaturesMetric.NAME))
                .isZero();
        assertThat(Plans.metric(rows.select("_metadata.file_path", "id"), DecodedFeaturesMetric.NAME))
                .isEqualTo(5003);
        assertThat(Plans.text(rows.select("_metadata.file_name"))).contains("FileMetadata: struct<file_name:string>");
    }

    @Test
    void describesListsOfExamples() {
        spark.sql("SELECT 'tea' AS query, array(named_struct('title', 'green', 'clicks', 3L)) AS examples")
                .coalesce(1)
                .write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .save(folder + "/lists");
        long bytes = TestFiles.records(folder.resolve("lists")).get(0).toFile().length();

        DataFrameReader lists = spark.read().format("tfrecord").option("recordType", "ExampleListWithContext");
        Dataset<Row> arrays = lists.load(folder + "/lists");
        Dataset<Row> rows = lists.option("explodeExamples", true).load(folder + "/lists");

        assertThat(arrays.selectExpr("examples.title", "_metadata.file_size").collectAsList())
                .hasToString("[[ArraySeq(green)," + bytes + "]]");
        assertThat(Plans.text(arrays.selectExpr("examples.title", "_metadata.file_size")))
                .contains("ReadSchema: struct<examples:array<struct<title:string>>>");
        assertThat(arrays.where("query = 'tea'")
                        .selectExpr("_metadata.file_size")
                        .collectAsList())
                .hasToString("[[" + bytes + "]]");
        assertThat(rows.selectExpr("query", "title", "_metadata.file_size").collectAsList())
                .hasToString("[[tea,green," + bytes + "]]");
        assertThat(rows.selectExpr("_metadata.file_size").collectAsList()).hasToString("[[" + bytes + "]]");
    }

    @Test
    void givesWayToAColumnOfTheFiles() throws Exception {
        Path file = Files.createDirectories(folder.resolve("own")).resolve("a.tfrecord");
        TestFiles.write(file, Example.builder().put("_metadata", "mine").build());

        assertThat(newer(file).selectExpr("_metadata").collectAsList()).hasToString("[[mine]]");
    }
}
