package dev.riffle.container;

import dev.riffle.container.BlockContainer.Block;
import dev.riffle.container.ContainerDamageException.Kind;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Reads the records of {@link BlockContainer} in any order, with its index block. */
final class BlockFile implements ContainerFile {

    static final int ENTRY_BYTES = 12;

    private final ByteSource source;
    private final ContainerOptions options;
    private final List<Block> blocks = new ArrayList<>();
    private final long index;

    BlockFile(ByteSource source, ContainerOptions options) throws IOException {
        this.source = source;
        this.options = options;
        long size = source.size().orElseThrow();
        ByteBuffer end = read(Math.max(0, size - Long.BYTES), Long.BYTES);
        this.index = end.remaining() < Long.BYTES ? -1 : end.getLong();
        int bytes = (int) Math.min(Integer.MAX_VALUE, size - Long.BYTES - index - BlockContainer.HEADER_BYTES);
        if (index < BlockContainer.SIGNATURE.length || bytes < 0 || bytes % ENTRY_BYTES != 0) {
            throw new ContainerDamageException(
                    Kind.TRUNCATED, Math.max(0, size), "the offset of the index block", "another number");
        }
        ByteBuffer entries = read(index + BlockContainer.HEADER_BYTES, bytes);
        while (entries.hasRemaining()) {
            blocks.add(new Block(entries.getLong(), entries.getInt()));
        }
    }

    private ByteBuffer read(long at, int size) throws IOException {
        return source.read(at, size).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    List<Block> blocks() {
        return blocks;
    }

    /** Returns the offset of the block after another one, or of the index block, or the end. */
    long after(long block) {
        return blocks.stream()
                .mapToLong(Block::offset)
                .filter(at -> at > block)
                .findFirst()
                .orElse(block < index ? index : Long.MAX_VALUE);
    }

    @Override
    public long count() {
        return blocks.stream().mapToLong(Block::count).sum();
    }

    @Override
    public long offset(long number) {
        long left = number;
        for (Block block : blocks) {
            if (left < block.count()) {
                return block.offset() + left;
            }
            left -= block.count();
        }
        throw new IndexOutOfBoundsException("record " + number);
    }

    @Override
    public byte[] get(long offset) throws IOException {
        try (BlockReader reader = new BlockReader(source, options)) {
            reader.seek(offset);
            if (!reader.next() || reader.offset() != offset) {
                throw new ContainerDamageException(Kind.MALFORMED, offset, "a record", "none");
            }
            byte[] payload = new byte[reader.payload().remaining()];
            reader.payload().get(payload);
            return payload;
        }
    }

    @Override
    public void close() {}
}
