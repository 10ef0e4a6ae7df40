package dev.riffle.io.internal.codec;

import dev.riffle.internal.LittleEndian;
import dev.riffle.io.internal.codec.DeflateTable.Incomplete;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Checksum;

/**
 * Inflates raw deflate (RFC 1951). Unlike {@link java.util.zip.Inflater}, it can report its position: the next bit, the
 * last 32 KiB of output, and the block. Another decoder can continue from that position. It accepts and rejects the
 * same input as zlib, and delivers the same output before a rejection.
 *
 * <p>Decoding has two loops. The fast loop runs while the buffer has enough bytes for any symbol, and the output has
 * room for it. It reads eight bytes in one step into {@link #hold}. The careful loop reads one byte at a time near the
 * ends of the input and the output. Outside of both loops, {@code hold} has {@link #held} bits, fewer than eight. The
 * lowest bit is the next one, and the bits above are zero. So the input's position is always after the byte that
 * contains the next bit. After the end of a stream, the position is at the next byte to read.
 *
 * <p>Output goes into one array, after the window. When the array is full, its last 32 KiB move to the beginning of the
 * array.
 */
public final class DeflateDecoder {

    public static final int WINDOW_BYTES = 32 << 10;

    /** The largest number of bytes to decode before the caller must take them. */
    private static final int OUTPUT_BYTES = 128 << 10;

    /**
     * The number of spare bytes after the output. A match may extend past the end of the output, and a copy of eight
     * bytes past the end of the match.
     */
    private static final int SLACK_BYTES = 258 + 16;

    /**
     * The least number of input bytes for the fast loop, which reads eight bytes at up to two places for each symbol.
     */
    private static final int FAST_INPUT_BYTES = 24;

    private static final int OUTPUT_END = WINDOW_BYTES + OUTPUT_BYTES;

    private static final int MOST_LITERAL_CODES = 286;
    private static final int MOST_DISTANCE_CODES = 30;
    private static final int FIXED_LITERAL_CODES = 288;
    private static final int FIXED_DISTANCE_CODES = 32;
    private static final int END_OF_BLOCK_SYMBOL = 256;
    private static final byte[] CODE_LENGTH_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    /** The kind of data at the current position of the stream. */
    private enum State {
        BLOCK_HEADER,
        STORED,
        CODED,
        ENDED
    }

    /**
     * A position in a stream from which a decoder can continue.
     *
     * @param blockBit the offset of the block's header, in bits from the beginning of the compressed bytes
     * @param symbolBit the offset of the next bit. Between blocks it equals {@code blockBit}, and inside a block it is
     *      larger
     */
    public record Place(long blockBit, long symbolBit) {}

    private final CompressedBytes in;
    private final ByteBuffer input;
    private final byte[] inputBytes;

    private final byte[] out = new byte[OUTPUT_END + SLACK_BYTES];

    /**
     * The index in {@link #out} of the next byte. The next fields are the indices of the first byte not taken and of
     * the beginning of the stream.
     */
    private int end;

    private int taken;
    private int historyBegin;

    /** The index at which the output of the last call begins. */
    private int lastBegin;

    private long hold;
    private int held;

    private State state = State.ENDED;
    private boolean lastBlock;
    private int storedLeft;
    private long blockBit;
    private long decoded;

    private final DeflateTable literals = DeflateTable.forLiterals();
    private final DeflateTable distances = DeflateTable.forDistances();
    private final DeflateTable codeLengths = DeflateTable.forCodeLengths();
    private final byte[] lengths = new byte[MOST_LITERAL_CODES + FIXED_DISTANCE_CODES + 2];

    /** Decodes the bytes of {@code in}, whose buffer must be on the heap. */
    public DeflateDecoder(CompressedBytes in) {
        this.in = in;
        this.input = in.buffer();
        this.inputBytes = in.array();
    }

    /** Begins a stream at the next byte of the input. Keeps decoded bytes that were not taken. */
    public void begin() {
        historyBegin = end;
        hold = 0;
        held = 0;
        state = State.BLOCK_HEADER;
        lastBlock = false;
    }

