package dev.riffle.spark.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.options.RecordType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.CollectionAccumulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two tasks that write large records at the same time need three times the record each, including their rows. */
class LargeRecordsTest {

    private static final int RECORD_MB = 200;
    private static final int TASKS = 2;

    /** The memory of the JVM and of Spark's classes. */
    private static final int OTHER_MB = 64;

    @TempDir
    Path folder;

    @Test
    void twoTasksNeedThreeTimesTheirRecords() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ChildProcess child = ChildProcess.java(
                folder,
                output,
                "-Xmx" + (TASKS * 3 * RECORD_MB + OTHER_MB) + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                Tasks.class.getName());
        assertThat(child.awaitEnd()).as(child::output).isZero();
    }

    /** Writes a record in each task, in another JVM. */
    static final class Tasks {

        private Tasks() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < TASKS; i++) {
                int task = i;
                Thread thread = new Thread(() -> write(task));
                thread.setUncaughtExceptionHandler((failed, failure) -> {
                    failure.printStackTrace();
                    // The other task waits for this one.
                    Runtime.getRuntime().halt(1);
                });
                thread.start();
            }
        }

        private static void write(int task) {
            Configuration configuration = new Configuration(false);
            configuration.set("fs.nowhere.impl", NowhereFileSystem.class.getName());
            RecordWriterFactory factory = new RecordWriterFactory(
                    Options.of(RecordFormat.TFRECORD, RecordType.EXAMPLE), new CollectionAccumulator<>());
            OutputWriter writer = factory.newInstance(
                    "nowhere:///task-" + task,
                    new StructType().add("data", DataTypes.BinaryType).add("id", DataTypes.LongType),
                    new TaskAttemptContextImpl(configuration, new TaskAttemptID()));
            writer.write(row(task));
            writer.close();
        }

        /** Returns a row in Spark's memory: null bits, an offset and a size, a number, and the bytes of the binary. */
        private static UnsafeRow row(int task) {
            int fixed = 3 * Long.BYTES;
            byte[] bytes = new byte[fixed + (RECORD_MB << 20)];
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.nativeOrder())
                    .putLong(Long.BYTES, (long) fixed << 32 | RECORD_MB << 20)
                    .putLong(2 * Long.BYTES, task);
            UnsafeRow row = new UnsafeRow(2);
            row.pointTo(bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
            return row;
        }
    }

    /** A file system that discards bytes. The first write of a record waits for the record of the other task. */
    public static final class NowhereFileSystem extends RawLocalFileSystem {

        private static final CyclicBarrier BOTH = new CyclicBarrier(TASKS);

        /** Creates the file system. Hadoop calls this constructor by reflection. */
        public NowhereFileSystem() {}

        @Override
        public URI getUri() {
            return URI.create("nowhere:///");
        }

        @Override
        public FSDataOutputStream create(
                org.apache.hadoop.fs.Path path,
                boolean overwrite,
                int bufferSize,
                short replication,
                long blockSize,
                Progressable progress)
                throws IOException {
            return new FSDataOutputStream(new Discarding(), null);
        }

        private static final class Discarding extends OutputStream {

            private boolean waited;

            @Override
            public void write(int b) {
                // Discards the byte.
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                if (count >= 1 << 20 && !waited) {
                    waited = true;
                    try {
                        BOTH.await();
                    } catch (InterruptedException | BrokenBarrierException e) {
                        throw new IOException("interrupted", e);
                    }
                }
            }
        }
    }
}
