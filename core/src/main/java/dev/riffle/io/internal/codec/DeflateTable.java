package dev.riffle.io.internal.codec;

import java.util.Arrays;

/**
 * A Huffman code of RFC 1951 as a table. The next bits of the stream, lowest first, are the index of an entry. Codes
 * longer than the first level of the table lead to a second level.
 *
 * <p>Bits 0 to 3 of an entry are the number of bits of its code at its level. Bits 4 to 7 are the number of extra bits
 * that follow, or the number of index bits of the second level. Bits 8 to 10 are the kind of the entry. The value of
 * the entry begins at bit 16.
 */
final class DeflateTable {

    static final int LONGEST_CODE = 15;

    /** The kinds of entries. A literal has the kind 0, so that the most frequent test is the cheapest. */
    static final int LITERAL = 0;

    static final int BASE = 1 << 8;
    static final int END_OF_BLOCK = 2 << 8;
    static final int SECOND_LEVEL = 3 << 8;
    static final int INVALID = 4 << 8;
    static final int KIND = 7 << 8;

    /** The entry for an unassigned code. Its length is 1, because zlib detects the error after reading one bit. */
    private static final int NO_CODE = INVALID | 1;

    private static final int FIRST_LENGTH_SYMBOL = 257;
    private static final int LENGTH_SYMBOLS = 29;
    private static final int DISTANCE_SYMBOLS = 30;
    private static final int LONGEST_MATCH = 258;

    final int[] entries;

    /** The number of bits that index the first level. */
    final int bits;

    private final int[] counts = new int[LONGEST_CODE + 1];
    private final int[] starts = new int[LONGEST_CODE + 2];
    private final int[] sorted;

    /** The entry of each symbol, without the length of its code. */
    private final int[] symbols;

    private DeflateTable(int bits, int capacity, int[] symbols) {
        this.bits = bits;
        this.entries = new int[capacity];
        this.symbols = symbols;
        this.sorted = new int[symbols.length];
    }

    /** Creates a table for literals and lengths. 286 codes of up to 15 bits need at most 1334 entries. */
    static DeflateTable forLiterals() {
        int[] symbols = new int[288];
        for (int i = 0; i < 256; i++) {
            symbols[i] = i << 16 | LITERAL;
        }
        symbols[256] = END_OF_BLOCK;
        int length = 3;
        for (int i = 0; i < LENGTH_SYMBOLS; i++) {
            int extra = i < 8 || i == LENGTH_SYMBOLS - 1 ? 0 : (i >> 2) - 1;
            int base = i == LENGTH_SYMBOLS - 1 ? LONGEST_MATCH : length;
            symbols[FIRST_LENGTH_SYMBOL + i] = base << 16 | BASE | extra << 4;
            length += 1 << extra;
        }
        Arrays.fill(symbols, FIRST_LENGTH_SYMBOL + LENGTH_SYMBOLS, symbols.length, INVALID);
        return new DeflateTable(10, 2048, symbols);
    }

    /** Creates a table for distances. 30 codes of up to 15 bits need far fewer entries than the capacity. */
    static DeflateTable forDistances() {
        int[] symbols = new int[32];
        int distance = 1;
        for (int i = 0; i < DISTANCE_SYMBOLS; i++) {
            int extra = i < 4 ? 0 : (i >> 1) - 1;
            symbols[i] = distance << 16 | BASE | extra << 4;
            distance += 1 << extra;
        }
        Arrays.fill(symbols, DISTANCE_SYMBOLS, symbols.length, INVALID);
        return new DeflateTable(8, 1024, symbols);
    }

    /** Creates a table for the lengths of the codes of a block. The values are the symbols. */
    static DeflateTable forCodeLengths() {
        int[] symbols = new int[19];
        for (int i = 0; i < symbols.length; i++) {
            symbols[i] = i << 16 | LITERAL;
        }
        return new DeflateTable(7, 128, symbols);
    }

    /** Whether a code may be incomplete. The code may then be a single code of one bit, or no code, as in zlib. */
    enum Incomplete {
        ALLOWED,
        REJECTED
    }

    /**
     * Builds the table of the canonical code with the lengths in {@code lengths} beginning at {@code from}. Returns
     * false if the code is invalid.
     */
    boolean build(byte[] lengths, int from, int count, Incomplete incomplete) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < count; i++) {
            counts[lengths[from + i]]++;
        }
        int longest = LONGEST_CODE;
        while (longest > 0 && counts[longest] == 0) {
            longest--;
        }
        if (longest == 0) {
            // If there is no code, only reading a symbol is an error. For code lengths, zlib even accepts symbol 0 in
            // this case.
            Arrays.fill(entries, 0, 1 << bits, incomplete == Incomplete.ALLOWED ? NO_CODE : 1);
            return true;
        }
        int left = 1;
        for (int length = 1; length <= LONGEST_CODE; length++) {
            left = (left << 1) - counts[length];
            if (left < 0) {
                return false;
            }
        }
        if (left > 0 && (incomplete == Incomplete.REJECTED || longest != 1)) {
            return false;
        }
        if (left > 0) {
            Arrays.fill(entries, 0, 1 << bits, NO_CODE);
        }
        sort(lengths, from, count);
        fill(lengths, from, longest);
        return true;
    }

    private void sort(byte[] lengths, int from, int count) {
        starts[1] = 0;
        for (int length = 1; length <= LONGEST_CODE; length++) {
            starts[length + 1] = starts[length] + counts[length];
        }
        for (int symbol = 0; symbol < count; symbol++) {
            int length = lengths[from + symbol];
            if (length != 0) {
                sorted[starts[length]++] = symbol;
            }
        }
    }

    /**
     * Fills the table. The codes are in the order of {@link #sorted}, so codes with the same first bits are adjacent.
     */
    private void fill(byte[] lengths, int from, int longest) {
        int used = 1 << bits;
        int code = 0;
        int codeLength = lengths[from + sorted[0]];
        int table = 0;
        int tableBits = bits;
        int prefix = -1;
        int total = 0;
        for (int length = 1; length <= longest; length++) {
            total += counts[length];
        }
        int leftOfLength = counts[codeLength];
        for (int i = 0; i < total; i++) {
            int symbol = sorted[i];
            int length = lengths[from + symbol];
            if (length > codeLength) {
                code <<= length - codeLength;
                codeLength = length;
                leftOfLength = counts[length];
            }
            int reversed = Integer.reverse(code) >>> (32 - length);
            int own = length;
            int at = reversed;
            if (length > bits) {
                int first = reversed & ((1 << bits) - 1);
                if (first != prefix) {
                    prefix = first;
                    table = used;
                    tableBits = secondLevelBits(length, leftOfLength, longest);
                    used += 1 << tableBits;
                    entries[first] = table << 16 | SECOND_LEVEL | tableBits << 4 | bits;
                }
                own = length - bits;
                at = reversed >>> bits;
            }
            int entry = symbols[symbol] | own;
            int base = length > bits ? table : 0;
            for (int k = at; k < 1 << tableBits; k += 1 << own) {
                entries[base + k] = entry;
            }
            code++;
            leftOfLength--;
        }
    }

    /**
     * Returns the number of index bits of the second level, for the codes that share their first-level bits with this
     * code.
     */
    private int secondLevelBits(int length, int leftOfLength, int longest) {
        int result = length - bits;
        int left = (1 << result) - leftOfLength;
        while (left > 0 && result + bits < longest) {
            result++;
            left = (left << 1) - counts[result + bits];
        }
        return result;
    }
}