    /**
     * Continues from the place of another decoder. {@code window} is the last output of that decoder. The next byte of
     * the input must contain the first bit of the place.
     */
    public void resume(Place place, byte[] window) throws IOException {
        if (window.length > WINDOW_BYTES || place.symbolBit < place.blockBit) {
            throw new IllegalArgumentException(
                    "cannot resume at " + place + " with a window of " + window.length + " bytes");
        }
        begin();
        System.arraycopy(window, 0, out, 0, window.length);
        historyBegin = 0;
        end = window.length;
        taken = end;
        bits((int) (place.blockBit & 7));
        if (place.symbolBit > place.blockBit) {
            readBlockHeader();
            if (state != State.CODED || bitPosition() > place.symbolBit) {
                throw damaged("expected a compressed block before the place to resume from, found another block");
            }
            skipBits(place.symbolBit - bitPosition());
        }
    }

    private void skipBits(long count) throws IOException {
        if (count <= held) {
            dropBits((int) count);
            return;
        }
        long left = count - held;
        dropBits(held);
        for (long bytes = left >>> 3; bytes > 0; ) {
            if (!in.fill()) {
                throw incomplete();
            }
            int passed = (int) Math.min(bytes, input.remaining());
            input.position(input.position() + passed);
            bytes -= passed;
        }
        bits((int) (left & 7));
    }

    /** Returns the place of the next bit. Valid only if {@link #isResumable()} returns true. */
    public Place place() {
        long bit = bitPosition();
        return new Place(state == State.CODED ? blockBit : bit, bit);
    }

    /** Returns whether the decoder is between two blocks. */
    public boolean isBetweenBlocks() {
        return state == State.BLOCK_HEADER;
    }

    /**
     * Returns whether another decoder can continue at this place. False in stored blocks, which are short, and at the
     * end.
     */
    public boolean isResumable() {
        return state == State.BLOCK_HEADER || state == State.CODED;
    }

    /** Returns whether the last block has ended. Some decoded bytes may not be taken yet. */
    public boolean isEnded() {
        return state == State.ENDED;
    }

    /** Returns the number of bytes decoded in all streams, taken or not. */
    public long decodedBytes() {
        return decoded;
    }

    /** Returns a copy of the bytes before the current place to which the stream may still refer. */
    public byte[] window() {
        return Arrays.copyOfRange(out, Math.max(historyBegin, end - WINDOW_BYTES), end);
    }

    /** Adds the output of the last call of {@link #decode()} to a checksum. */
    public void updateWithLast(Checksum checksum) {
        checksum.update(out, lastBegin, end - lastBegin);
    }

    /** Returns the number of decoded bytes that are not taken yet. */
    public int available() {
        return end - taken;
    }

    /** Takes up to {@code most} decoded bytes, and returns their number. */
    public int take(byte[] target, int from, int most) {
        int count = Math.min(most, end - taken);
        System.arraycopy(out, taken, target, from, count);
        taken += count;
        return count;
    }

    /** Like {@link #take(byte[], int, int)}, with a buffer as the target. */
    int take(ByteBuffer target) {
        int count = Math.min(target.remaining(), end - taken);
        target.put(out, taken, count);
        taken += count;
        return count;
    }

    private long bitPosition() {
        return 8 * in.offset() - held;
    }

    /**
     * Decodes to the end of the block, or until untaken bytes fill the array. If this method throws, the bytes decoded
     * so far can still be taken.
     *
     * @throws MalformedStreamException if the stream is damaged, or its input ends
     */
    public void decode() throws IOException {
        slide();
        lastBegin = end;
        try {
            if (state == State.BLOCK_HEADER) {
                readBlockHeader();
            }
            if (state == State.STORED) {
                copyStored();
            } else if (state == State.CODED) {
                decodeCodes();
            }
        } finally {
            decoded += end - lastBegin;
        }
    }

