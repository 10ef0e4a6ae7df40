package dev.riffle.index;

/** Converts the sizes in an index file to offsets. The input arrives in pieces that may end inside a number. */
final class OffsetDecoder {

    private static final int MAX_SHIFT = 28;

    private final int overheadBytes;
    private final RecordOffsets offsets = new RecordOffsets();
    private long offset;
    private long size;
    private int shift;

    private final Gaps gaps;

    OffsetDecoder(int overheadBytes) {
        this(overheadBytes, Gaps.NONE);
    }

    /** Creates a decoder for a file with damaged regions. */
    OffsetDecoder(int overheadBytes, Gaps gaps) {
        this.overheadBytes = overheadBytes;
        this.gaps = gaps;
        this.offset = gaps.skip(0, 0);
    }

    /**
     * Decodes the next bytes.
     *
     * @throws IllegalArgumentException if the bytes are not valid sizes, or contain too many sizes
     */
    void accept(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte next = bytes[i];
            size |= (next & 0x7fL) << shift;
            if (next >= 0) {
                offsets.add(offset);
                offset = gaps.skip(Math.addExact(offset, size + overheadBytes), offsets.count());
                size = 0;
                shift = 0;
            } else if (shift == MAX_SHIFT) {
                throw new IllegalArgumentException("invalid size of record " + offsets.count());
            } else {
                shift += 7;
            }
        }
    }

    /** Returns the offset after the last record. */
    long end() {
        return offset;
    }

    /**
     * Returns the offsets of all records after the last piece.
     *
     * @throws IllegalArgumentException if the last size is incomplete
     */
    RecordOffsets offsets() {
        if (shift != 0) {
            throw new IllegalArgumentException("truncated size of record " + offsets.count());
        }
        offsets.trim();
        return offsets;
    }
}
