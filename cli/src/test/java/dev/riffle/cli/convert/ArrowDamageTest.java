package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code riffle import} with Arrow data that is cut, changed or hostile. */
class ArrowDamageTest {

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Samples.examples(
                directory.resolve("in.tfrecord"),
                Example.builder().put("a", 1L, 2L).put("b", "text").build(),
                Example.builder().put("a", 3L).build());
        for (String name : new String[] {"x.arrow", "x.arrows"}) {
            assertThat(CommandRun.of(directory, "export", "in.tfrecord", "-o", name)
                            .code())
                    .isZero();
        }
    }

    private CommandRun read(String name, byte[] bytes) throws IOException {
        Files.write(directory.resolve(name), bytes);
        Files.deleteIfExists(directory.resolve("out"));
        return CommandRun.of(directory, "import", name, "-o", "out");
    }

    private void assertExplained(CommandRun run, String name) {
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).startsWith(name + ": ").hasLineCount(1).doesNotContain("Memory was leaked");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.arrow", "x.arrows"})
    void everyCutIsAnError(String name) throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve(name));
        for (int size = 8; size < whole.length; size += Rounds.step(19)) {
            assertExplained(read("cut", Arrays.copyOf(whole, size)), "cut");
        }
        assertThat(read("cut", whole).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.arrow", "x.arrows"})
    void aChangedByteIsAnErrorOrAnotherValue(String name) throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve(name));
        int errors = 0;
        for (int at = 8; at < whole.length; at += Rounds.step(17)) {
            for (int mask : new int[] {1, 0xff}) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) mask;
                CommandRun run = read("bad", changed);
                if (run.code() != 0) {
                    assertThat(run.err())
                            .as("byte %d ^ %x", at, mask)
                            .startsWith("bad: ")
                            .hasLineCount(1);
                    assertThat(directory.resolve("out")).doesNotExist();
                    errors++;
                }
            }
        }
        assertThat(errors).isPositive();
    }

    @Test
    void aHugeFooterIsAnError() throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve("x.arrow"));
        for (int length : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, whole.length}) {
            byte[] bad = whole.clone();
            ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(whole.length - 10, length);
            assertExplained(read("bad", bad), "bad");
        }
    }

    @Test
    void aHugeMessageIsAnError() throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve("x.arrows"));
        for (int length : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -2, whole.length}) {
            byte[] bad = whole.clone();
            ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(4, length);
            assertExplained(read("bad", bad), "bad");
        }
    }

    @Test
    void aStreamWithoutItsEndMarkIsAnError() throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve("x.arrows"));
        CommandRun run = read("cut", Arrays.copyOf(whole, whole.length - 8));
        assertThat(run.err())
                .isEqualTo("cut: not valid Arrow data, or incomplete: the stream ends without its end mark, so it may"
                        + " be incomplete; write it again, and close its writer\n");
        assertExplained(run, "cut");
    }

    private static void writeTexts(WriteChannel out, BufferAllocator allocator, boolean delta) throws IOException {
        VarCharVector texts = new VarCharVector("texts", allocator);
        texts.setSafe(0, "a".getBytes(StandardCharsets.UTF_8));
        texts.setValueCount(1);
        try (VectorSchemaRoot root = VectorSchemaRoot.of(texts);
                ArrowDictionaryBatch batch =
                        new ArrowDictionaryBatch(7, new VectorUnloader(root).getRecordBatch(), delta)) {
            MessageSerializer.serialize(out, batch);
        }
    }

    /** Arrow's own code crashes the JVM if such a dictionary has damaged offsets. */
    @Test
    void aDictionaryThatContinuesAnotherIsAnError() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FieldType text = new FieldType(true, ArrowType.Utf8.INSTANCE, new DictionaryEncoding(7, false, null));
        try (BufferAllocator allocator = new RootAllocator();
                WriteChannel out = new WriteChannel(Channels.newChannel(bytes));
                VectorSchemaRoot rows = VectorSchemaRoot.of(new IntVector("x", allocator))) {
            MessageSerializer.serialize(out, new Schema(List.of(new Field("x", text, List.of()))));
            writeTexts(out, allocator, false);
            writeTexts(out, allocator, true);
            rows.setRowCount(1);
            try (ArrowRecordBatch batch = new VectorUnloader(rows).getRecordBatch()) {
                MessageSerializer.serialize(out, batch);
            }
            ArrowStreamWriter.writeEndOfStream(out, IpcOption.DEFAULT);
        }

        CommandRun run = read("delta", bytes.toByteArray());

        assertExplained(run, "delta");
        assertThat(run.err())
                .isEqualTo(
                        "delta: the dictionary 7 continues an earlier dictionary (delta), which is not supported; write"
                                + " the data again without deltas\n");
    }

    @Test
    void anErrorInOneInputPublishesNothing() throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve("x.arrows"));
        Files.write(directory.resolve("cut"), Arrays.copyOf(whole, whole.length - 20));
        assertExplained(CommandRun.of(directory, "import", "x.arrow", "cut", "-o", "out"), "cut");
    }
}
