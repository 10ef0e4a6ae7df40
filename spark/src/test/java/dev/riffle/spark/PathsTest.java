package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import dev.riffle.spark.internal.metric.RecordsMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests partitions, patterns of paths, empty files and many files. */
class PathsTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Dataset<Row> read(String... paths) {
        return spark.read().format("tfrecord").load(paths);
    }

    private String partitioned() {
        String path = folder.resolve("out").toString();
        spark.range(1000)
                .selectExpr("id", "id % 3 AS rest", "if(id < 500, 'a b', 'c/d') AS half")
                .write()
                .format("tfrecord")
                .partitionBy("rest", "half")
                .save(path);
        return path;
    }

    @Test
    void writesPartitionsAsFoldersAndReadsThemAsColumns() {
        String path = partitioned();
        Dataset<Row> read = read(path);

        assertThat(read.schema().simpleString()).isEqualTo("struct<id:bigint,rest:int,half:string>");
        assertThat(TestFiles.in(folder.resolve("out")))
                .anyMatch(file -> file.toString().contains("/rest=2/half=c%2Fd/part-"));
        assertThat(read.groupBy("rest", "half").count().sort("rest", "half").collectAsList())
                .hasToString("[[0,a b,167], [0,c/d,167], [1,a b,167], [1,c/d,166], [2,a b,166], [2,c/d,167]]");
    }

    @Test
    void readsOnlyPartitionsThatPassTheFilter() {
        Dataset<Row> some = read(partitioned()).where("rest = 1 AND half = 'a b'");

        assertThat(Plans.optimized(some)).doesNotContain("Filter (");
        assertThat(Plans.metric(some, RecordsMetric.NAME)).isEqualTo(167);
        assertThat(some.selectExpr("min(rest)", "max(rest)", "count(id)").head())
                .hasToString("[1,1,167]");
        assertThat(some.groupBy().count().head().getLong(0)).isEqualTo(167);
    }

    @Test
    void distinguishesFiltersByDifferentFunctions() {
        String path = partitioned();
        UserDefinedFunction none = functions.udf((UDF1<Integer, Boolean>) rest -> rest == 0, DataTypes.BooleanType);
        UserDefinedFunction two = functions.udf((UDF1<Integer, Boolean>) rest -> rest == 2, DataTypes.BooleanType);

        assertThat(rests(path, none).union(rests(path, two)).collectAsList())
                .containsExactlyInAnyOrder(RowFactory.create(0, 334L), RowFactory.create(2, 333L));
        Dataset<Row> twice = rests(path, none).union(rests(path, none));
        assertThat(twice.collectAsList()).hasSize(2).containsOnly(RowFactory.create(0, 334L));
        assertThat(Plans.text(twice)).as("equal reads run once").contains("ReusedExchange");
    }

    private Dataset<Row> rests(String path, UserDefinedFunction filter) {
        return read(path)
                .where(filter.apply(functions.col("rest")))
                .groupBy("rest")
                .count();
    }

    @Test
    void selectsPartitionColumnsInAnyOrder() {
        Dataset<Row> read = read(partitioned());

        assertThat(read.select("half", "id", "rest").where("id = 999").collectAsList())
                .hasToString("[[c/d,999,0]]");
        Dataset<Row> alone = read.selectExpr("half");
        assertThat(alone.distinct().count()).isEqualTo(2);
        assertThat(Plans.metric(alone, DecodedFeaturesMetric.NAME)).isZero();
        assertThat(read.groupBy("half").count().sort("half").collectAsList()).hasToString("[[a b,500], [c/d,500]]");
    }

    @Test
    void filtersOverPartitionAndDataColumnsTogether() {
        String path = partitioned();
        String condition = "rest = 0 OR id = 1";

        assertThat(read(path).where(condition).count()).isEqualTo(335);
        assertThat(spark.sql("SELECT count(*) FROM tfrecord.`" + path + "` WHERE " + condition)
                        .head())
                .hasToString("[335]");
    }

    @Test
    void prefersThePartitionValueToTheColumnOfTheFile() {
        TestFiles.write(folder.resolve("t/id=7/a.tfrecord"), TestFiles.numbered(3));

        assertThat(read(folder + "/t").select("id", "name").sort("name").collectAsList())
                .hasToString("[[7,n0], [7,n1], [7,n2]]");
        assertThat(read(folder + "/t").where("id = 7 OR name = 'x'").count()).isEqualTo(3);
        assertThat(read(folder + "/t").where("id = 1 OR name = 'x'").count()).isZero();
    }

    @Test
    void overwritesOnlyWrittenPartitionsOnRequest() {
        String path = partitioned();
        spark.range(5)
                .selectExpr("id", "1 AS rest", "'a b' AS half")
                .write()
                .format("tfrecord")
                .option("partitionOverwriteMode", "dynamic")
                .mode("overwrite")
                .partitionBy("rest", "half")
                .save(path);

        assertThat(read(path).count()).isEqualTo(1000 - 167 + 5);
    }

    @Test
    void readsSeveralPathsAndPatterns() {
        for (String name : List.of("one", "two", "other")) {
            TestFiles.write(folder.resolve(name + "/a.tfrecord"), TestFiles.numbered(3));
        }

        assertThat(read(folder + "/one", folder + "/two/a.tfrecord").count()).isEqualTo(6);
        assertThat(read(folder + "/o*").count()).isEqualTo(6);
        assertThat(read(folder + "/{one,two,other}/*.tfrecord").count()).isEqualTo(9);
        assertThat(spark.read()
                        .format("tfrecord")
                        .option("recursiveFileLookup", true)
                        .option("pathGlobFilter", "*.tfrecord")
                        .load(folder.toString())
                        .count())
                .isEqualTo(9);
        assertThat(read(folder + "/one").inputFiles()).hasSize(1);
    }

    @Test
    void reportsAMissingPath() {
        assertThatThrownBy(() -> read(folder + "/none")).hasMessageContaining("PATH_NOT_FOUND");
        assertThatThrownBy(() -> read(folder + "/n*ne")).hasMessageContaining("PATH_NOT_FOUND");
    }

    @Test
    void readsEmptyFilesAndFolders() throws IOException {
        Files.createDirectories(folder.resolve("none"));
        TestFiles.write(folder.resolve("some/a.tfrecord"), TestFiles.numbered(3));
        Files.createFile(folder.resolve("some/b.tfrecord"));
        TestFiles.write(folder.resolve("some/c.tfrecord"), RecordWriterOptions.defaults());
        TestFiles.write(folder.resolve("some/d.tfrecord"), Example.empty());
        String schema = "id BIGINT, name STRING";

        assertThat(read(folder + "/some").count()).isEqualTo(4);
        assertThat(read(folder + "/some").where("id IS NULL").collectAsList()).hasToString("[[null,null]]");
        assertThat(spark.read()
                        .format("tfrecord")
                        .schema(schema)
                        .load(folder + "/none")
                        .collectAsList())
                .isEmpty();
        assertThat(spark.read()
                        .format("tfrecord")
                        .schema(schema)
                        .load(folder + "/some/b.tfrecord")
                        .count())
                .isZero();
        assertThatThrownBy(() -> read(folder + "/none")).hasMessageContaining("UNABLE_TO_INFER_SCHEMA");
        assertThat(spark.read()
                        .format("tfrecord")
                        .option("recordType", "Bytes")
                        .load(folder + "/none")
                        .count())
                .isZero();
    }

    @Test
    void writesNoRows() {
        String path = folder.resolve("out").toString();
        spark.range(0).write().format("tfrecord").save(path);

        assertThat(TestFiles.in(folder.resolve("out"))).anyMatch(file -> file.endsWith("_SUCCESS"));
        assertThat(spark.read()
                        .format("tfrecord")
                        .schema("id BIGINT")
                        .load(path)
                        .count())
                .isZero();
    }

    @Test
    void packsManySmallFilesIntoFewTasks() {
        for (int i = 0; i < 300; i++) {
            TestFiles.write(
                    folder.resolve("in/" + i + ".tfrecord"),
                    Example.builder().put("id", i).build());
        }
        Dataset<Row> read = LocalSession.with("spark.sql.files.openCostInBytes", 1000, () -> {
            Dataset<Row> few = spark.read().format("tfrecord").load(folder + "/in");
            assertThat(few.javaRDD().getNumPartitions()).isLessThan(20);
            return few;
        });

        assertThat(read.selectExpr("count(*)", "sum(id)").head()).hasToString("[300,44850]");
        assertThat(read.selectExpr("input_file_name()").distinct().count()).isEqualTo(300);
    }

    @Test
    void skipsADeletedFileOnRequest() throws IOException {
        for (String name : List.of("a", "b")) {
            TestFiles.write(folder.resolve("in/" + name + ".tfrecord"), TestFiles.numbered(3));
        }
        Dataset<Row> strict = read(folder + "/in");
        Dataset<Row> lenient = spark.read()
                .format("tfrecord")
                .option("ignoreMissingFiles", true)
                .load(folder + "/in");
        strict.createOrReplaceTempView("gone_soon");
        Files.delete(folder.resolve("in/b.tfrecord"));

        assertThat(lenient.select("id").collectAsList()).hasSize(3);
        assertThatThrownBy(strict::collectAsList).hasStackTraceContaining("b.tfrecord");
        spark.catalog().dropTempView("gone_soon");
    }

    @Test
    void readsNamesThatUrlsEscape() {
        String path = TestFiles.write(folder.resolve("in/ü b%20c#.tfrecord"), TestFiles.numbered(3));

        assertThat(read(path).count()).isEqualTo(3);
        assertThat(read(folder + "/in").select("id").collectAsList()).hasSize(3);
    }
}
