package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import dev.riffle.io.ByteRange;
import java.io.IOException;

/**
 * Computes the places of records from the blocks of a {@link SizeColumn}.
 *
 * @param blocks the blocks
 * @param count number of records
 * @param overheadBytes number of bytes of a frame without its payload
 * @param end the offset after the last record
 * @param gaps the damaged regions of the file
 */
record SizedFrames(BlockSource blocks, long count, int overheadBytes, long end, Gaps gaps) implements FrameOffsets {

    @Override
    public ByteRange frame(long record) throws IOException {
        byte[] block = blocks.get(SizeColumn.block(record));
        SizeCursor cursor = new SizeCursor(block);
        long offset;
        long length;
        try {
            cursor.skip(SizeColumn.inBlock(record));
            offset = LittleEndian.getLong(block, 0) + cursor.sum() + record * overheadBytes + gaps.bytesBefore(record);
            length = cursor.next() + overheadBytes;
        } catch (IndexOutOfBoundsException e) {
            throw new UnusableIndexException("no size of record " + record + " in its block");
        }
        if (offset < 0 || length < 0 || length > end - offset) {
            throw new UnusableIndexException("record " + record + " at offset " + offset + " with " + length
                    + " bytes is not before the end of the records, " + end);
        }
        return new ByteRange(offset, length);
    }
}
