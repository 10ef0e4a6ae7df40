package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads small Parquet files whose rows need much memory. */
class ParquetMemoryTest {

    private static final int ROWS = 1000;
    private static final int VALUE_BYTES = 20_000;

    @TempDir
    private Path directory;

    /** Writes the rows of a query with DuckDB. */
    private Path write(String query, int rowGroup) throws IOException {
        Path file = directory.resolve("x.parquet");
        try (BufferAllocator allocator = new RootAllocator();
                DuckSession session = DuckSession.open(ParquetSource.session(OptionalLong.empty()), allocator)) {
            session.lock(List.of(file));
            session.copyToParquet(query, file, "COMPRESSION zstd, ROW_GROUP_SIZE " + rowGroup);
        }
        return file;
    }

    /** Returns the number of records. */
    private long read(Path file, long memory) throws IOException {
        Path back = directory.resolve("back");
        RecordOutput output = RecordOutput.file(
                back, RecordWriterOptions.defaults().overwrite().withoutSync());
        ParquetFiles.read(List.of(file), output, ParquetReadOptions.defaults().memoryLimit(memory));
        try (RecordReader reader = RecordReader.open(back)) {
            long records = 0;
            while (reader.next()) {
                records++;
            }
            return records;
        }
    }

    /** All rows share one value of the file, which has few kilobytes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT repeat('x', 20000) AS a",
                "SELECT repeat('x', 20000)::BLOB AS a, NULL::VARCHAR AS b",
                "SELECT {'b': repeat('x', 20000)} AS a",
                "SELECT MAP {'k': repeat('x', 19999)} AS a",
                "SELECT [repeat('x', 10000), repeat('y', 10000)] AS a",
                "SELECT [repeat('x', 20000)] AS _file, 7 AS file_row_number"
            })
    void rowsMayNeedAQuarterOfTheMemory(String query) throws IOException {
        Path file = write(query + " FROM range(" + ROWS + ")", 122_880);
        assertThat(Files.size(file)).isLessThan(20_000);
        assertThatThrownBy(() -> read(file, 3L * ROWS * VALUE_BYTES))
                .isInstanceOf(IOException.class)
                .message()
                .matches("\\Q" + file + "\\E: rows 0 to 999 need 20000000 bytes of memory, but the limit is 1\\d{7}, a"
                        + " quarter of DuckDB's memory; raise the limit \\(--memory, ParquetReadOptions\\.memoryLimit\\),"
                        + " or write the file with smaller row groups");
        assertThat(directory.resolve("back")).doesNotExist();
        assertThat(read(file, 10L * ROWS * VALUE_BYTES)).isEqualTo(ROWS);
    }

    @Test
    void rowsOfSmallRowGroupsAreReadApart() throws IOException {
        Path file = write("SELECT repeat('x', 20000) AS a FROM range(4096)", 2048);
        assertThatThrownBy(() -> read(file, 100L << 20)).message().contains("rows 0 to 2047 need 40960000 bytes");
        assertThat(read(file, 200L << 20)).isEqualTo(4096);
    }

    @Test
    void aLargeRowIsNoReasonAgainstSmallRows() throws IOException {
        String rows = "FROM range(10000) t(i)";
        Path file = write("SELECT repeat('x', CASE i WHEN 5000 THEN 2000000 ELSE 2 END) AS a " + rows, 2048);
        assertThat(read(file, 100L << 20)).isEqualTo(10_000);
        Path large = write("SELECT repeat('x', CASE i WHEN 5000 THEN 30000000 ELSE 2 END) AS a " + rows, 2048);
        assertThatThrownBy(() -> read(large, 100L << 20)).message().contains(": rows 4096 to 6143 need 30004");
    }
}
