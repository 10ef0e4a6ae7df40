package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.BuiltInFormats;
import dev.riffle.CorruptRecordException;
import dev.riffle.Progress;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFilesTest {

    private static final Example ONE = Example.builder()
            .put("id", 1)
            .put("score", 0.5f, 2f)
            .put("text", "käse")
            .build();
    private static final Example TWO = Example.builder().put("id", 2).build();

    @TempDir
    Path directory;

    private ParquetTrip trip;
    private Path records;

    @BeforeEach
    void writeRecords() throws IOException {
        trip = new ParquetTrip(directory);
        records = trip.records("records", ONE, TWO);
    }

    /** Runs a statement of DuckDB in a session of its own, and returns the first column. */
    private static List<String> duckDb(String statement) throws Exception {
        List<String> found = new ArrayList<>();
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement running = connection.createStatement();
                ResultSet rows = running.executeQuery(statement)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private static void copy(String statement) throws Exception {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement running = connection.createStatement()) {
            running.execute(statement);
        }
    }

    private Path foreign(String query) throws Exception {
        Path file = directory.resolve("foreign.parquet");
        copy("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
        return file;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void otherProgramsReadTheColumns() throws Exception {
        Path file = trip.parquet(records);

        assertThat(duckDb("SELECT {'id': id, 'score': score, 'text': text} FROM '" + file + "'"))
                .containsExactly(
                        "{'id': 1, 'score': [0.5, 2.0], 'text': käse}", "{'id': 2, 'score': NULL, 'text': NULL}");
        assertThat(duckDb("SELECT DISTINCT compression FROM parquet_metadata('" + file + "')"))
                .containsExactly("ZSTD");
        assertThat(duckDb("SELECT decode(key) FROM parquet_kv_metadata('" + file + "')"))
                .containsExactly("riffle.schema");
    }

    @Test
    void theOptionsChooseCompressionAndRowGroups() throws Exception {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            payloads.add(Example.builder().put("id", i).build().toBytes());
        }
        ArrowBatches batches = ArrowBatches.of(
                ParquetTrip.input(trip.records("many", RecordFormat.TFRECORD, payloads)),
                ParquetFiles.infer(ParquetTrip.input(directory.resolve("many")), 10));
        for (ParquetCompression compression : ParquetCompression.values()) {
            Path file = directory.resolve(compression + ".parquet");
            ParquetOptions options =
                    ParquetOptions.defaults().compression(compression).rowGroup(2048);

            assertThat(ParquetFiles.write(batches, file, options)).isEqualTo(5000);
            assertThat(duckDb("SELECT row_group_num_rows || compression FROM parquet_metadata('" + file + "')"))
                    .containsExactly(Stream.of(2048, 2048, 904)
                            .map(rows -> rows
                                    + (compression == ParquetCompression.NONE
                                            ? "UNCOMPRESSED"
                                            : compression.toString()))
                            .toArray(String[]::new));
            assertThat(trip.back(RecordFormat.TFRECORD, file)).isEqualTo(payloads);
        }
    }

    @Test
    void columnsHaveTheNamesOfFeatures() throws Exception {
        Example example = Example.builder()
                .put("", 1)
                .put("a", 2)
                .put("A", 3)
                .put("A_1", 4)
                .put("a\0", 5)
                .put("it's \"x\". y", 6)
                .put("É", 7)
                .put("é", 8)
                .build();
        Path file = trip.parquet(trip.records("names", example));

        assertThat(duckDb("SELECT name FROM parquet_schema('" + file + "') OFFSET 1"))
                .containsExactly("_1", "A", "A_1", "a_2", "a__1", "it's \"x\". y", "É", "é");
        assertThat(trip.back(RecordFormat.TFRECORD, file)).containsExactly(example.toBytes());
    }

    @Test
    void recordsWithoutFeaturesAreRows() throws Exception {
        for (RecordFormat format : BuiltInFormats.all()) {
            List<Bytes> none = format == RecordFormat.TFRECORD ? List.of(Bytes.empty(), Bytes.empty()) : List.of();
            assertThat(trip.back(format, trip.parquet(trip.records("empty", format, none))))
                    .isEqualTo(none);
            assertThat(trip.back(format, trip.parquet(trip.records("nothing", format, List.of()))))
                    .isEmpty();
        }
        assertThat(ParquetFiles.schema(trip.parquet(trip.records("empty", Example.empty())))
                        .getFields())
                .extracting(Field::getName)
                .containsExactly("_record");
    }

    @Test
    void existingFilesStay() throws Exception {
        Path file = trip.parquet(records);
        byte[] before = Files.readAllBytes(file);

        assertThatThrownBy(() -> ParquetFiles.write(ParquetTrip.input(records), file))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasBinaryContent(before);

        Path other = trip.records("other", TWO);
        ArrowBatches batches = ArrowBatches.of(ParquetTrip.input(other), ParquetFiles.schema(file));
        ParquetFiles.write(batches, file, ParquetOptions.defaults().overwrite());
        assertThat(trip.back(RecordFormat.TFRECORD, file)).containsExactly(TWO.toBytes());
        assertThatThrownBy(() -> ParquetFiles.write(
                        ParquetTrip.input(records), directory.resolve("missing").resolve("x.parquet")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("directory not found");
    }

    @Test
    void allFilesAppearOrNone() throws Exception {
        Path damaged = trip.records("damaged", ONE, TWO);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length - 1] ^= 1;
        Files.write(damaged, bytes);
        List<String> before = names();
        List<ArrowBatches> inputs = new ArrayList<>();
        for (Path input : List.of(records, damaged)) {
            inputs.add(ArrowBatches.of(
                    ParquetTrip.input(input), ParquetFiles.infer(ParquetTrip.input(records), Long.MAX_VALUE)));
        }
        List<Path> outputs = ShardNames.of(directory.resolve("out"), 2).paths();

        assertThatThrownBy(() -> ParquetFiles.writeEach(inputs, outputs, ParquetOptions.defaults()))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageStartingWith(damaged.toString());
        assertThat(names()).isEqualTo(before);

        List<WrittenShard> written =
                ParquetFiles.writeEach(List.of(inputs.get(0), inputs.get(0)), outputs, ParquetOptions.defaults());
        assertThat(written).extracting(WrittenShard::records).containsExactly(2L, 2L);
        assertThat(written).extracting(WrittenShard::bytes).containsOnly(Files.size(outputs.get(0)));
        List<Path> back = List.of(directory.resolve("b"), directory.resolve("a"));
        ParquetFiles.readEach(outputs, back, RecordWriterOptions.defaults(), ParquetReadOptions.defaults());
        assertThat(ParquetTrip.payloads(back.get(1))).isEqualTo(ParquetTrip.payloads(records));
        Files.write(outputs.get(1), new byte[20]);
        assertThatThrownBy(() -> ParquetFiles.readEach(
                        outputs,
                        List.of(directory.resolve("c"), directory.resolve("d")),
                        RecordWriterOptions.defaults(),
                        ParquetReadOptions.defaults()))
                .hasMessageContaining("not a Parquet file");
        assertThat(directory.resolve("c")).doesNotExist();
    }

    @Test
    void aRecordThatDoesNotFitEndsTheWrite() throws Exception {
        Path other = trip.records("other", ONE, Example.builder().put("id", "x").build());
        ArrowBatches batches =
                ArrowBatches.of(ParquetTrip.input(other), ParquetFiles.infer(ParquetTrip.input(records), 10));
        Path file = directory.resolve("x.parquet");

        assertThatThrownBy(() -> ParquetFiles.write(batches, file, ParquetOptions.defaults()))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessageContaining("record 1");
        assertThat(file).doesNotExist();
    }

    @Test
    void anInterruptEndsTheWrite() throws Exception {
        ArrowBatches batches =
                ArrowBatches.of(ParquetTrip.input(records), ParquetFiles.infer(ParquetTrip.input(records), 10));
        Path file = directory.resolve("x.parquet");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> ParquetFiles.write(batches, file, ParquetOptions.defaults()))
                    .isInstanceOf(IOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(names()).containsExactly("records");
    }

    @Test
    void rowsKeepTheirOrderAndDivideEvenly() throws Exception {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < 30_001; i++) {
            payloads.add(Example.builder().put("id", i).build().toBytes());
        }
        Path many = trip.records("many", RecordFormat.TFRECORD, payloads);
        Path file = directory.resolve("many.parquet");
        ArrowBatches batches = ArrowBatches.of(ParquetTrip.input(many), ParquetFiles.infer(ParquetTrip.input(many), 1));
        ParquetFiles.write(batches, file, ParquetOptions.defaults().rowGroup(2048));
        List<Progress> events = new ArrayList<>();
        ShardNames names = ShardNames.of(directory.resolve("back"), 4);

        List<WrittenShard> written = ParquetFiles.read(
                List.of(file, file),
                RecordOutput.shards(names, RecordWriterOptions.defaults()),
                ParquetReadOptions.defaults().progress(events::add));

        assertThat(written).extracting(WrittenShard::records).containsExactly(15001L, 15001L, 15000L, 15000L);
        List<Bytes> back = new ArrayList<>();
        for (Path shard : names.paths()) {
            back.addAll(ParquetTrip.payloads(shard));
        }
        assertThat(back.subList(0, payloads.size())).isEqualTo(payloads);
        assertThat(back.subList(payloads.size(), back.size())).isEqualTo(payloads);
        Progress last = events.get(events.size() - 1);
        assertThat(last.finished()).isTrue();
        assertThat(last.records()).isEqualTo(60_002);
        assertThat(last.bytes()).isEqualTo(2 * Files.size(file));
    }

    @Test
    void metadataOfAnotherFileAreIgnoredWithANote() throws Exception {
        Map<String, String> reasons = Map.of(
                "no schema",
                "is not valid",
                ParquetFiles.schema(trip.parquet(records)).toJson(),
                "describes other columns",
                "{\"fields\":[{\"name\":\"x\",\"nullable\":true,\"type\":{\"name\":\"utf8\"},\"children\":[]}]}",
                "describes another type of the column x");
        for (Map.Entry<String, String> reason : reasons.entrySet()) {
            Path file = directory.resolve("changed.parquet");
            copy("COPY (SELECT 7 AS x) TO '" + file + "' (FORMAT parquet, KV_METADATA {'riffle.schema': '"
                    + reason.getKey() + "'})");
            List<String> notes = new ArrayList<>();
            Path back = directory.resolve("back");
            ParquetFiles.read(
                    List.of(file),
                    RecordOutput.file(back, RecordWriterOptions.defaults().overwrite()),
                    ParquetReadOptions.defaults().notes(notes::add));

            assertThat(notes)
                    .singleElement()
                    .asString()
                    .contains("riffle.schema")
                    .contains(reason.getValue());
            assertThat(ParquetTrip.payloads(back))
                    .containsExactly(Example.builder().put("x", 7).build().toBytes());
        }
    }

    @Test
    void filesOfOtherProgramsFollowTheRulesOfArrow() throws Exception {
        Path file = foreign("SELECT 1::TINYINT AS i, 1.5::DECIMAL(4,2) AS d, {'x': [1, 2], 'y': 'z'} AS s,"
                + " MAP {'k': 1.5::FLOAT} AS m, DATE '1970-01-03' AS t, NULL::INTEGER AS n, true AS b");

        assertThat(trip.back(RecordFormat.TFRECORD, file).stream().map(Example::parse))
                .containsExactly(Example.builder()
                        .put("i", 1)
                        .put("d", "1.50")
                        .put("s.x", 1, 2)
                        .put("s.y", "z")
                        .put("m.key", new String[] {"k"})
                        .put("m.value", new float[] {1.5f})
                        .put("t", 2)
                        .put("b", 1)
                        .build());
        assertThatThrownBy(() -> trip.back(RecordFormat.TFRECORD, foreign("SELECT INTERVAL 1 DAY AS x")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": column \"x\":");
        Path doubles = foreign("SELECT 0.1::DOUBLE AS x");
        assertThatThrownBy(() -> trip.back(RecordFormat.TFRECORD, doubles))
                .hasMessageContaining("0.1 is not exactly a 32-bit float");
        ParquetFiles.read(
                List.of(doubles),
                RecordOutput.file(directory.resolve("rounded"), RecordWriterOptions.defaults()),
                ParquetReadOptions.defaults().rounding(ArrowRecordOptions.Rounding.NEAREST));
        assertThat(ParquetTrip.payloads(directory.resolve("rounded")))
                .containsExactly(Example.builder().put("x", 0.1f).build().toBytes());
    }

    @Test
    void namesOfFilesAreNotPatterns() throws Exception {
        for (String name : List.of("a[1]", "b*", "c?", "it's", "x=1", "{a,b}", "käse \"x\"")) {
            Path file = trip.parquet(trip.records(name, ONE, TWO));

            assertThat(trip.back(RecordFormat.TFRECORD, file)).isEqualTo(ParquetTrip.payloads(records));
        }
    }
}
