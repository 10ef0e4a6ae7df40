package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.SmallHeap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
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

    @Test
    void aLargeValueIsAnErrorOfItsRow() throws IOException {
        write("plain.arrows", NoCompressionCodec.Factory.INSTANCE, CompressionUtil.CodecType.NO_COMPRESSION);
        write("packed.arrows", new PackingCodecs(), CompressionUtil.CodecType.ZSTD);

        List<CommandRun> runs = SmallHeap.run(directory, "import plain.arrows -o a", "import packed.arrows -o a");

        assertThat(runs).allSatisfy(run -> assertThat(run.code()).isEqualTo(1));
        assertThat(runs.get(0).err())
                .matches("plain.arrows: row 1: column \"v\": the values of the row have 40000008 bytes up to this one,"
                        + " but the limit is \\d+, half of the heap; split the row, or raise the heap \\(-Xmx\\)\\R");
        assertThat(runs.get(1).err())
                .matches("packed.arrows: the column \"v\" of a batch states 40000001 bytes after decompression, but the"
                        + " limit is \\d+, half of the heap; if the file is not damaged, write smaller batches, or raise"
                        + " the heap \\(-Xmx\\)\\R");
        assertThat(directory.resolve("a")).doesNotExist();
    }
}
