package dev.riffle.spark;

import dev.riffle.hadoop.ProcesslessDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * Holds the Spark session that all tests share, because the start of a session takes seconds. The session ends with the
 * virtual machine.
 */
public final class LocalSession {

    private static final SparkSession SPARK = start();

    private LocalSession() {}

    /** Returns the session. Use {@link #with} to change its settings. */
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
        ProcesslessDisk.install();
        return SparkSession.builder()
                .master("local[2,2]") // two threads, and a second attempt for a failed task
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.hadoop." + ProcesslessDisk.Context.SETTING, ProcesslessDisk.Context.class.getName())
                .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
                .getOrCreate();
    }

    /** Runs an action while a setting has this value, and returns the result of the action. */
    static <T> T with(String setting, Object value, Supplier<T> action) {
        SPARK.conf().set(setting, value.toString());
        try {
            return action.get();
        } finally {
            SPARK.conf().unset(setting);
        }
    }
}