    /** Makes room after all bytes were taken. Keeps the window before the next byte. */
    private void slide() {
        if (end >= OUTPUT_END && taken > WINDOW_BYTES) {
            int shift = Math.min(taken, end - WINDOW_BYTES);
            System.arraycopy(out, shift, out, 0, end - shift);
            end -= shift;
            taken -= shift;
            historyBegin = Math.max(0, historyBegin - shift);
        }
    }

    private void endBlock() {
        state = lastBlock ? State.ENDED : State.BLOCK_HEADER;
    }

    private void readBlockHeader() throws IOException {
        blockBit = bitPosition();
        int header = bits(3);
        lastBlock = (header & 1) != 0;
        switch (header >>> 1) {
            case 0 -> {
                dropBits(held);
                int length = bits(16);
                int complement = bits(16);
                if (length != (complement ^ 0xffff)) {
                    throw damaged(
                            "expected a stored block's length and its complement, found values that do not match");
                }
                storedLeft = length;
                state = State.STORED;
            }
            case 1 -> {
                fixedCodes();
                state = State.CODED;
            }
            case 2 -> {
                readCodes();
                state = State.CODED;
            }
            default -> throw damaged("expected a block of type 0, 1 or 2, found type 3");
        }
    }

    private void fixedCodes() {
        byte[] fixed = new byte[FIXED_LITERAL_CODES];
        Arrays.fill(fixed, 0, 144, (byte) 8);
        Arrays.fill(fixed, 144, 256, (byte) 9);
        Arrays.fill(fixed, 256, 280, (byte) 7);
        Arrays.fill(fixed, 280, FIXED_LITERAL_CODES, (byte) 8);
        literals.build(fixed, 0, FIXED_LITERAL_CODES, Incomplete.REJECTED);
        Arrays.fill(fixed, 0, FIXED_DISTANCE_CODES, (byte) 5);
        distances.build(fixed, 0, FIXED_DISTANCE_CODES, Incomplete.REJECTED);
    }

    /** Reads the code tables of a block. The lengths of the codes are themselves coded. */
    private void readCodes() throws IOException {
        int counts = bits(14);
        int literalCodes = (counts & 31) + 257;
        int distanceCodes = (counts >>> 5 & 31) + 1;
        int lengthCodes = (counts >>> 10) + 4;
        if (literalCodes > MOST_LITERAL_CODES || distanceCodes > MOST_DISTANCE_CODES) {
            throw damaged("expected at most 286 literal and 30 distance codes, found " + literalCodes + " and "
                    + distanceCodes);
        }
        Arrays.fill(lengths, 0, CODE_LENGTH_ORDER.length, (byte) 0);
        for (int i = 0; i < lengthCodes; i++) {
            lengths[CODE_LENGTH_ORDER[i]] = (byte) bits(3);
        }
        check(codeLengths.build(lengths, 0, CODE_LENGTH_ORDER.length, Incomplete.REJECTED), "code length");
        readCodeLengths(literalCodes + distanceCodes);
        if (lengths[END_OF_BLOCK_SYMBOL] == 0) {
            throw damaged("expected a code for the end of the block, found none");
        }
        check(literals.build(lengths, 0, literalCodes, Incomplete.ALLOWED), "literal");
        check(distances.build(lengths, literalCodes, distanceCodes, Incomplete.ALLOWED), "distance");
    }

    private void readCodeLengths(int count) throws IOException {
        int filled = 0;
        while (filled < count) {
            int entry = nextEntry(codeLengths);
            int symbol = entry >>> 16;
            int codeBits = entry & 15;
            if (symbol < 16) {
                dropBits(codeBits);
                lengths[filled++] = (byte) symbol;
                continue;
            }
            int extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
            need(codeBits + extra);
            dropBits(codeBits);
            if (symbol == 16 && filled == 0) {
                throw damaged("expected a code length to repeat, found none");
            }
            byte repeated = symbol == 16 ? lengths[filled - 1] : 0;
            int times = (symbol == 18 ? 11 : 3) + bits(extra);
            if (filled + times > count) {
                throw damaged("expected " + count + " code lengths, found more");
            }
            Arrays.fill(lengths, filled, filled + times, repeated);
            filled += times;
        }
    }

