package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.shard.RecordSet;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an index, range or text that does not fit is reported with its argument and the limit. */
class BoundsMessagesTest {

    private static final Example THREE = Example.builder()
            .put("x", 1, 2, 3)
            .put("f", 1f, 2f, 3f)
            .put("b", "1", "2")
            .put("one", 1)
            .build();

    private final Map<ThrowingCallable, String> calls = new LinkedHashMap<>();

    @Test
    void namesTheFeatureAndTheNumberOfValues() {
        for (int index : new int[] {3, 5, -1}) {
            String text = "index " + index + " is out of bounds; number of values: ";
            calls.put(() -> THREE.feature("x").longAt(index), "feature \"x\": " + text + 3);
            calls.put(() -> THREE.feature("x").intAt(index), "feature \"x\": " + text + 3);
            calls.put(() -> THREE.feature("f").floatAt(index), "feature \"f\": " + text + 3);
            calls.put(() -> THREE.feature("f").doubleAt(index), "feature \"f\": " + text + 3);
            calls.put(() -> THREE.feature("b").bytesAt(index), "feature \"b\": " + text + 2);
            calls.put(() -> THREE.feature("one").longAt(index), "feature \"one\": " + text + 1);
            calls.put(() -> Feature.of(1f).floatAt(index), text + 1);
            calls.put(() -> Feature.ofDoubles(1).doubleAt(index), text + 1);
            calls.put(() -> Feature.ofInt32s(1).longAt(index), text + 1);
            calls.put(
                    () -> FeatureList.of(Feature.of(1)).get(index),
                    "index " + index + " is out of bounds; number of steps: 1");
        }
        checkBounds();
    }

    @Test
    void namesTheCursorsArrays() {
        ExampleCursor cursor =
                ExampleCursor.ofExamples(dev.riffle.example.Dialect.TENSORFLOW).reset(THREE.toBytes());
        assertThat(cursor.next()).isEqualTo(ExampleCursor.Event.FEATURE);
        calls.put(
                () -> cursor.copyRanges(new int[2], new int[1], 0),
                "part of sizes with offset 0 and size 2 is out of bounds; length: 1");
        calls.put(
                () -> cursor.copyBytes(0, 5, new byte[3], 0),
                "part of target with offset 0 and size 5 is out of bounds; length: 3");
        calls.put(
                () -> cursor.copyBytes(-1, 5, new byte[9], 0),
                "part of the message with offset -1 and size 5 is out of bounds; length: "
                        + THREE.toBytes().size());
        checkBounds();
        assertThat(cursor.next()).isEqualTo(ExampleCursor.Event.FEATURE);
        calls.put(
                () -> cursor.copyFloats(new float[2], 0),
                "part of target with offset 0 and size 3 is out of bounds; length: 2");
        calls.put(
                () -> cursor.copyDoubles(new double[3], 1),
                "part of target with offset 1 and size 3 is out of bounds; length: 3");
        checkBounds();
    }

    @Test
    void namesTheBoundsOfBytesAndPayloads() throws IOException {
        Bytes bytes = Bytes.ofUtf8("abc");
        PayloadBatch batch = PayloadBatch.of(List.of(bytes, bytes));
        RecordWriter writer = RecordWriter.create(new ByteArrayOutputStream(), "a", RecordWriterOptions.defaults());
        calls.put(() -> bytes.get(3), "index 3 is out of bounds; number of bytes: 3");
        calls.put(() -> bytes.slice(2, 1), "range from 2 to 1 is out of bounds; number of bytes: 3");
        calls.put(
                () -> bytes.copyTo(1, new byte[9], 0, 3),
                "part of the bytes with offset 1 and size 3 is out of bounds; length: 3");
        calls.put(
                () -> bytes.copyTo(1, new byte[2], 1, 2),
                "part of target with offset 1 and size 2 is out of bounds; length: 2");
        calls.put(
                () -> Bytes.copyOf(new byte[10], 8, 3),
                "part of bytes with offset 8 and size 3 is out of bounds; length: 10");
        calls.put(
                () -> writer.write(new byte[10], 3, -1),
                "part of payload with offset 3 and size -1 is out of bounds; length: 10");
        calls.put(
                () -> writer.write(new byte[10], Integer.MAX_VALUE, 1),
                "part of payload with offset 2147483647 and size 1 is out of bounds; length: 10");
        calls.put(() -> batch.payload(2), "index 2 is out of bounds; number of payloads: 2");
        calls.put(() -> batch.keepFirst(3), "range from 0 to 3 is out of bounds; number of payloads: 2");
        calls.put(
                () -> batch.keep(new int[1], 2),
                "part of indexes with offset 0 and size 2 is out of bounds; length: 1");
        calls.put(() -> batch.keep(new int[] {7}, 1), "index 7 is out of bounds; number of payloads: 2");
        checkBounds();
        writer.write(bytes);
        writer.commit();
        writer.close();
        assertThat(writer.count()).isEqualTo(1);
    }

