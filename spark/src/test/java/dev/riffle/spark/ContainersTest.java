package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Spark with a container that no class of Riffle names. */
class ContainersTest {

    private static final int RECORDS = 5000;

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private String write(String name) {
        return TestFiles.write(
                folder.resolve(name),
                RecordWriterOptions.defaults()
                        .format(RecordFormat.named("blocks").orElseThrow()),
                Arrays.stream(TestFiles.numbered(RECORDS))
                        .map(Example::toByteArray)
                        .toArray(byte[][]::new));
    }

    private Dataset<Row> read(String path) {
        return spark.read().format("tfrecord").option("container", "blocks").load(path);
    }

    @Test
    void readsAFileInManyTasks() {
        String path = write("x.blocks");
        LocalSession.with("spark.sql.files.maxPartitionBytes", 20_011, () -> {
            Dataset<Row> read = read(path);
            assertThat(read.javaRDD().getNumPartitions()).isGreaterThan(5);
            assertThat(read.schema().toDDL()).isEqualTo("id BIGINT,name STRING");
            assertThat(read.selectExpr("count(id)", "count(distinct id)", "sum(id)")
                            .head())
                    .hasToString("[%d,%d,%d]".formatted(RECORDS, RECORDS, RECORDS * (RECORDS - 1L) / 2));
            assertThat(read.count()).isEqualTo(RECORDS);
            return read;
        });
    }

    @Test
    void writesFiles() throws IOException {
        Path output = folder.resolve("out");
        read(write("x.blocks"))
                .coalesce(1)
                .write()
                .format("tfrecord")
                .option("container", "blocks")
                .save(output.toString());

        List<Path> written = TestFiles.in(output).stream()
                .filter(file -> file.toString().endsWith(".blocks"))
                .toList();
        assertThat(written).hasSize(1);
        try (RecordReader records = RecordReader.open(written.get(0))) {
            assertThat(records.format().title()).isEqualTo("Blocks");
            assertThat(records.stream().count()).isEqualTo(RECORDS);
        }
        assertThat(read(output.toString()).count()).isEqualTo(RECORDS);
    }

    @Test
    void skipsDamage() throws IOException {
        Path file = Path.of(write("x.blocks"));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= 1;
        Files.write(file, bytes);

        Dataset<Row> dropping = spark.read()
                .format("tfrecord")
                .option("container", "blocks")
                .option("mode", "DROPMALFORMED")
                .schema("id BIGINT")
                .load(file.toString());
        assertThat(dropping.count()).isEqualTo(RECORDS - 5);
        assertThatThrownBy(() -> read(file.toString()).collect())
                .rootCause()
                .hasMessageContaining("payload checksum does not match");
    }

    @Test
    void namesTheOptionOfAContainer() {
        String path = write("x.blocks");
        assertThatThrownBy(() -> spark.read().format("tfrecord").load(path))
                .hasMessageContaining("expected TFRecord, found Blocks; set option container to blocks");
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .option("container", "bags")
                        .load(path))
                .hasMessageContaining("option container: expected blocks, found bags");
        assertThatThrownBy(() -> spark.read()
                        .format("ofrecord")
                        .option("container", "blocks")
                        .load(path))
                .hasMessageContaining("use format(\"tfrecord\")");
    }
}
