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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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
