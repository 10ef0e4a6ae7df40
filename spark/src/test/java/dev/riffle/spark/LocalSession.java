package dev.riffle.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/** The one Spark of a test run: starting one takes seconds. Ends with the virtual machine. */
public final class LocalSession {

    private static final SparkSession SPARK = start();

    private LocalSession() {}

    /** The session. Whoever changes its settings goes through {@link #with}. */
    public static SparkSession spark() {
        return SPARK;
    }

    private static SparkSession start() {
        Path warehouse;
        try {
            warehouse = Files.createTempDirectory("warehouse");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> TestFiles.delete(warehouse)));
        return SparkSession.builder()
                .master("local[2,2]") // two threads, and a second try for a task that fails
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
                .getOrCreate();
    }

    /** What an action gives while a setting has another value. */
    static <T> T with(String setting, Object value, Supplier<T> action) {
        SPARK.conf().set(setting, value.toString());
        try {
            return action.get();
        } finally {
            SPARK.conf().unset(setting);
        }
    }
}
