package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import dev.riffle.io.ByteRange;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Computes the places of records from the blocks of a {@link SizeColumn}. The offsets of the blocks that are used first
 * stay in memory, with four bytes for each record, up to the limit of {@link KeptMemory}.
 */
final class SizedFrames implements FrameOffsets {

    /** The number of integers before the offsets: the offset of the block, low bits first. */
    private static final int HEAD = 2;

    private final BlockSource blocks;
    private final long count;
    private final int overheadBytes;
    private final long end;
    private final Gaps gaps;
    private final KeptMemory memory = new KeptMemory();

    /** For each block, the offsets of its records relative to the first one, and the end of the last one. */
    private final AtomicReferenceArray<int @Nullable []> kept;

    /**
     * Creates the places.
     *
     * @param count number of records
     * @param overheadBytes number of bytes of a frame without its payload
     * @param end the offset after the last record
     * @param gaps the damaged regions of the file
     */
    SizedFrames(BlockSource blocks, long count, int overheadBytes, long end, Gaps gaps) {
        this.blocks = blocks;
        this.count = count;
        this.overheadBytes = overheadBytes;
        this.end = end;
        this.gaps = gaps;
        this.kept = new AtomicReferenceArray<>((int) SizeColumn.blocks(count));
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public ByteRange frame(long record) throws IOException {
        int number = (int) SizeColumn.block(record);
        int in = SizeColumn.inBlock(record);
        int[] offsets = kept.get(number);
        if (offsets == null) {
            byte[] block = blocks.get(number);
            try {
                offsets = offsets(number, block);
                if (offsets == null) {
                    SizeCursor cursor = new SizeCursor(block);
                    cursor.skip(in);
                    long offset = begin(number, block) + cursor.sum() + (long) in * overheadBytes;
                    return frame(record, offset, cursor.next() + overheadBytes);
                }
            } catch (IndexOutOfBoundsException e) {
                throw new UnusableIndexException("no size of record " + record + " in its block");
            }
        }
        long begin = (long) offsets[1] << Integer.SIZE | Integer.toUnsignedLong(offsets[0]);
        int from = offsets[HEAD + in];
        return frame(record, begin + from, offsets[HEAD + in + 1] - from);
    }

    private ByteRange frame(long record, long before, long length) throws UnusableIndexException {
        long offset = before + gaps.bytesBefore(record);
        if (offset < 0 || length < 0 || length > end - offset) {
            throw new UnusableIndexException("record " + record + " at offset " + offset + " with " + length
                    + " bytes is not before the end of the records, " + end);
        }
        return new ByteRange(offset, length);
    }

    /** Returns the offset of the first record of a block, in a file without gaps. */
    private long begin(long number, byte[] block) {
        return LittleEndian.getLong(block, 0) + number * SizeColumn.BLOCK_RECORDS * overheadBytes;
    }

    /** Returns the offsets of a block, which then stay in memory, or null if they do not fit. */
    private int @Nullable [] offsets(int number, byte[] block) {
        int records = (int) Math.min(SizeColumn.BLOCK_RECORDS, count - (long) number * SizeColumn.BLOCK_RECORDS);
        int[] offsets = new int[HEAD + records + 1];
        long bytes = (long) offsets.length * Integer.BYTES;
        if (!memory.keep(bytes)) {
            return null;
        }
        long begin = begin(number, block);
        offsets[0] = (int) begin;
        offsets[1] = (int) (begin >>> Integer.SIZE);
        SizeCursor cursor = new SizeCursor(block);
        long offset = 0;
        for (int i = 0; i < records; i++) {
            offset += cursor.next() + overheadBytes;
            offsets[HEAD + i + 1] = (int) offset;
            if (offset != offsets[HEAD + i + 1]) {
                memory.discard(bytes);
                return null;
            }
        }
        kept.set(number, offsets);
        return offsets;
    }

    BlockSource blocks() {
        return blocks;
    }

    int overheadBytes() {
        return overheadBytes;
    }

    @Override
    public void close() {
        memory.release();
    }
}
