package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordFiles;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver with a heap of 512 MB plans a query on many small files. */
class ManyFilesIT {

    private static final int COUNT = 20_000;

    @TempDir
    Path folder;

    @Test
    void aSmallDriverPlansManyFiles() throws IOException, InterruptedException {
        Path files = Files.createDirectory(folder.resolve("files"));
        byte[] file =
                RecordFiles.tfRecords(Example.builder().put("id", 1).build().toByteArray());
        for (int i = 0; i < COUNT; i++) {
            Files.write(files.resolve("part-" + i + ".tfrecord"), file);
        }

        ChildProcess child = ChildProcess.java(
                folder,
                folder.resolve("output"),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                Driver.class.getName(),
                files.toString());

        assertThat(child.awaitEnd()).as(child::output).isZero();
    }

    /** Infers a schema and plans a query, in another JVM. */
    static final class Driver {

        private Driver() {}

        public static void main(String[] arguments) {
            Dataset<Row> rows = LocalSession.spark().read().format("tfrecord").load(arguments[0]);
            int tasks = rows.javaRDD().getNumPartitions();
            System.exit(rows.columns().length == 1 && tasks > 100 && tasks < COUNT ? 0 : 1);
        }
    }
}
