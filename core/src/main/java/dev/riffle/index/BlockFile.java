package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.internal.frame.MappedFault;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks of an index file at any place. The file is mapped, or a copy in memory if it is small or no regular file
 * of the default file system. If the process has too many mappings, each block is read from the file. A block ends with
 * a checksum, which also covers the checksum of the header and the place of the block. So a block of another place or
 * of another index file is damaged, too.
 *
 * <p>This class copies a block before it verifies the checksum, because another program may truncate a mapped file.
 * Safe for use by several threads.
 */
final class BlockFile implements AutoCloseable {

    static final int CHECKSUM_BYTES = Integer.BYTES;

    /** The number of places in a block of a directory, without the end of the last block. */
    static final int PLACES = 256;

    static final int DIRECTORY_BYTES = (PLACES + 1) * Long.BYTES;

    /** The size of the largest block in bytes. */
    private static final int MOST_BLOCK_BYTES = 64 << 10;

    /** The size of the smallest file to map. */
    private static final int SMALLEST_MAPPED = 256 << 10;

    private static final int WINDOW_BITS = 30;

    private final KeptMemory memory = new KeptMemory();
    private final IndexHeader header;
    private final int headerChecksum;
    private final List<Mapping> mappings = new ArrayList<>();

    /** Windows that begin at multiples of 1 GiB. A block lies completely in the window in which it begins. */
    private volatile ByteBuffer[] windows = {};

    /** The file without a mapping, or null. Its only window is empty. */
    private final @Nullable ByteSource unmapped;

    /** Opens the file of a channel, which the caller may close. */
    BlockFile(IndexHeader header, Path path, SeekableByteChannel channel) throws IOException {
        this.header = header;
        this.headerChecksum = header.checksum();
        long size = header.fileSize();
        ByteSource source = ByteSource.of(path);
        this.unmapped = size < SMALLEST_MAPPED || Mapping.isAdvised() ? null : source;
        if (size < SMALLEST_MAPPED) {
            windows = new ByteBuffer[] {IndexHeader.read(channel, 0, (int) size)};
            return;
        }
        List<ByteBuffer> opened = new ArrayList<>();
        byte[] found = new byte[header.size()];
        try {
            if (unmapped != null) {
                opened.add(ByteBuffer.allocate(0));
            }
            for (long from = 0; unmapped == null && from < size; from += 1L << WINDOW_BITS) {
                int bytes = (int) Math.min(size - from, (1 << WINDOW_BITS) + MOST_BLOCK_BYTES);
                Optional<Mapping> mapping =
                        source instanceof MappableSource mappable ? mappable.map(from, bytes) : Optional.empty();
                mapping.ifPresent(mappings::add);
                opened.add(
                        mapping.isPresent()
                                ? mapping.get().bytes()
                                : source.read(from, bytes).asByteBuffer());
            }
            windows = opened.toArray(ByteBuffer[]::new);
            copy(0, found, found.length);
            if (!ByteBuffer.wrap(found).equals(header.encode())) {
                throw new UnusableIndexException("another program is replacing the file");
            }
        } catch (IOException | RuntimeException | Error e) {
            mappings.forEach(Mapping::release);
            throw e;
        }
    }

    /** Returns the checksum of a block. */
    static int checksum(int headerChecksum, int type, long number, byte[] block, int bytes) {
        byte[] place = new byte[2 * Long.BYTES];
        LittleEndian.putLong(place, 0, (long) type << Integer.SIZE | Integer.toUnsignedLong(headerChecksum));
        LittleEndian.putLong(place, Long.BYTES, number);
        CRC32C sum = new CRC32C();
        sum.update(place);
        sum.update(block, 0, bytes);
        return (int) sum.getValue();
    }

    /**
     * Returns the blocks of a section that all have {@code bytes} bytes, except the last one. The blocks that are used
     * first stay in memory, up to the limit of {@link KeptMemory}.
     */
    BlockSource fixed(int type, int bytes) throws UnusableIndexException {
        IndexSection section = header.required(type);
        long from = header.offsetOf(section);
        long most = (long) bytes + CHECKSUM_BYTES;
        AtomicReferenceArray<byte @Nullable []> kept =
                new AtomicReferenceArray<>((int) ((section.size() + most - 1) / most));
        return number -> {
            byte[] block = kept.get((int) number);
            if (block == null) {
                long at = number * most;
                block = read(type, number, from + at, Math.min(most, section.size() - at));
                if (memory.keep(block.length)) {
                    kept.set((int) number, block);
                }
            }
            return block;
        };
    }