    @Test
    void namesTheBoundsOfTensors() {
        Values values = Values.ofLongs(1, 2, 3, 4);
        Values strings = Values.ofStrings("a", "b");
        DenseTensor dense = DenseTensor.of(Shape.of(2, 2), values);
        RaggedTensor ragged = RaggedTensor.of(values, Values.ofLongs(0, 1, 4));
        SparseTensor sparse = SparseTensor.of(Values.ofLongs(1), Values.ofLongs(9), Shape.of(3));
        ParsedFeatures parsed =
                ExampleParser.compile(FeatureSpecs.parse("x:int64*")).parse(List.of(THREE.toBytes(), THREE.toBytes()));
        calls.put(() -> values.longAt(5), "index 5 is out of bounds; number of elements: 4");
        calls.put(() -> Values.ofFloats(1).doubleAt(-1), "index -1 is out of bounds; number of elements: 1");
        calls.put(() -> strings.utf8At(2), "index 2 is out of bounds; number of elements: 2");
        calls.put(() -> values.slice(3, 5), "range from 3 to 5 is out of bounds; number of elements: 4");
        calls.put(
                () -> values.copyTo(2, new long[9], 0, 3),
                "part of the elements with offset 2 and size 3 is out of bounds; length: 4");
        calls.put(
                () -> values.copyTo(0, new long[2], 0, 3),
                "part of target with offset 0 and size 3 is out of bounds; length: 2");
        calls.put(() -> dense.longAt(1, 2), "position [1, 2] is out of bounds; size of dimension 1: 2");
        calls.put(() -> dense.shape().dim(2), "dimension 2 is out of bounds; number of dimensions: 2");
        calls.put(() -> ragged.longAt(0, 1), "position [0, 1] is out of bounds; size of dimension 1: 1");
        calls.put(() -> ragged.row(2), "row 2 is out of bounds; number of rows: 2");
        calls.put(() -> sparse.indexAt(1, 0), "entry 1 is out of bounds; number of entries: 1");
        calls.put(() -> parsed.has("x", 2), "row 2 is out of bounds; number of rows: 2");
        calls.put(() -> parsed.payloadIndexAt(-1), "row -1 is out of bounds; number of rows: 2");
        checkBounds();
    }

    @Test
    void namesTheBoundsOfAnIndex(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("a.tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), writer -> writer.write("a"));
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            calls.put(() -> index.get(1), "index 1 is out of bounds; number of records: 1");
            calls.put(() -> index.getAll(0, -1), "index -1 is out of bounds; number of records: 1");
            calls.put(() -> index.range(0, 2), "range from 0 to 2 is out of bounds; number of records: 1");
            checkBounds();
        }
    }

    @Test
    void namesANameThatIsNotValid(@TempDir Path directory) {
        calls.put(
                () -> RecordSet.find(directory, "a\0"),
                "word must be a path, a pattern or a set: \"a\\u0000\": Nul character not allowed");
        calls.put(() -> Bytes.ofHex("0x"), "digits must be pairs of hexadecimal digits: 0x");
        calls.forEach((call, message) -> assertThatThrownBy(call)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message));
    }

    @Test
    void namesWhatIsWrongWithAText() {
        String saved = Dataset.range(3).iterator().checkpoint().toString();
        String missing = "not a checkpoint of Riffle: the member \"riffle\" is missing";
        calls.put(() -> Checkpoint.parse("{}"), missing);
        calls.put(() -> Checkpoint.parse("{\"a\":1}"), missing);
        calls.put(() -> Checkpoint.parse("[]"), "not a checkpoint of Riffle: must be a JSON object: []");
        calls.put(() -> Checkpoint.parse("7"), "not a checkpoint of Riffle: must be a JSON object: 7");
        calls.put(() -> Checkpoint.parse(" \n"), "not a checkpoint of Riffle: the text is empty");
        calls.put(() -> Checkpoint.parse(""), "not a checkpoint of Riffle: the text is empty");
        calls.put(
                () -> Checkpoint.parse("{\"riffle\":3}"), "not a checkpoint of Riffle: the member \"run\" is missing");
        calls.forEach((call, message) -> assertThatThrownBy(call)
                .isExactlyInstanceOf(CheckpointException.class)
                .hasMessage(message));
        for (int length = 1; length < saved.length(); length++) {
            String cut = saved.substring(0, length);
            assertThatThrownBy(() -> Checkpoint.parse(cut))
                    .isExactlyInstanceOf(CheckpointException.class)
                    .hasMessageStartingWith("not a checkpoint of Riffle: ");
        }
        assertThat(Checkpoint.parse(saved)).hasToString(saved);
    }

    private void checkBounds() {
        calls.forEach((call, message) -> assertThatThrownBy(call)
                .as(message)
                .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage(message));
        calls.clear();
    }
}
