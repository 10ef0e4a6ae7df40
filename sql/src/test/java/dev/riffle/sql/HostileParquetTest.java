package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads damaged Parquet files. A Parquet file of DuckDB has no checksums, so some damage changes values unnoticed. */
class HostileParquetTest {

    @TempDir
    Path directory;

    private ParquetTrip trip;
    private byte[] good;
    private List<Bytes> payloads;

    @BeforeEach
    void writeParquet() throws IOException {
        trip = new ParquetTrip(directory);
        payloads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            payloads.add(Example.builder()
                    .put("id", i)
                    .put("text", "text " + i)
                    .put("values", new float[i % 3])
                    .build()
                    .toBytes());
        }
        good = Files.readAllBytes(trip.parquet(trip.records("records", RecordFormat.TFRECORD, payloads)));
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(directory.resolve("hostile.parquet"), content);
    }

    @Test
    void cutFilesAreErrors() throws IOException {
        for (int length = 0; length < good.length; length += Rounds.step(101)) {
            Path file = file(Arrays.copyOf(good, length));

            assertThatThrownBy(() -> trip.back(RecordFormat.TFRECORD, file))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(file + ": ")
                    .hasMessageContaining("; ");
        }
        assertThat(directory.resolve("back")).doesNotExist();
    }

    @Test
    void flippedBitsAreErrorsOrRows() throws IOException {
        int errors = 0;
        int read = 0;
        for (int i = 0; i < good.length * 8; i += Rounds.isFull() ? 53 : 211) {
            byte[] flipped = good.clone();
            flipped[i / 8] ^= (byte) (1 << i % 8);
            Path file = file(flipped);
            try {
                trip.back(RecordFormat.TFRECORD, file);
                read++;
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith(file + ": ");
                assertThat(e.getMessage()).contains("; ").doesNotContain("\tat ", "Invalid result set");
                errors++;
            }
        }
        assertThat(errors).isPositive();
        assertThat(read).isPositive();
    }

    @Test
    void failuresOfQueriesNameTheFile() throws IOException {
        RecordSql sql = RecordSql.defaults().tables(SqlTables.within(directory));
        Files.write(directory.resolve("good.parquet"), good);
        int errors = 0;
        for (int i = 0; i < good.length * 8; i += Rounds.isFull() ? 53 : 211) {
            byte[] flipped = good.clone();
            flipped[i / 8] ^= (byte) (1 << i % 8);
            file(flipped);
            try {
                SqlFiles.rows(sql, "SELECT h.* FROM 'hostile.parquet' AS h, 'good.parquet' AS g");
            } catch (IOException | SqlException e) {
                assertThat(e.getMessage()).contains("hostile.parquet: ").doesNotContain("Invalid result set", "java.");
                errors++;
            }
        }
        assertThat(errors).isPositive();
    }

    @Test
    void aCallOfErrorIsNoReasonToReadAFile() throws IOException {
        RecordSql sql = RecordSql.defaults().tables(SqlTables.within(directory));
        byte[] damaged = good.clone();
        damaged[4] ^= 1;
        file(damaged);
        assertThatThrownBy(() -> SqlFiles.rows(sql, "FROM 'hostile.parquet'"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(directory.resolve("hostile.parquet") + ": ");
        assertThatThrownBy(() -> SqlFiles.rows(
                        sql, "SELECT CASE WHEN text > '' THEN error('my words') ELSE 1 END FROM 'hostile.parquet'"))
                .isInstanceOf(SqlException.class)
                .hasMessage("SQL: my words");
    }

    private void fail(String message, Path... files) throws IOException {
        SessionOptions options =
                new SessionOptions(1, OptionalLong.of(100L << 20), directory, SessionOptions.Results.STREAMED);
        try (BufferAllocator allocator = new RootAllocator();
                DuckSession session = DuckSession.open(options, allocator)) {
            session.reads(List.of(), List.of(files));
            String text;
            try (Stream<Path> left = Files.list(directory)) {
                Path spill = left.filter(path -> path.getFileName().toString().startsWith("riffle-sql"))
                        .findFirst()
                        .orElseThrow();
                text = message.replace("SPILL", spill.toString());
            }
            session.lock(new HashSet<>(List.of(files)));
            throw session.failure(new SQLException(text), "");
        }
    }

    @Test
    void aFullDirectoryForTemporaryFilesIsNoDamage() throws IOException {
        byte[] damaged = good.clone();
        damaged[4] ^= 1;
        Path file = file(damaged);
        assertThatThrownBy(() -> fail("IO Error: Could not read", file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": the Parquet file is damaged");
        assertThatThrownBy(() -> fail("IO Error: Could not write file \"SPILL/x.tmp\": No space left on device", file))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.RESOURCES))
                .hasMessageStartingWith("SQL: query cannot use its temporary files: Could not write file ")
                .hasMessageEndingWith(" No space left on device; free disk space, or use another directory (--temp,"
                        + " RecordSql.spillDirectory)");
    }

    @Test
    void aFileThatNoCheckCanReadDoesNotReplaceTheError() throws IOException {
        Path missing = directory.resolve("missing");
        Path broken = Files.createDirectory(directory.resolve("folder"));
        assertThatThrownBy(() -> fail("IO Error: first", missing, broken, file(good)))
                .isInstanceOf(IOException.class)
                .hasMessage("first")
                .cause()
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    }

    @Test
    void anInterruptEndsTheSearchForDamage() throws Exception {
        Path[] files = new Path[100_000];
        Arrays.fill(files, file(good));
        FutureTask<Void> task = new FutureTask<>(() -> {
            fail("IO Error: first", files);
            return null;
        });
        Thread thread = new Thread(task);
        thread.start();
        while (Stream.of(thread.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("failureOf"))) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        assertThatThrownBy(task::get)
                .cause()
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.CANCELLED));
    }

    @Test
    void damagedFootersAreErrorsWithAReason() throws IOException {
        byte[] damaged = good.clone();
        Arrays.fill(damaged, good.length - 40, good.length - 32, (byte) 0xff);
        Path file = file(damaged);
        assertThatThrownBy(() -> trip.back(RecordFormat.TFRECORD, file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageNotContainingAny("Invalid result set", "states no reason");
    }

    @Test
    void filesOfOtherKindsAreErrors() throws IOException {
        Path text = file("no Parquet, but text".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> ParquetFiles.schema(text))
                .hasMessage(text + ": not a Parquet file: expected the first bytes 50415231, found 6e6f2050; check the"
                        + " path, or write the file again");
        byte[] encrypted = good.clone();
        encrypted[good.length - 1] = 'E';
        assertThatThrownBy(() -> ParquetFiles.schema(file(encrypted)))
                .hasMessageEndingWith("the Parquet file is encrypted; decrypt it first");
        assertThatThrownBy(() -> ParquetFiles.schema(directory.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> ParquetFiles.schema(directory)).hasMessageContaining("not a regular file");
    }

    @Test
    void noFilesStayAfterAnError() throws IOException {
        Path file = file(Arrays.copyOf(good, good.length - 1));
        assertThatThrownBy(() -> trip.back(RecordFormat.TFRECORD, file)).isInstanceOf(IOException.class);
        assertThat(trip.back(RecordFormat.TFRECORD, file(good))).isEqualTo(payloads);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("records", "records.parquet", "hostile.parquet", "back");
        }
    }
}
