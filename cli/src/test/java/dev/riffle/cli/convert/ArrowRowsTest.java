package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.riffle.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowBodyCompression;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports Arrow data whose lengths or places hide rows or add rows. */
class ArrowRowsTest {

    private static final byte[] END_MARK = {-1, -1, -1, -1, 0, 0, 0, 0};

    /** The magic number at the beginning, and the length of the footer with the magic number at the end. */
    private static final int BEGIN_BYTES = 8;

    private static final int END_BYTES = 10;

    private static final ArrowBodyCompression NONE = NoCompressionCodec.DEFAULT_BODY_COMPRESSION;

    /** The columns and their children, in the order of the fields of a batch. */
    private static final int ITEM = 3;

    private static final int PART = 5;

    @TempDir
    Path directory;

    private final byte[] file = ArrowTable.file();
    private final byte[] stream = ArrowTable.stream();
    private final int messageBytes;
    private final ArrowFooter footer;

    ArrowRowsTest() throws IOException {
        int footerBytes = little(file).getInt(file.length - END_BYTES);
        messageBytes = file.length - END_BYTES - footerBytes;
        footer = new ArrowFooter(Footer.getRootAsFooter(ByteBuffer.wrap(file).slice(messageBytes, footerBytes)));
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the place of a batch in the stream, which has the messages of the file. */
    private int inStream(int batch) {
        return (int) footer.getRecordBatches().get(batch).getOffset() - BEGIN_BYTES;
    }

    private CommandRun read(String name, byte[] bytes) throws IOException {
        Files.write(directory.resolve(name), bytes);
        return CommandRun.of(directory, "import", name, "-o", "out");
    }

    private void assertRefused(String name, byte[] bytes, String message) throws IOException {
        CommandRun run = read(name, bytes);
        assertThat(run.err()).isEqualTo(name + ": not valid Arrow data, or incomplete: " + message + "\n");
        assertThat(run.code()).isEqualTo(1);
        assertThat(directory.resolve("out")).doesNotExist();
    }

    private byte[] withFooter(byte[] messages, List<ArrowBlock> dictionaries, List<ArrowBlock> batches)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WriteChannel out = new WriteChannel(Channels.newChannel(bytes));
        out.write(messages);
        long begin = out.getCurrentPosition();
        out.write(new ArrowFooter(footer.getSchema(), dictionaries, batches), false);
        out.writeIntLittleEndian((int) (out.getCurrentPosition() - begin));
        out.write("ARROW1".getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }

    private byte[] messages() {
        return Arrays.copyOf(file, messageBytes);
    }

    @Test
    void theFooterListsAllMessages() throws IOException {
        List<ArrowBlock> batches = footer.getRecordBatches();
        assertThat(read("x.arrow", withFooter(messages(), footer.getDictionaries(), batches))
                        .text())
                .isEqualTo("out: " + ArrowTable.ROWS + " records\n");
        Files.delete(directory.resolve("out"));
        for (ArrowBlock missing : batches) {
            List<ArrowBlock> others = new ArrayList<>(batches);
            others.remove(missing);
            assertRefused(
                    "x.arrow",
                    withFooter(messages(), footer.getDictionaries(), others),
                    "the footer does not list the message at byte " + missing.getOffset()
                            + "; fetch or write the file again");
        }
        assertRefused(
                "x.arrow",
                withFooter(messages(), List.of(), batches),
                "the footer does not list the message at byte "
                        + footer.getDictionaries().get(0).getOffset() + "; fetch or write the file again");
    }

    @Test
    void noMessageOfAFileIsReadTwice() throws IOException {
        List<ArrowBlock> batches = footer.getRecordBatches();
        long second = batches.get(1).getOffset();
        long third = batches.get(2).getOffset();
        assertRefused(
                "x.arrow",
                withFooter(
                        messages(),
                        footer.getDictionaries(),
                        List.of(batches.get(0), batches.get(1), batches.get(1), batches.get(2))),
                "the footer lists a message at byte " + second + ", but the next one must begin at bytes " + third
                        + " to " + messageBytes + "; fetch or write the file again");
    }

    @Test
    void theFooterRepeatsTheLengthsOfEachMessage() throws IOException {
        List<ArrowBlock> batches = new ArrayList<>(footer.getRecordBatches());
        ArrowBlock last = batches.remove(2);
        batches.add(new ArrowBlock(last.getOffset(), last.getMetadataLength() + 8, last.getBodyLength() - 8));
        assertRefused(
                "x.arrow",
                withFooter(messages(), footer.getDictionaries(), batches),
                "the message at byte " + last.getOffset() + " has " + last.getMetadataLength()
                        + " bytes of metadata and a body of " + last.getBodyLength() + ", but the footer states "
                        + (last.getMetadataLength() + 8) + " and " + (last.getBodyLength() - 8)
                        + "; fetch or write the data again");
    }

    /** Arrow's library for Rust aligns the first message; Polars omits its length, and writes dictionaries last. */
    @Test
    void theMessagesOfAFileHaveAnyOrderAndAlignment() throws IOException {
        assertThat(read("x.arrow", file).code()).isZero();
        Files.move(directory.resolve("out"), directory.resolve("expected"));
        ArrowBlock dictionary = footer.getDictionaries().get(0);
        for (int prefix : new int[] {0, 8}) {
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            messages.write(file, 0, BEGIN_BYTES);
            messages.write(new byte[64 - BEGIN_BYTES]);
            messages.write(file, BEGIN_BYTES + prefix, (int) dictionary.getOffset() - BEGIN_BYTES - prefix);
            List<ArrowBlock> batches = new ArrayList<>();
            for (ArrowBlock batch : footer.getRecordBatches()) {
                batches.add(copy(batch, messages));
            }
            ArrowBlock moved = copy(dictionary, messages);
            messages.write(END_MARK);
            assertThat(read("x.arrow", withFooter(messages.toByteArray(), List.of(moved), batches))
                            .err())
                    .isEmpty();
            assertThat(directory.resolve("out")).hasSameBinaryContentAs(directory.resolve("expected"));
            Files.delete(directory.resolve("out"));
        }
    }

    private ArrowBlock copy(ArrowBlock block, ByteArrayOutputStream messages) {
        ArrowBlock copy = new ArrowBlock(messages.size(), block.getMetadataLength(), block.getBodyLength());
        messages.write(file, (int) block.getOffset(), (int) (block.getMetadataLength() + block.getBodyLength()));
        return copy;
    }

    @Test
    void nothingFollowsTheEndMarkOfAStream() throws IOException {
        int end = inStream(1);
        ByteArrayOutputStream inserted = new ByteArrayOutputStream();
        inserted.write(stream, 0, end);
        inserted.write(END_MARK);
        inserted.write(stream, end, stream.length - end);
        assertRefused(
                "x.arrows",
                inserted.toByteArray(),
                "the end mark of the stream is at byte " + end + ", but " + (stream.length - end)
                        + " bytes follow it; fetch or write the data again");
        byte[] erased = Arrays.copyOf(Arrays.copyOf(stream, end), stream.length);
        assertRefused(
                "x.arrows",
                erased,
                "the end mark of the stream is at byte " + end + ", but " + (stream.length - end - 4)
                        + " bytes follow it; fetch or write the data again");
        assertRefused(
                "x.arrows",
                Arrays.copyOf(stream, stream.length + 1),
                "the end mark of the stream is at byte " + (stream.length - END_MARK.length)
                        + ", but 1 bytes follow it; fetch or write the data again");
    }

    /** A reader of this stream would find the third batch after the first one, and lose the second one. */
    @Test
    void theMetadataOfAMessageDoNotCoverTheNextOne() throws IOException {
        ArrowBlock first = footer.getRecordBatches().get(0);
        int at = inStream(0);
        int next = inStream(1) - at - 8;
        int length = next + first.getMetadataLength();
        little(stream).putInt(at + 4, length);
        assertRefused(
                "x.arrows",
                stream,
                "the message at byte " + at + " states " + length
                        + " bytes of metadata, but the next message begins after " + next
                        + "; fetch or write the data again");
    }

    @Test
    void theBodyOfAMessageDoesNotCoverTheNextOne() throws IOException {
        ArrowBlock first = footer.getRecordBatches().get(0);
        long body = first.getBodyLength();
        int at = inStream(0);
        int field = at + 8;
        while (little(stream).getLong(field) != body) {
            field += 8;
        }
        long both = inStream(2) - at - first.getMetadataLength();
        little(stream).putLong(field, both);
        CommandRun run = read("x.arrows", stream);
        assertThat(run.err())
                .matches("x.arrows: not valid Arrow data, or incomplete: the message at byte " + at + " has a body of "
                        + both + " bytes, but its buffers end after \\d+; fetch or write the data again\n");
    }

    /** Returns a stream with one batch of these lengths. */
    private byte[] batch(int rows, Change change) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BufferAllocator allocator = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(stream), allocator);
                WriteChannel out = new WriteChannel(Channels.newChannel(bytes))) {
            out.write(Arrays.copyOf(stream, inStream(0)));
            assertThat(reader.loadNextBatch()).isTrue();
            try (ArrowRecordBatch batch = new VectorUnloader(reader.getVectorSchemaRoot()).getRecordBatch()) {
                List<ArrowFieldNode> nodes = new ArrayList<>(batch.getNodes());
                List<ArrowBuf> buffers = new ArrayList<>(batch.getBuffers());
                ArrowBodyCompression compression = change.change(nodes, buffers);
                try (ArrowRecordBatch changed = new ArrowRecordBatch(rows, nodes, buffers, compression)) {
                    MessageSerializer.serialize(out, changed);
                }
            }
            out.write(END_MARK);
        }
        return bytes.toByteArray();
    }

    /** A change of the lengths of a batch. */
    @FunctionalInterface
    private interface Change {
        ArrowBodyCompression change(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers);
    }

    private void assertRefused(int rows, String message, Change change) throws IOException {
        assertRefused(
                "x.arrows",
                batch(rows, change),
                "the message at byte " + inStream(0) + " " + message + "; fetch or write the data again");
    }

    @Test
    void aBatchHasTheRowsOfItsColumns() throws IOException {
        for (int rows : new int[] {0, ArrowTable.BATCH_ROWS - 1, ArrowTable.BATCH_ROWS + 1, Integer.MAX_VALUE}) {
            assertRefused(
                    rows,
                    "has " + rows + " rows, but its column \"number\" has " + ArrowTable.BATCH_ROWS,
                    (nodes, buffers) -> NONE);
        }
        assertRefused(
                ArrowTable.BATCH_ROWS,
                "has 6 columns and children of columns, but the schema has 7",
                (nodes, buffers) -> {
                    nodes.remove(PART);
                    return NONE;
                });
    }

    @Test
    void childrenHaveTheValuesOfTheirListsAndStructs() throws IOException {
        assertRefused(
                ArrowTable.BATCH_ROWS,
                "has 12 values in the lists or structs of its column \"struct\", but these need 20",
                (nodes, buffers) -> {
                    nodes.set(PART, new ArrowFieldNode(12, 0));
                    return NONE;
                });
        assertRefused(
                ArrowTable.BATCH_ROWS,
                "has 10 values in the lists or structs of its column \"list\", but these need 30",
                (nodes, buffers) -> {
                    nodes.set(ITEM, new ArrowFieldNode(10, 0));
                    return NONE;
                });
    }

    /** Arrow replaces short buffers by longer ones with zeros. */
    @Test
    void buffersHaveSpaceForTheirValues() throws IOException {
        assertRefused(
                ArrowTable.BATCH_ROWS,
                "has 80 bytes in buffer 1 of its column \"number\", but 20 values need 160",
                (nodes, buffers) -> {
                    buffers.set(1, buffers.get(1).slice(0, 80));
                    return NONE;
                });
        assertRefused(
                ArrowTable.BATCH_ROWS,
                "has 0 bytes in buffer 0 of its column \"number\", but 20 values need 3",
                (nodes, buffers) -> {
                    buffers.set(0, buffers.get(0).slice(0, 0));
                    return NONE;
                });
        assertRefused(ArrowTable.BATCH_ROWS, "has 13 buffers, but its columns need 14", (nodes, buffers) -> {
            buffers.remove(13);
            return NONE;
        });
    }

    @Test
    void anUnknownCompressionIsNotIgnored() throws IOException {
        assertRefused(
                ArrowTable.BATCH_ROWS,
                "has the compression 5, but Arrow has 0 (LZ4) and 1 (zstd)",
                (nodes, buffers) -> new ArrowBodyCompression((byte) 5, (byte) 0));
    }

    @Test
    void bigEndianNumbersAreRefused() throws IOException {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int[] fields = footer.getSchema().getFields().stream()
                .mapToInt(field -> field.getField(builder))
                .toArray();
        int vector = Schema.createFieldsVector(builder, fields);
        Schema.startSchema(builder);
        Schema.addEndianness(builder, Endianness.Big);
        Schema.addFields(builder, vector);
        ByteBuffer message = MessageSerializer.serializeMessage(
                builder, MessageHeader.Schema, Schema.endSchema(builder), 0, IpcOption.DEFAULT);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(END_MARK, 0, 4);
        WriteChannel out = new WriteChannel(Channels.newChannel(bytes));
        out.writeIntLittleEndian(message.remaining());
        out.write(message);
        int first = (int) footer.getDictionaries().get(0).getOffset() - BEGIN_BYTES;
        bytes.write(stream, first, stream.length - first);

        assertRefused(
                "x.arrows",
                bytes.toByteArray(),
                "the numbers are big-endian, but expected little-endian numbers; write the data again");
    }

    @Test
    void theNameDecidesIfTheFirstBytesAreDamaged() throws IOException {
        file[0] ^= 1;
        assertRefused(
                "x.arrow",
                file,
                "expected ARROW1 (4152524f5731) at byte 0 of a file, found 4052524f5731; fetch or write the file"
                        + " again");
        stream[3] = 0x7f;
        assertRefused(
                "x.arrows",
                stream,
                "the message at byte 0 states 2147483647 bytes of metadata, but " + (stream.length - 4)
                        + " follow; fetch or write the data again");
        assertRefused(
                "x.arrow",
                new byte[0],
                "the file has 0 bytes, but an Arrow file has at least 18; fetch or write the file again");
    }
}
