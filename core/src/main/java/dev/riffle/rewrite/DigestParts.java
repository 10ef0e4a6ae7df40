package dev.riffle.rewrite;

import dev.riffle.rewrite.SpillFile.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares numbered digests within a memory limit. The first bits of the digests divide them into parts, so equal
 * digests are in one part. If the memory is full, the last parts move to temporary files. Each part then gets a table
 * of its own. If the table of a part in a file becomes too large, the following bits divide the part again. Equal
 * digests need one place in the table, so each division separates different digests and the divisions end.
 */
final class DigestParts {

    private static final int ENTRY_BYTES = 3 * Long.BYTES;

    /** The smallest and the largest number of bits that divide digests into parts. */
    private static final int LEAST_BITS = 2;

    private static final int MOST_BITS = 8;

    /** The smallest number of bytes to append to a file, if the memory suffices. */
    private static final int LEAST_APPENDED_BYTES = 512;

    private static final int MOST_BLOCK_BYTES = 8 << 10;

    /** The largest number of blocks that a part with a file holds. */
    private static final int MOST_BLOCKS = 16;

    private final SpillFolder folder;

    /** The limit for entries before {@link #run}, and for each table after it. */
    private final long halfBytes;

    /** Number of equal first bits of all digests, and number of bits that divide them. */
    private final int equalBits;

    private final int bits;
    private final int blockBytes;

    /** The number of blocks after which a part with a file writes them. */
    private final long fileBlocks;

    private final LongSupplier expected;
    private final List<Part> parts;
    private long heldBytes;
    private boolean hasFiles;

    /**
     * Creates empty parts.
     *
     * @param expected returns the expected number of digests, for a check of the space before the first file
     */
    DigestParts(SpillFolder folder, long memoryBytes, LongSupplier expected) {
        this(folder, memoryBytes / 2, 0, expected);
    }

    private DigestParts(SpillFolder folder, long halfBytes, int equalBits, LongSupplier expected) {
        this.folder = folder;
        this.halfBytes = halfBytes;
        this.equalBits = equalBits;
        this.expected = expected;
        int most = Long.SIZE - 1 - Long.numberOfLeadingZeros(halfBytes / 2 / LEAST_APPENDED_BYTES);
        this.bits = Math.max(LEAST_BITS, Math.min(MOST_BITS, most));
        long partBytes = halfBytes / 2 >> bits;
        this.blockBytes = (int) Math.min(MOST_BLOCK_BYTES, partBytes) / ENTRY_BYTES * ENTRY_BYTES;
        this.fileBlocks = Math.max(1, Math.min(MOST_BLOCKS, partBytes / blockBytes));
        this.parts = Stream.generate(Part::new).limit(1L << bits).toList();
    }

    /** Processes one digest. */
    interface Step {
        void take(DigestTable table, long high, long low, long number);
    }

    void add(long high, long low, long number) throws IOException {
        parts.get((int) (high << equalBits >>> (Long.SIZE - bits))).add(high, low, number);
    }

    /**
     * Processes all digests: each part with its own table, which is empty at first, and in the order in which the
     * digests were added. Each step processes all digests of a part before the next step does. A step may get the same
     * digest again with a new table, and must then have the same effect. Only the first step may add to the table.
     */
    void run(Step... steps) throws IOException {
        for (Part part : parts) {
            if (part.file == null) {
                part.run(DigestTable.withNumbers(), steps);
            } else {
                part.spill();
            }
        }
        for (Part part : parts) {
            if (part.file != null) {
                run(part.file, steps);
            }
        }
    }

    private void run(SpillFile file, Step... steps) throws IOException {
        DigestTable table = DigestTable.withNumbers();
        for (Step step : steps) {
            if (!read(file, (high, low, number) -> {
                step.take(table, high, low, number);
                return table.bytes() <= halfBytes || equalBits + 2 * bits > Long.SIZE;
            })) {
                divide(file, steps);
                return;
            }
        }
        folder.delete(file);
    }

    private void divide(SpillFile file, Step... steps) throws IOException {
        DigestParts divided = new DigestParts(folder, halfBytes, equalBits + bits, () -> 0);
        read(file, (high, low, number) -> {
            divided.add(high, low, number);
            return true;
        });
        folder.delete(file);
        divided.run(steps);
    }

    /** Receives an entry of a file. Returns whether to continue. */
    private interface Receiver {
        boolean accept(long high, long low, long number) throws IOException;
    }

    /** Reads the entries of a file, until the receiver returns false. Returns whether it has read them all. */
    private static boolean read(SpillFile file, Receiver receiver) throws IOException {
        try (Reading in = file.read()) {
            while (in.hasNext()) {
                ShuffleRecord block = in.next();
                ByteBuffer entries = ByteBuffer.wrap(block.payload());
                while (entries.remaining() >= ENTRY_BYTES) {
                    if (!receiver.accept(entries.getLong(), entries.getLong(), entries.getLong())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Digests with equal first bits, in memory or in a file. */
    private final class Part {

        private final List<ByteBuffer> blocks = new ArrayList<>();
        private ByteBuffer last = ByteBuffer.allocate(0);
        private @Nullable SpillFile file;

        void add(long high, long low, long number) throws IOException {
            if (!last.hasRemaining()) {
                beginBlock();
            }
            last.putLong(high).putLong(low).putLong(number);
        }

        private void beginBlock() throws IOException {
            if (file != null && blocks.size() >= fileBlocks) {
                append(file);
            }
            if (heldBytes + blockBytes > halfBytes) {
                for (int i = parts.size() - 1; i >= 0 && heldBytes > halfBytes / 2; i--) {
                    parts.get(i).spill();
                }
            }
            heldBytes += blockBytes;
            last = ByteBuffer.allocate(blockBytes);
            blocks.add(last);
        }

        private void spill() throws IOException {
            if (blocks.isEmpty()) {
                return;
            }
            if (!hasFiles) {
                folder.checkRoom(ENTRY_BYTES * expected.getAsLong());
                hasFiles = true;
            }
            file = file == null ? folder.create() : file;
            append(file);
        }

        private void append(SpillFile target) throws IOException {
            List<ShuffleRecord> records = new ArrayList<>();
            for (ByteBuffer block : blocks) {
                byte[] entries = new byte[block.position()];
                block.get(0, entries);
                records.add(new ShuffleRecord(0, entries));
            }
            target.append(records);
            clear();
        }

        private void clear() {
            heldBytes -= (long) blockBytes * blocks.size();
            blocks.clear();
            last = ByteBuffer.allocate(0);
        }

        void run(DigestTable table, Step... steps) {
            for (Step step : steps) {
                for (ByteBuffer block : blocks) {
                    for (int at = 0; at < block.position(); at += ENTRY_BYTES) {
                        step.take(table, block.getLong(at), block.getLong(at + 8), block.getLong(at + 16));
                    }
                }
            }
            clear();
        }
    }
}