    private void check(boolean built, String kind) throws MalformedStreamException {
        if (!built) {
            throw damaged("expected a complete set of " + kind + " codes, found lengths that do not form one");
        }
    }

    private void copyStored() throws IOException {
        while (storedLeft > 0 && end < OUTPUT_END) {
            if (!in.fill()) {
                throw incomplete();
            }
            int count = Math.min(Math.min(storedLeft, input.remaining()), OUTPUT_END - end);
            input.get(out, end, count);
            end += count;
            storedLeft -= count;
        }
        if (storedLeft == 0) {
            endBlock();
        }
    }

    private void decodeCodes() throws IOException {
        while (state == State.CODED && end < OUTPUT_END) {
            if (input.remaining() >= FAST_INPUT_BYTES) {
                decodeFast();
            } else {
                decodeCarefully();
            }
        }
    }

    /** Decodes while the positions are far from the ends of the input and the output. */
    private void decodeFast() throws MalformedStreamException {
        byte[] bytes = inputBytes;
        byte[] to = out;
        int[] literalEntries = literals.entries;
        int[] distanceEntries = distances.entries;
        int literalMask = (1 << literals.bits) - 1;
        int distanceMask = (1 << distances.bits) - 1;
        int at = input.position();
        int lastAt = input.limit() - FAST_INPUT_BYTES;
        int put = end;
        long bits = hold;
        int count = held;
        String problem = null;
        while (at <= lastAt && put < OUTPUT_END) {
            // Bits above the count may already be present. They have the same values.
            bits |= LittleEndian.getLong(bytes, at) << count;
            at += (63 - count) >>> 3;
            count |= 56;
            int entry = literalEntries[(int) bits & literalMask];
            if ((entry & DeflateTable.KIND) == DeflateTable.LITERAL) {
                to[put++] = (byte) (entry >>> 16);
                bits >>>= entry & 15;
                count -= entry & 15;
                entry = literalEntries[(int) bits & literalMask];
                if ((entry & DeflateTable.KIND) == DeflateTable.LITERAL) {
                    to[put++] = (byte) (entry >>> 16);
                    bits >>>= entry & 15;
                    count -= entry & 15;
                    continue;
                }
            }
            if ((entry & DeflateTable.KIND) == DeflateTable.SECOND_LEVEL) {
                bits >>>= entry & 15;
                count -= entry & 15;
                entry = literalEntries[(entry >>> 16) + ((int) bits & (1 << (entry >>> 4 & 15)) - 1)];
            }
            bits >>>= entry & 15;
            count -= entry & 15;
            int kind = entry & DeflateTable.KIND;
            if (kind == DeflateTable.LITERAL) {
                to[put++] = (byte) (entry >>> 16);
                continue;
            }
            if (kind != DeflateTable.BASE) {
                if (kind == DeflateTable.END_OF_BLOCK) {
                    endBlock();
                } else {
                    problem = "expected a literal or a length, found an unassigned code";
                }
                break;
            }
            int extra = entry >>> 4 & 15;
            int length = (entry >>> 16) + ((int) bits & (1 << extra) - 1);
            bits >>>= extra;
            count -= extra;
            // At most 45 bits are consumed at this point, and a distance needs up to 28.
            bits |= LittleEndian.getLong(bytes, at) << count;
            at += (63 - count) >>> 3;
            count |= 56;
            entry = distanceEntries[(int) bits & distanceMask];
            if ((entry & DeflateTable.KIND) == DeflateTable.SECOND_LEVEL) {
                bits >>>= entry & 15;
                count -= entry & 15;
                entry = distanceEntries[(entry >>> 16) + ((int) bits & (1 << (entry >>> 4 & 15)) - 1)];
            }
            bits >>>= entry & 15;
            count -= entry & 15;
            if ((entry & DeflateTable.KIND) != DeflateTable.BASE) {
                problem = "expected a distance, found an unassigned code";
                break;
            }
            extra = entry >>> 4 & 15;
            int distance = (entry >>> 16) + ((int) bits & (1 << extra) - 1);
            bits >>>= extra;
            count -= extra;
            if (distance > put - historyBegin) {
                problem = tooFar(distance, put);
                break;
            }
            copyMatch(to, put, distance, length);
            put += length;
        }
        end = put;
        input.position(at - (count >>> 3));
        held = count & 7;
        hold = bits & ((1L << held) - 1);
        if (problem != null) {
            throw damaged(problem);
        }
    }

