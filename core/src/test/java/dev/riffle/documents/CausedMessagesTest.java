package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.OfRecordParts;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.example.Example;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.index.RecordIndex;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordSet;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Causes frequent errors, and checks that {@code docs/reference/errors.md} has a row for each complete message. */
class CausedMessagesTest {

    private static ExplainedMessages page;

    @TempDir
    private Path directory;

    private Path file;
    private final List<String> unexplained = new ArrayList<>();

    @BeforeAll
    static void readPage() throws IOException {
        page = ExplainedMessages.read();
    }

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("two.tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            records.write(Example.builder().put("label", 4).build().toBytes());
            records.write(Example.builder().put("label", 5).build().toBytes());
        });
    }

    private void assertExplained(ThrowingCallable call) {
        Throwable error = catchThrowable(call);
        assertThat(error).isNotNull();
        String message = String.valueOf(error.getMessage());
        if (!page.contains(message)) {
            unexplained.add(message);
        }
    }

    @AfterEach
    void everyMessageHasARow() {
        assertThat(unexplained).isEmpty();
    }

    private static void read(Path file, RecordReaderOptions options) throws IOException {
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                assertThat(records.payloadSize()).isNotNegative();
            }
        }
    }

    private Path changed(int at, int... bytes) throws IOException {
        byte[] content = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i++) {
            content[at + i] = (byte) bytes[i];
        }
        return Files.write(directory.resolve("changed"), content);
    }

    @Test
    void damage() throws IOException {
        RecordReaderOptions options = RecordReaderOptions.defaults();
        RecordReaderOptions tfRecord = options.format(RecordFormat.TFRECORD);
        RecordReaderOptions ofRecord = options.format(RecordFormat.OFRECORD);
        int size = (int) Files.size(file);
        assertExplained(() -> read(changed(0, 1), tfRecord));
        assertExplained(() -> read(changed(13, 99), options));
        byte[] content = Files.readAllBytes(file);
        for (int cut : new int[] {size - 3, size / 2 + 5}) {
            Path torn = Files.write(directory.resolve("torn"), Arrays.copyOf(content, cut));
            assertExplained(() -> read(torn, options));
        }
        assertExplained(() -> read(changed(0, 0, 0, 0, 0, 0, 0, 0, 0x80), ofRecord));
        assertExplained(() -> read(changed(0, 0, 0, 0, 0, 0, 0, 0, 0), ofRecord));
        assertExplained(() -> read(file, options.withoutMapping().maxRecordSize(1)));
        assertExplained(() -> read(Files.writeString(directory.resolve("notes.txt"), "a line of text\n"), options));
    }

    @Test
    void files() {
        assertExplained(() -> RecordReader.open(directory.resolve("missing")));
        assertExplained(() -> RecordWriter.create(file));
        assertExplained(() -> RecordWriter.create(directory));
        assertExplained(() -> RecordWriter.create(directory.resolve("none/a")));
        assertExplained(() -> RecordWriter.create(file.resolve("a")));
        assertExplained(() -> OfRecordParts.in(directory));
        assertExplained(() -> OfRecordParts.in(file));
        assertExplained(() -> RecordSet.find(directory, "train@3"));
        assertExplained(() -> RecordSet.of(List.of(Path.of("a-00000-of-00002"))));
    }

    @Test
    void wrongCalls() throws IOException {
        RecordReader reader = RecordReader.open(file);
        assertExplained(reader::payload);
        reader.close();
        assertExplained(reader::next);
        RecordWriter writer = RecordWriter.create(directory.resolve("new"));
        assertExplained(writer::close);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            assertExplained(() -> index.find(7));
        }
    }

    @Test
    void content() {
        Example example = Example.builder().put("label", 4).put("ids", 1, 2).build();
        assertExplained(() -> Example.parse(new byte[] {1, 2, 3}));
        assertExplained(() -> example.feature("lable"));
        assertExplained(() -> example.feature("ids").longValue());
        assertExplained(() -> example.feature("label").utf8Value());
        for (String specs : List.of("name:string", "label:float32", "ids:int64", "label:int64[3]")) {
            ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse(specs));
            assertExplained(() -> parser.parse(example.toBytes()));
        }
        assertExplained(() -> FeatureSpecs.parse("label:int65"));
        assertExplained(() -> FeatureFilter.parse("label >"));
        assertExplained(() -> FeatureFilter.parse("ids > 1").test(example.toBytes()));
        assertExplained(
                () -> TensorProto.parse(TensorProto.serialize(DenseTensor.vector(Values.ofInts(1))), DType.INT64));
    }

    @Test
    void pipelines() {
        Dataset<DenseTensor> rows =
                Dataset.of(DenseTensor.vector(Values.ofInts(1)), DenseTensor.vector(Values.ofInts(1, 2)));
        assertExplained(() -> rows.batch(2, Collator.tensors()).toList());
        assertExplained(() -> rows.paddedBatch(2, Collator.padded().shape(1)).toList());
        assertExplained(() -> Checkpoint.parse("{}"));
        assertExplained(() -> Dataset.range(2).single());
        assertExplained(() -> Dataset.range(0).single());
        assertExplained(() -> Dataset.range(0).iterator().next());
    }
}
