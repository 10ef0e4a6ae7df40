package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.cli.SmallHeap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports rows of almost the largest size. A row that the limit accepts fits in the heap with all its copies. */
class RowLimitTest {

    private static final int CHUNK_BYTES = 100_000;

    @TempDir
    Path directory;

    private final List<String> commands = new ArrayList<>();

    private void command(String input) {
        commands.add("import " + input + " -o out --overwrite");
    }

    /** Writes an array of one row of equal elements. */
    private void array(String name, String type, String shape, int count, String element) throws IOException {
        String header = String.format("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
        byte[] pattern = HexFormat.of().parseHex(element);
        byte[] elements = new byte[pattern.length * count];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = pattern[i % pattern.length];
        }
        try (OutputStream out = Files.newOutputStream(directory.resolve(name + ".npy"))) {
            out.write(HexFormat.of().parseHex("934e554d505901007600"));
            out.write((header + " ".repeat(117 - header.length()) + "\n").getBytes(StandardCharsets.US_ASCII));
            out.write(elements);
        }
        command(name + ".npy");
    }

    private void array(String name, String type, long count, String element) throws IOException {
        array(name, type, "(1, " + count + ")", Math.toIntExact(count), element);
    }

    /** Writes arrays whose rows need this memory. */
    private void writeArrays(long memory) throws IOException {
        array("uint8", "|u1", memory / 18, "ff");
        array("float32", "<f4", memory / 16, "0000803f");
        array("float64", "<f8", memory / 24, "000000000000f83f");
        array("int64", "<i8", memory / 32, "ffffffffffffffff");
        array("uint64", "<u8", memory / 32, "ffffffffffffff7f");
        array("letters", "|S1", memory / 69, "78");
        int bytes = Math.toIntExact((memory - 64) / 5);
        array("string", "|S" + bytes, "(1,)", bytes, "78");
        array("text", "<U" + bytes / 4, "(1,)", bytes / 4, "00000200");
    }

    private void stream(String name, FieldVector column, Map<String, String> metadata) throws IOException {
        Schema schema = new Schema(List.of(column.getField()), metadata);
        try (VectorSchemaRoot root = new VectorSchemaRoot(schema, List.of(column), 1);
                OutputStream out = Files.newOutputStream(directory.resolve(name + ".arrows"));
                ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(out))) {
            writer.writeBatch();
        }
        command(name + ".arrows");
    }

    private static <T extends FieldVector> T elements(ListVector lists, ArrowType type, Class<T> vector) {
        return vector.cast(lists.addOrGetVector(FieldType.nullable(type)).getVector());
    }

    private void list(String name, ListVector lists, int size) throws IOException {
        lists.startNewValue(0);
        lists.endValue(0, size);
        lists.setValueCount(1);
        stream(name, lists, Map.of());
    }

    /** Writes Arrow data whose rows need this memory. */
    private void writeStreams(long memory) throws IOException {
        try (BufferAllocator allocator = new RootAllocator()) {
            VarBinaryVector value = new VarBinaryVector("v", allocator);
            value.setSafe(0, new byte[Math.toIntExact(memory / 3 - 24)]);
            value.setValueCount(1);
            stream("value", value, Map.of());

            int size = Math.toIntExact(memory / 24);
            ListVector lists = ListVector.empty("integers", allocator);
            BigIntVector integers = elements(lists, new ArrowType.Int(64, true), BigIntVector.class);
            for (int i = 0; i < size; i++) {
                integers.setSafe(i, -1);
            }
            list("integers", lists, size);

            size = Math.toIntExact(memory / 12);
            lists = ListVector.empty("floats", allocator);
            Float4Vector floats =
                    elements(lists, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), Float4Vector.class);
            for (int i = 0; i < size; i++) {
                floats.setSafe(i, i);
            }
            list("floats", lists, size);

            size = Math.toIntExact(memory / 75);
            lists = ListVector.empty("letters", allocator);
            VarBinaryVector letters = elements(lists, ArrowType.Binary.INSTANCE, VarBinaryVector.class);
            for (int i = 0; i < size; i++) {
                letters.setSafe(i, new byte[1]);
            }
            list("strings", lists, size);

            size = Math.toIntExact(memory / (3 * CHUNK_BYTES + 72));
            lists = ListVector.empty(RecordMetadata.EXAMPLES_COLUMN, allocator);
            StructVector examples = elements(lists, ArrowType.Struct.INSTANCE, StructVector.class);
            VarBinaryVector chunks =
                    examples.addOrGet("c", FieldType.nullable(ArrowType.Binary.INSTANCE), VarBinaryVector.class);
            for (int i = 0; i < size; i++) {
                examples.setIndexDefined(i);
                chunks.setSafe(i, new byte[CHUNK_BYTES]);
            }
            lists.startNewValue(0);
            lists.endValue(0, size);
            lists.setValueCount(1);
            stream("examples", lists, Map.of(RecordMetadata.MESSAGE, RecordMetadata.EXAMPLE_LIST_WITH_CONTEXT));
        }
    }

    private long limit() throws IOException {
        array("large", "|u1", 8_000_000, "01");
        String message = SmallHeap.run(directory, commands.get(0)).get(0).err();
        commands.clear();
        assertThat(message).contains("but the limit is ");
        return Long.parseLong(message.replaceAll("(?s).*but the limit is (\\d+),.*", "$1"));
    }

    @Test
    void aRowOfAlmostTheLimitFitsInTheHeap() throws IOException {
        long limit = limit();
        writeArrays(limit / 100 * 98);
        writeStreams(limit / 100 * 98);
        assertThat(SmallHeap.run(directory, commands.toArray(new String[0])))
                .hasSameSizeAs(commands)
                .allSatisfy(run -> assertThat(run.err()).doesNotContain("memory"))
                .allSatisfy(run -> assertThat(run.code()).isZero());
    }

    @Test
    void aRowAboveTheLimitIsAnError() throws IOException {
        long limit = limit();
        writeArrays(limit / 100 * 103);
        writeStreams(limit / 100 * 103);
        assertThat(SmallHeap.run(directory, commands.toArray(new String[0])))
                .hasSameSizeAs(commands)
                .allSatisfy(run -> assertThat(run.err()).contains("but the limit is " + limit + ", half of the heap"));
    }
}
