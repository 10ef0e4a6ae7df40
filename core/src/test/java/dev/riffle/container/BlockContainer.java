package dev.riffle.container;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A small container for tests. A file has a signature of 8 bytes, blocks, an index block without records, and the
 * offset of the index block in 8 bytes. All integers are little-endian. A block has a header of 16 bytes: the size of
 * its content, the number of its records, the CRC-32C of these two, and the CRC-32C of the content. The content of a
 * block has a varint with the size of each record, followed by its payload. The content of the index block has the
 * offset of each block in 8 bytes and its number of records in 4 bytes.
 */
public final class BlockContainer implements RecordContainer {

    static final byte[] SIGNATURE = "\u0093BLOCKS\n".getBytes(StandardCharsets.ISO_8859_1);
    static final int HEADER_BYTES = 16;
    static final int RECORDS_PER_BLOCK = 5;

    /** A block, by its offset in the file. */
    record Block(long offset, int count) {}

    @Override
    public String name() {
        return "BLOCKS";
    }

    @Override
    public String title() {
        return "Blocks";
    }

    @Override
    public List<String> endings() {
        return List.of("blocks");
    }

    @Override
    public boolean recognizes(ByteSource source, ByteBuffer beginning) {
        return beginning.remaining() >= SIGNATURE.length
                && beginning.slice().limit(SIGNATURE.length).equals(ByteBuffer.wrap(SIGNATURE));
    }

    @Override
    public boolean skipsDamage() {
        return true;
    }

    @Override
    public boolean isDivisible() {
        return true;
    }

    @Override
    public ContainerReader read(ByteSource source, ContainerOptions options) {
        return new BlockReader(source, options);
    }

    @Override
    public Optional<ContainerFile> open(ByteSource source, ContainerOptions options) throws IOException {
        return Optional.of(new BlockFile(source, options));
    }

    @Override
    public ContainerWriter write(WritableByteChannel out, String name) throws IOException {
        return new BlockWriter(out);
    }

    static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice());
        return (int) crc.getValue();
    }
}
