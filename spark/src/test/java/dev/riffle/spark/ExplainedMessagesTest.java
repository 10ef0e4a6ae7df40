package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.documents.ExplainedMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that {@code docs/reference/errors.md} has a row for each of some frequent messages of the data source. */
class ExplainedMessagesTest {

    private static final SparkSession SPARK = LocalSession.spark();

    private static ExplainedMessages page;

    @TempDir
    private Path folder;

    private final List<String> unexplained = new ArrayList<>();

    @BeforeAll
    static void readPage() throws IOException {
        page = ExplainedMessages.read();
    }

    /** Causes an error. Spark may wrap the exception of the data source. */
    private void assertExplained(ThrowingCallable call) {
        Throwable error = catchThrowable(call);
        assertThat(error).isNotNull();
        List<String> messages = new ArrayList<>();
        for (Throwable at = error; at != null; at = at.getCause()) {
            messages.add(String.valueOf(at.getMessage()));
        }
        if (messages.stream().noneMatch(page::contains)) {
            unexplained.add(messages.get(messages.size() - 1));
        }
    }

    @AfterEach
    void everyMessageHasARow() {
        assertThat(unexplained).isEmpty();
    }

    private String written() {
        String path = folder.resolve("in").toString();
        SPARK.range(3).write().format("tfrecord").save(path);
        return path;
    }

    private static DataFrameReader reader() {
        return SPARK.read().format("tfrecord");
    }

    @Test
    void options() {
        String path = written();
        assertExplained(() -> reader().option("mode", "ignore").load(path).count());
        assertExplained(() -> reader().option("recordTyp", "Bytes").load(path).count());
        assertExplained(
                () -> reader().option("explodeExamples", "true").load(path).count());
        assertExplained(() -> reader().option("schemaSource", "manifest")
                .option("recordType", "ExampleListWithContext")
                .load(path)
                .count());
        assertExplained(() -> SPARK.read().format("ofrecord").load(path).count());
        assertExplained(() -> SPARK.range(1)
                .write()
                .format("ofrecord")
                .option("compression", "zlib")
                .save(folder.resolve("out").toString()));
        assertExplained(() -> SPARK.range(1)
                .write()
                .format("tfrecord")
                .option("compression", "gzip")
                .option("codec", "org.apache.hadoop.io.compress.DeflateCodec")
                .save(folder.resolve("out").toString()));
    }

    @Test
    void rows() {
        for (String column : List.of(
                "map(id, id) AS m",
                "array(id, null) AS a",
                "1e300D AS d",
                "cast(x'ff' AS string) AS s",
                "named_struct('a', id, 'A', id) AS s")) {
            assertExplained(() -> SPARK.range(1)
                    .selectExpr(column)
                    .write()
                    .format("tfrecord")
                    .mode(SaveMode.Overwrite)
                    .save(folder.resolve("out").toString()));
        }
        assertExplained(() -> SPARK.range(1)
                .write()
                .format("tfrecord")
                .option("recordType", "Bytes")
                .save(folder.resolve("out").toString()));
        String path = written();
        Dataset<Row> read = reader().load(path);
        assertExplained(
                () -> read.write().format("tfrecord").mode(SaveMode.Overwrite).save(path));
    }
}
