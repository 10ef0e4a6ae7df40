package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interrupts threads that wait for queries without an end. */
class InterruptedQueryTest {

    private static final String ENDLESS = "SELECT count(*) FROM range(4000000000000) a";

    @TempDir
    Path directory;

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    /** Runs work in a thread, interrupts the thread while it waits for DuckDB, and returns the failure. */
    private @Nullable Exception interrupted(Work work) throws Exception {
        FutureTask<@Nullable Exception> task = new FutureTask<>(() -> {
            try {
                work.run();
                return null;
            } catch (Exception e) {
                return e;
            }
        });
        Thread thread = new Thread(task);
        thread.start();
        while (Stream.of(thread.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("during"))) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        return task.get();
    }

    private void assertCancelled(@Nullable Exception failure) throws Exception {
        assertThat(failure).isInstanceOf(SqlException.class);
        assertThat(((SqlException) java.util.Objects.requireNonNull(failure)).reason())
                .isEqualTo(SqlException.Reason.CANCELLED);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private RecordSql sql() {
        return RecordSql.defaults().spillDirectory(directory);
    }

    @Test
    void anInterruptEndsAQueryBeforeItsFirstRow() throws Exception {
        assertCancelled(interrupted(() -> {
            try (SqlResult result = sql().run(ENDLESS)) {
                result.rows().loadNextBatch();
            }
        }));
    }

    @Test
    void anInterruptEndsARowReader() throws Exception {
        assertCancelled(interrupted(() -> {
            try (ArrowReader rows = sql().query("SELECT * FROM range(4000000000000)")) {
                while (rows.loadNextBatch()) {
                    assertThat(rows.getVectorSchemaRoot().getRowCount()).isPositive();
                }
            }
        }));
    }

    @Test
    void anInterruptEndsAParquetFile() throws Exception {
        assertCancelled(interrupted(() -> sql().writeParquet(ENDLESS, directory.resolve("rows.parquet"))));
    }
}
