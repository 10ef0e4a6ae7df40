package dev.riffle.index;

/** Makes offsets of the sizes in a side file, whose bytes come in pieces that may end inside a number. */
final class OffsetDecoder {

    private static final int MOST_SHIFT = 28;

    private final int overheadBytes;
    private final RecordOffsets offsets = new RecordOffsets();
    private long offset;
    private long size;
    private int shift;

    OffsetDecoder(int overheadBytes) {
        this.overheadBytes = overheadBytes;
    }

    /**
     * Takes the next bytes.
     *
     * @throws IllegalArgumentException if they are not sizes, or too many
     */
    void accept(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte next = bytes[i];
            size |= (next & 0x7fL) << shift;
            if (next >= 0) {
                offsets.add(offset);
                offset = Math.addExact(offset, size + overheadBytes);
                size = 0;
                shift = 0;
            } else if (shift == MOST_SHIFT) {
                throw new IllegalArgumentException("record " + offsets.count() + " has a size that no record has");
            } else {
                shift += 7;
            }
        }
    }

    /** Where the last record ends. */
    long end() {
        return offset;
    }

    /**
     * The offsets of all records, when all bytes were taken.
     *
     * @throws IllegalArgumentException if the last size is not whole
     */
    RecordOffsets offsets() {
        if (shift != 0) {
            throw new IllegalArgumentException("the size of record " + offsets.count() + " is cut");
        }
        offsets.trim();
        return offsets;
    }
}
