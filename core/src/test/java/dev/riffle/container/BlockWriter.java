package dev.riffle.container;

import dev.riffle.container.BlockContainer.Block;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** Writes a file of {@link BlockContainer}. */
final class BlockWriter implements ContainerWriter {

    private final WritableByteChannel out;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final List<Block> blocks = new ArrayList<>();
    private long written;
    private int count;

    BlockWriter(WritableByteChannel out) throws IOException {
        this.out = out;
        put(ByteBuffer.wrap(BlockContainer.SIGNATURE));
    }

    @Override
    public void write(ByteBuffer payload) throws IOException {
        int left = payload.remaining();
        for (; left >= 0x80; left >>>= 7) {
            content.write(left | 0x80);
        }
        content.write(left);
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        content.writeBytes(bytes);
        if (++count == BlockContainer.RECORDS_PER_BLOCK) {
            endBlock();
        }
    }

    private void endBlock() throws IOException {
        if (count > 0) {
            blocks.add(new Block(written, count));
            putBlock(content.toByteArray());
        }
        content.reset();
        count = 0;
    }

    private void putBlock(byte[] bytes) throws IOException {
        ByteBuffer header =
                allocate(BlockContainer.HEADER_BYTES).putInt(bytes.length).putInt(count);
        header.putInt(BlockContainer.checksum(header.duplicate().flip()));
        put(header.putInt(BlockContainer.checksum(ByteBuffer.wrap(bytes))).flip());
        put(ByteBuffer.wrap(bytes));
    }

    @Override
    public void finish() throws IOException {
        endBlock();
        long index = written;
        ByteBuffer entries = allocate(blocks.size() * BlockFile.ENTRY_BYTES);
        blocks.forEach(block -> entries.putLong(block.offset()).putInt(block.count()));
        putBlock(entries.array());
        put(allocate(Long.BYTES).putLong(index).flip());
    }

    private void put(ByteBuffer bytes) throws IOException {
        written += bytes.remaining();
        out.write(bytes);
    }

    private static ByteBuffer allocate(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {}
}
