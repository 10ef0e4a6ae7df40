package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.SmallHeap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports Arrow data with a value that is larger than half of the heap. */
class ArrowMemoryTest {

    private static final int LARGE_BYTES = 40_000_000;

    @TempDir
    Path directory;

    private void write(String name, CompressionCodec.Factory codecs, CompressionUtil.CodecType type)
            throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                VarBinaryVector values = new VarBinaryVector("v", allocator);
                VectorSchemaRoot root = VectorSchemaRoot.of(values);
                OutputStream out = Files.newOutputStream(directory.resolve(name));
                ArrowStreamWriter writer =
                        new ArrowStreamWriter(root, null, Channels.newChannel(out), IpcOption.DEFAULT, codecs, type)) {
            values.setSafe(0, new byte[] {1});
            values.setSafe(1, new byte[LARGE_BYTES]);
            root.setRowCount(2);
            writer.writeBatch();
        }
    }

    /** Writes a file of zeros with these lengths of its first message and of its footer. */
    private void writeClaims(String name, int message, int footer) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LARGE_BYTES + 100).order(ByteOrder.LITTLE_ENDIAN);
        if (footer > 0) {
            bytes.put("ARROW1".getBytes(StandardCharsets.US_ASCII));
            bytes.position(bytes.limit() - 10);
            bytes.putInt(footer).put("ARROW1".getBytes(StandardCharsets.US_ASCII));
        } else {
            bytes.putInt(-1).putInt(message);
        }
        Files.write(directory.resolve(name), bytes.array());
    }

    @Test
    void largeMetadataAreAnErrorBeforeTheyAreRead() throws IOException {
        writeClaims("x.arrows", LARGE_BYTES, 0);
        writeClaims("x.arrow", 0, LARGE_BYTES);

        List<CommandRun> runs = SmallHeap.run(directory, "import x.arrows -o a", "import x.arrow -o a");

        assertThat(runs).allSatisfy(run -> assertThat(run.code()).isEqualTo(1));
        assertThat(runs.get(0).err())
                .matches(
                        "x.arrows: the metadata of the message at byte 0 need 40000000 bytes of memory, but the limit is"
                                + " \\d+, half of the heap; .*\\R");
        assertThat(runs.get(1).err())
                .matches(
                        "x.arrow: the schema and the places in the footer at byte 90 need 40000000 bytes of memory, but"
                                + " the limit is \\d+, half of the heap; .*\\R");
    }

    @Test
    void aLargeValueIsAnErrorOfItsRow() throws IOException {
        write("plain.arrows", NoCompressionCodec.Factory.INSTANCE, CompressionUtil.CodecType.NO_COMPRESSION);
        write("packed.arrows", new PackingCodecs(), CompressionUtil.CodecType.ZSTD);

        List<CommandRun> runs = SmallHeap.run(directory, "import plain.arrows -o a", "import packed.arrows -o a");

        assertThat(runs).allSatisfy(run -> assertThat(run.code()).isEqualTo(1));
        assertThat(runs.get(0).err())
                .matches("plain.arrows: row 1: column \"v\": the values of the row need 120000072 bytes of memory up to"
                        + " this one, but the limit is \\d+, half of the heap; split the row, or raise the heap"
                        + " \\(RIFFLE_JAVA_OPTIONS=-Xmx4g\\)\\R");
        assertThat(runs.get(1).err())
                .matches(
                        "packed.arrows: the values of the column \"v\" of a batch need 4\\d{7} bytes of memory, but the"
                                + " limit is \\d+, half of the heap; if the data are not damaged, write smaller batches, or raise"
                                + " the heap \\(RIFFLE_JAVA_OPTIONS=-Xmx4g\\)\\R");
        assertThat(directory.resolve("a")).doesNotExist();
    }
}
