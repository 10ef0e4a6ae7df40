package dev.riffle.container;

import dev.riffle.container.ContainerDamageException.Kind;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the records of {@link BlockContainer} in order. A block is a unit. */
final class BlockReader implements ContainerReader {

    private final ByteSource source;
    private final ContainerOptions options;
    private @Nullable ReadableByteChannel channel;

    /** The offset of the bytes that the channel reads next. */
    private long position;

    /** The content of the current block from the next record on, its offset, its end, and the numbers of records. */
    private ByteBuffer content = ByteBuffer.allocate(0);

    private long block;
    private long next = BlockContainer.SIGNATURE.length;
    private int records;
    private int read;
    private boolean ended;

    private ByteBuffer payload = ByteBuffer.allocate(0);
    private long offset;
    private long end;

    BlockReader(ByteSource source, ContainerOptions options) {
        this.source = source;
        this.options = options;
    }

    @Override
    public boolean next() throws IOException {
        if (ended || read == records && !nextBlock()) {
            return false;
        }
        int size = varint(content);
        if (size > options.maxRecordSize()) {
            content.position(content.position() - varintBytes(size));
            throw new ContainerDamageException(
                    Kind.OVER_LIMIT, block + read, "at most " + options.maxRecordSize() + " bytes", size + " bytes");
        }
        payload = content.slice().limit(size).slice().order(ByteOrder.LITTLE_ENDIAN);
        content.position(content.position() + size);
        offset = block + read;
        read++;
        end = read == records ? next : offset + 1;
        return true;
    }

    /** Reads the next block with records. Returns false at the index block. */
    private boolean nextBlock() throws IOException {
        ByteBuffer header = headerAt(next);
        int size = header.getInt(0);
        ByteBuffer bytes = bytesAt(next + BlockContainer.HEADER_BYTES, size);
        if (bytes.remaining() < size) {
            throw new ContainerDamageException(
                    Kind.TRUNCATED, next, size + " bytes of content", bytes.remaining() + " bytes");
        }
        check(next, header.getInt(12), BlockContainer.checksum(bytes));
        if (header.getInt(4) == 0) {
            return false;
        }
        content = bytes.asReadOnlyBuffer();
        records = header.getInt(4);
        read = 0;
        block = next;
        next += BlockContainer.HEADER_BYTES + size;
        return true;
    }

    private ByteBuffer headerAt(long at) throws IOException {
        if (at == BlockContainer.SIGNATURE.length && position == 0) {
            ByteBuffer signature = bytesAt(0, BlockContainer.SIGNATURE.length);
            if (!signature.equals(ByteBuffer.wrap(BlockContainer.SIGNATURE))) {
                throw new ContainerDamageException(Kind.MALFORMED, 0, "the signature", "other bytes");
            }
        }
        ByteBuffer header = bytesAt(at, BlockContainer.HEADER_BYTES);
        if (header.remaining() < BlockContainer.HEADER_BYTES) {
            throw new ContainerDamageException(
                    Kind.TRUNCATED, at, "a header of 16 bytes", header.remaining() + " bytes");
        }
        check(at, header.getInt(8), BlockContainer.checksum(header.slice().limit(8)));
        return header;
    }

    private static void check(long at, int stored, int computed) throws ContainerDamageException {
        if (stored != computed) {
            HexFormat hex = HexFormat.of();
            throw new ContainerDamageException(
                    Kind.CHECKSUM, at, "0x" + hex.toHexDigits(stored), "0x" + hex.toHexDigits(computed));
        }
    }

    private ByteBuffer bytesAt(long at, int size) throws IOException {
        ReadableByteChannel open = channel;
        if (open == null || at != position) {
            close();
            open = source.open(at);
            channel = open;
            position = at;
        }
        // The size is a claim of the file, so the buffer grows with the bytes.
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(size, 1 << 12));
        while (bytes.position() < size && open.read(bytes) >= 0) {
            if (!bytes.hasRemaining() && bytes.capacity() < size) {
                int larger = (int) Math.min(size, 2L * bytes.capacity());
                bytes = ByteBuffer.allocate(larger).put(bytes.flip());
            }
        }
        position += bytes.position();
        return bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int varint(ByteBuffer bytes) {
        int value = 0;
        int shift = 0;
        byte b;
        do {
            b = bytes.get();
            value |= (b & 0x7f) << shift;
            shift += 7;
        } while (b < 0);
        return value;
    }

    private static int varintBytes(int value) {
        return value < 0x80 ? 1 : 1 + varintBytes(value >>> 7);
    }

    @Override
    public ByteBuffer payload() {
        return payload;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long endOffset() {
        return end;
    }

    @Override
    public void seek(long wanted) throws IOException {
        records = 0;
        read = 0;
        ended = false;
        next = BlockContainer.SIGNATURE.length;
        try {
            ByteBuffer header = headerAt(next);
            while (header.getInt(4) > 0 && next + header.getInt(4) <= wanted) {
                next += BlockContainer.HEADER_BYTES + header.getInt(0);
                header = headerAt(next);
            }
            if (next < wanted && header.getInt(4) > 0) {
                nextBlock();
                while (block + read < wanted) {
                    int size = varint(content);
                    content.position(content.position() + size);
                    read++;
                }
            }
        } catch (ContainerDamageException e) {
            // The next record reports it.
        }
        end = wanted;
    }

    /** Moves to the next block, which the header or else the index block names. */
    @Override
    public long skip() throws IOException {
        int lost = 1;
        long size = source.size().orElseThrow();
        long after = size;
        try {
            ByteBuffer header = headerAt(next);
            lost = header.getInt(4);
            after = lost == 0 ? size : next + BlockContainer.HEADER_BYTES + header.getInt(0);
        } catch (ContainerDamageException e) {
            try {
                after = new BlockFile(source, options).after(next);
            } catch (ContainerDamageException noIndex) {
                // No later block can be found.
            }
        }
        next = Math.min(after, size);
        ended = next == size;
        end = next;
        return Math.max(1, lost);
    }

    @Override
    public OptionalLong find(long from, long to) throws IOException {
        try (BlockFile file = new BlockFile(source, options)) {
            return file.blocks().stream()
                    .mapToLong(BlockContainer.Block::offset)
                    .filter(at -> at >= from && at < to)
                    .findFirst();
        }
    }

    @Override
    public void close() throws IOException {
        ReadableByteChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