    /** Copies a match. May write some bytes past the end of the match. */
    private static void copyMatch(byte[] to, int put, int distance, int length) {
        int from = put - distance;
        if (distance >= Long.BYTES) {
            for (int i = 0; i < length; i += Long.BYTES) {
                LittleEndian.putLong(to, put + i, LittleEndian.getLong(to, from + i));
            }
        } else if (distance == 1) {
            Arrays.fill(to, put, put + length, to[from]);
        } else {
            for (int i = 0; i < length; i++) {
                to[put + i] = to[from + i];
            }
        }
    }

    /** Decodes one symbol. Reads no byte that the symbol does not need. */
    private void decodeCarefully() throws IOException {
        int entry = nextSymbol(literals);
        int kind = entry & DeflateTable.KIND;
        if (kind == DeflateTable.LITERAL) {
            out[end++] = (byte) (entry >>> 16);
            return;
        }
        if (kind == DeflateTable.END_OF_BLOCK) {
            endBlock();
            return;
        }
        if (kind != DeflateTable.BASE) {
            throw damaged("expected a literal or a length, found an unassigned code");
        }
        int length = (entry >>> 16) + bits(entry >>> 4 & 15);
        entry = nextSymbol(distances);
        if ((entry & DeflateTable.KIND) != DeflateTable.BASE) {
            throw damaged("expected a distance, found an unassigned code");
        }
        int distance = (entry >>> 16) + bits(entry >>> 4 & 15);
        if (distance > end - historyBegin) {
            throw damaged(tooFar(distance, end));
        }
        copyMatch(out, end, distance, length);
        end += length;
    }

    private String tooFar(int distance, int put) {
        return "expected a distance of at most " + Math.min(put - historyBegin, WINDOW_BYTES) + ", found " + distance;
    }

    /** Consumes the next code and returns its entry. The bits of the code must be in the hold. */
    private int nextSymbol(DeflateTable table) throws IOException {
        int entry = nextEntry(table);
        if ((entry & DeflateTable.KIND) != DeflateTable.SECOND_LEVEL) {
            dropBits(entry & 15);
            return entry;
        }
        int first = entry & 15;
        int mask = (1 << (entry >>> 4 & 15)) - 1;
        while (true) {
            int second = table.entries[(entry >>> 16) + ((int) (hold >>> first) & mask)];
            if (first + (second & 15) <= held) {
                dropBits(first + (second & 15));
                return second;
            }
            pullByte();
        }
    }

    /** Returns the first-level entry for the next bits, after reading all bits of the entry into the hold. */
    private int nextEntry(DeflateTable table) throws IOException {
        while (true) {
            int entry = table.entries[(int) hold & (1 << table.bits) - 1];
            if ((entry & 15) <= held) {
                return entry;
            }
            pullByte();
        }
    }

    private int bits(int count) throws IOException {
        need(count);
        int value = (int) hold & (1 << count) - 1;
        dropBits(count);
        return value;
    }

    private void need(int count) throws IOException {
        while (held < count) {
            pullByte();
        }
    }

    private void dropBits(int count) {
        hold >>>= count;
        held -= count;
    }

    private void pullByte() throws IOException {
        if (!in.fill()) {
            throw incomplete();
        }
        hold |= (input.get() & 0xffL) << held;
        held += 8;
    }

    private MalformedStreamException damaged(String message) {
        return MalformedStreamException.damaged(in.offset(), message);
    }

    private MalformedStreamException incomplete() {
        return MalformedStreamException.incomplete(
                in.offset(), "expected the end mark of the compressed stream, found the end");
    }
}
