package dev.riffle.arrow;

import static dev.riffle.arrow.FilledVectors.DOUBLE;
import static dev.riffle.arrow.FilledVectors.INT64;
import static dev.riffle.arrow.FilledVectors.field;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Progress;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks writes from a reader of several batches to all outputs. */
class ArrowRecordsOutputTest {

    private final BufferAllocator allocator = new RootAllocator(64 << 20);

    @TempDir
    private Path directory;

    @AfterEach
    void allMemoryIsReleased() {
        allocator.close();
    }

    private byte[] stream(Schema schema, List<List<List<Object>>> batches) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
                ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(bytes))) {
            for (List<List<Object>> rows : batches) {
                FilledVectors.fill(root, rows);
                writer.writeBatch();
            }
            writer.end();
        }
        return bytes.toByteArray();
    }

    private ArrowReader reader(byte[] stream) {
        return new ArrowStreamReader(new ByteArrayInputStream(stream), allocator);
    }

    private ArrowReader numbers() throws IOException {
        return reader(stream(
                new Schema(List.of(field("x", INT64))),
                List.of(List.of(List.of(1), List.of(2)), List.of(), List.of(List.of(3), List.of(4), List.of(5)))));
    }

    private static Example number(long x) {
        return Example.builder().put("x", x).build();
    }

    private static List<Example> read(Path path) throws IOException {
        List<Example> examples = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(ByteSource.of(path))) {
            while (reader.next()) {
                examples.add(Example.parse(reader.payloadBytes()));
            }
        }
        return examples;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void allBatchesBecomeOneFile() throws IOException {
        Path path = directory.resolve("x.tfrecord");
        try (ArrowReader reader = numbers()) {
            assertThat(ArrowRecords.write(reader, RecordOutput.file(path, RecordWriterOptions.defaults())))
                    .isEqualTo(5);
        }

        assertThat(read(path)).containsExactly(number(1), number(2), number(3), number(4), number(5));
    }

    @Test
    void aSetIsWrittenWithItsManifest() throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults();
        try (ArrowReader reader = numbers()) {
            ArrowRecords.write(reader, RecordOutput.ofRecords(directory.resolve("x.tfrecord"), "", 2, options));
        }

        assertThat(files())
                .contains("x.tfrecord-00000-of-00003", "x.tfrecord-00001-of-00003", "x.tfrecord-00002-of-00003");
        assertThat(read(directory.resolve("x.tfrecord-00002-of-00003"))).containsExactly(number(5));
    }

    @Test
    void recordsWithOneKeyAreInOneShard() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("k.tfrecord"), 3);
        try (ArrowReader reader = numbers()) {
            ArrowRecords.write(reader, RecordOutput.byKey(names, "x", MissingKey.FAIL, RecordWriterOptions.defaults()));
        }

        for (long x = 1; x <= 5; x++) {
            int shard = ShardedRecordWriter.shardOf(ShardedRecordWriter.keyOf(x), 3);
            assertThat(read(names.paths().get(shard))).contains(number(x));
        }
    }

    @Test
    void anOutputThatNeedsTheCountIsRejected() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("x.tfrecord"), 2);
        try (ArrowReader reader = numbers()) {
            RecordOutput output = RecordOutput.shards(names, RecordWriterOptions.defaults());
            assertThatThrownBy(() -> ArrowRecords.write(reader, output))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("create the writer with ShardNames");
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void anErrorInALaterBatchPublishesNothing() throws IOException {
        byte[] stream = stream(
                new Schema(List.of(field("a", FilledVectors.UTF8), field("x", DOUBLE))),
                List.of(List.of(List.of("p", 1), List.of("q", 2)), List.of(List.of("r", 0.1))));
        List<Progress> events = new ArrayList<>();
        try (ArrowReader reader = reader(stream)) {
            RecordOutput output = RecordOutput.file(directory.resolve("x.tfrecord"), RecordWriterOptions.defaults());
            ArrowRecordOptions options = ArrowRecordOptions.defaults().progress(events::add);
            assertThatThrownBy(() -> ArrowRecords.write(reader, output, options))
                    .isInstanceOf(ArrowColumnException.class)
                    .hasMessageStartingWith("row 2: column \"x\": 0.1 is not exactly a 32-bit float");
        }
        assertThat(files()).isEmpty();
        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isEqualTo(new Progress(2, events.get(0).bytes(), OptionalLong.empty(), false));
        assertThat(events.get(1).finished()).isTrue();
    }

    @Test
    void aRejectedColumnIsReportedBeforeTheOutputIsOpened() throws IOException {
        byte[] stream = stream(
                new Schema(List.of(field("a.b", INT64), field("a", ArrowType.Struct.INSTANCE, field("b", INT64)))),
                List.of());
        Path missing = directory.resolve("missing/x.tfrecord");
        try (ArrowReader reader = reader(stream)) {
            RecordOutput output = RecordOutput.file(missing, RecordWriterOptions.defaults());
            assertThatThrownBy(() -> ArrowRecords.write(reader, output)).isInstanceOf(ArrowColumnException.class);
        }
    }

    @Test
    void roundingIsAnOption() throws IOException {
        byte[] stream = stream(new Schema(List.of(field("x", DOUBLE))), List.of(List.of(List.of(0.1))));
        Path path = directory.resolve("x.tfrecord");
        try (ArrowReader reader = reader(stream)) {
            ArrowRecords.write(
                    reader,
                    RecordOutput.file(path, RecordWriterOptions.defaults()),
                    ArrowRecordOptions.defaults().rounding(ArrowRecordOptions.Rounding.NEAREST));
        }

        assertThat(read(path)).containsExactly(Example.builder().put("x", 0.1f).build());
    }

    @Test
    void aListenerReceivesEachBatchAndOneLastEvent() throws IOException {
        List<Progress> events = new ArrayList<>();
        try (ArrowReader reader = numbers()) {
            ArrowRecords.write(
                    reader,
                    RecordOutput.file(directory.resolve("x.tfrecord"), RecordWriterOptions.defaults()),
                    ArrowRecordOptions.defaults().progress(events::add));
        }

        assertThat(events).extracting(Progress::records).containsExactly(2L, 2L, 5L, 5L);
        assertThat(events).extracting(Progress::finished).containsExactly(false, false, false, true);
        assertThat(events.get(0).bytes()).isPositive().isLessThan(events.get(3).bytes());
    }

    @Test
    void aListenerThatThrowsEndsTheWrite() throws IOException {
        List<Progress> events = new ArrayList<>();
        try (ArrowReader reader = numbers()) {
            RecordOutput output = RecordOutput.file(directory.resolve("x.tfrecord"), RecordWriterOptions.defaults());
            ArrowRecordOptions options = ArrowRecordOptions.defaults().progress(event -> {
                events.add(event);
                throw new UncheckedIOException(new IOException("stop"));
            });
            assertThatThrownBy(() -> ArrowRecords.write(reader, output, options))
                    .hasMessageContaining("stop");
        }
        assertThat(events).hasSize(1);
        assertThat(files()).isEmpty();
    }

    @Test
    void payloadsFeedAWriterOfTheCaller() throws IOException {
        Path path = directory.resolve("x.tfrecord");
        try (ArrowReader reader = numbers();
                RecordWriter writer = RecordWriter.create(path)) {
            writer.writeAll(ArrowRecords.payloads(reader, writer.format()));
            writer.commit();
        }
        ShardNames names = ShardNames.of(directory.resolve("s.tfrecord"), 2);
        try (VectorSchemaRoot root = FilledVectors.of(
                        allocator, new Schema(List.of(field("x", INT64))), List.of(List.of(1), List.of(2)));
                ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            for (Bytes payload :
                    ArrowRecords.payloads(root, RecordFormat.TFRECORD).toList()) {
                writer.write(payload);
            }
            writer.commit();
        }

        assertThat(read(path)).containsExactly(number(1), number(2), number(3), number(4), number(5));
        assertThat(read(names.paths().get(1))).containsExactly(number(2));
    }

    @Test
    void aStreamThatIsCutEndsWithAnError() throws IOException {
        byte[] whole = stream(new Schema(List.of(field("x", INT64))), List.of(List.of(List.of(1), List.of(2))));
        byte[] cut = Arrays.copyOf(whole, whole.length - 24);
        try (ArrowReader reader = reader(cut)) {
            Stream<Bytes> payloads = ArrowRecords.payloads(reader, RecordFormat.TFRECORD);
            assertThatThrownBy(payloads::toList).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void aDictionaryThatChangesBetweenBatchesIsUsed() throws IOException {
        DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
        Field column = new Field("word", new FieldType(true, new ArrowType.Int(32, true), encoding), List.of());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (VectorSchemaRoot words = FilledVectors.of(
                        allocator,
                        new Schema(List.of(field("v", FilledVectors.UTF8))),
                        List.of(List.of("zero"), List.of("one")));
                DictionaryProvider.MapDictionaryProvider provider =
                        new DictionaryProvider.MapDictionaryProvider(new Dictionary(words.getVector(0), encoding));
                VectorSchemaRoot root =
                        FilledVectors.of(allocator, new Schema(List.of(column)), List.of(List.of(1), List.of(0)));
                ArrowStreamWriter writer = new ArrowStreamWriter(root, provider, Channels.newChannel(bytes))) {
            writer.writeBatch();
            FieldVector vector = words.getVector(0);
            ((VarCharVector) vector).setSafe(1, "uno".getBytes(UTF_8));
            writer.writeBatch();
            writer.end();
        }
        try (ArrowReader reader = reader(bytes.toByteArray())) {
            assertThat(ArrowRecords.payloads(reader, RecordFormat.TFRECORD).map(Example::parse))
                    .extracting(example -> example.feature("word").utf8Value())
                    .containsExactly("one", "zero", "uno", "zero");
        }
    }
}