    /**
     * Returns the blocks of a section whose places are in another section. A block of this directory has 256 places and
     * the end of the last block, eight bytes each.
     *
     * @param count the number of blocks
     */
    BlockSource sized(int type, int directoryType, long count) throws UnusableIndexException {
        IndexSection section = header.required(type);
        long from = header.offsetOf(section);
        BlockSource directory = fixed(directoryType, DIRECTORY_BYTES);
        long expected = directoryBytes(count);
        if (header.required(directoryType).size() != expected) {
            throw new UnusableIndexException("expected " + expected + " bytes in section " + directoryType + ", found "
                    + header.required(directoryType).size());
        }
        return number -> {
            byte[] places = directory.get(number / PLACES);
            int place = (int) (number % PLACES) * Long.BYTES;
            long at = LittleEndian.getLong(places, place);
            long end = LittleEndian.getLong(places, place + Long.BYTES);
            if (at < 0 || end > section.size() || end - at < CHECKSUM_BYTES || end - at > MOST_BLOCK_BYTES) {
                throw new UnusableIndexException("invalid place of block " + number + " of section " + type);
            }
            return read(type, number, from + at, end - at);
        };
    }

    /** Returns a part of a section that ends with a checksum. Its place is the number of the block. */
    byte[] part(int type, long place, int bytes) throws IOException {
        IndexSection section = header.required(type);
        if (place < 0 || place > section.size() - bytes - CHECKSUM_BYTES) {
            throw new UnusableIndexException("invalid place in section " + type + ": " + place);
        }
        return read(type, place, header.offsetOf(section) + place, bytes + CHECKSUM_BYTES);
    }

    /** Returns the number of blocks whose places take some bytes. */
    static long blocksOf(long directoryBytes) {
        long blockBytes = DIRECTORY_BYTES + CHECKSUM_BYTES;
        long last = directoryBytes % blockBytes - Long.BYTES - CHECKSUM_BYTES;
        return directoryBytes / blockBytes * PLACES + Math.max(0, last / Long.BYTES);
    }

    /** Returns the size of the section with the places of some blocks. */
    static long directoryBytes(long blocks) {
        return blocks * Long.BYTES + (blocks + PLACES - 1) / PLACES * (Long.BYTES + CHECKSUM_BYTES);
    }

    /** Reads and verifies a block that ends with a checksum. */
    private byte[] read(int type, long number, long from, long bytes) throws IOException {
        int content = (int) bytes - CHECKSUM_BYTES;
        byte[] block = new byte[content + BlockSource.SLACK_BYTES];
        copy(from, block, (int) bytes);
        int found = checksum(headerChecksum, type, number, block, content);
        if (LittleEndian.getInt(block, content) != found) {
            throw new UnusableIndexException(
                    "the checksum of block " + number + " of section " + type + " does not match");
        }
        return block;
    }

    private void copy(long from, byte[] target, int bytes) throws IOException {
        ByteBuffer[] now = windows;
        if (now.length == 0) {
            throw new IllegalStateException("the index is closed");
        }
        try {
            if (unmapped == null) {
                MappedFault.copy(
                        now[(int) (from >>> WINDOW_BITS)], (int) (from & (1 << WINDOW_BITS) - 1), target, 0, bytes);
            } else {
                unmapped.read(from, bytes).copyTo(0, target, 0, bytes);
            }
        } catch (IndexOutOfBoundsException | InternalError truncated) {
            MappedFault.settle();
            throw new UnusableIndexException("another program has truncated the file");
        } catch (IllegalStateException e) {
            if (windows.length == 0) {
                throw new IllegalStateException("the index is closed", e);
            }
            throw e;
        }
    }

    /** Releases the file. Idempotent. */
    @Override
    public synchronized void close() {
        windows = new ByteBuffer[0];
        memory.release();
        mappings.forEach(Mapping::release);
        mappings.clear();
    }
}
