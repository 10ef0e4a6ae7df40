package dev.riffle.formats.image;

import java.util.Arrays;

/**
 * Reads the LZW codes of a frame by giflib's rules. The codes have a growing width, and are in blocks of up to 255
 * bytes. Decodes only the requested pixels and skips the rest of the data blocks. An end code before the last pixel, or
 * an undefined code, is an error.
 */
final class GifCodes {

    private static final int MAX_BITS = 12;
    private static final int CODES = 1 << MAX_BITS;
    private static final int NONE = CODES + 2;

    private final ImageBytes data;
    private final int clear;
    private final int[] prefix = new int[CODES];
    private final byte[] suffix = new byte[CODES];
    private final byte[] stack = new byte[CODES + 1];
    private int stacked;
    private int last = NONE;
    private int running;
    private int bits;
    private int at;
    private int blockEnd;
    private int pending;
    private int pendingBits;

    /** Creates a reader of codes. The initial code size is at offset {@code at}. */
    GifCodes(ImageBytes data, int at) {
        this.data = data;
        int size = data.uint8(at);
        if (size > Byte.SIZE) {
            throw data.malformed("code size of up to 8 expected at byte " + at + ", found " + size);
        }
        this.clear = 1 << size;
        this.at = at + 1;
        this.blockEnd = at + 1;
        clear();
    }

    private void clear() {
        Arrays.fill(prefix, NONE);
        running = clear + 2;
        bits = Integer.numberOfTrailingZeros(clear) + 1;
        last = NONE;
    }

    /** Fills a part of an array with colour indices. */
    void read(byte[] target, int from, int count) {
        int to = from;
        int end = from + count;
        while (to < end) {
            if (stacked > 0) {
                target[to++] = stack[--stacked];
                continue;
            }
            int code = next();
            if (code == clear + 1) {
                throw data.malformed("end code after " + to + " pixels of a frame, before byte " + at);
            }
            if (code == clear) {
                clear();
            } else {
                push(code);
                learn(code);
                last = code;
            }
        }
    }

    /** Pushes the string of a code on the stack, with its first colour on top. */
    private void push(int code) {
        int trace = code;
        if (code > clear && prefix[code] == NONE) {
            int fresh = running - 2;
            if (fresh >= CODES) {
                throw defect();
            }
            byte first = (byte) first(code == fresh ? last : code);
            suffix[fresh] = first;
            stack[stacked++] = first;
            trace = last;
        }
        while (stacked < CODES - 1 && trace > clear && trace < CODES) {
            stack[stacked++] = suffix[trace];
            trace = prefix[trace];
        }
        if (stacked >= CODES - 1 || trace >= CODES) {
            throw defect();
        }
        stack[stacked++] = (byte) trace;
    }

    private void learn(int code) {
        int fresh = running - 2;
        if (last != NONE && fresh < CODES && prefix[fresh] == NONE) {
            prefix[fresh] = last;
            suffix[fresh] = (byte) first(code == fresh ? last : code);
        }
    }

    /** Returns the first colour of a code's string. */
    private int first(int code) {
        int trace = code;
        for (int i = 0; trace > clear && i < CODES; i++) {
            if (trace >= CODES) {
                return NONE;
            }
            trace = prefix[trace];
        }
        return trace;
    }

    private int next() {
        while (pendingBits < bits) {
            if (at == blockEnd) {
                int size = data.uint8(at++);
                if (size == 0) {
                    throw defect();
                }
                if (!data.has(at, size)) {
                    throw data.malformed("data of a frame is truncated at byte " + at);
                }
                blockEnd = at + size;
            }
            pending |= data.uint8(at++) << pendingBits;
            pendingBits += Byte.SIZE;
        }
        int code = pending & (1 << bits) - 1;
        pending >>>= bits;
        pendingBits -= bits;
        if (running < CODES + 1 && ++running > 1 << bits && bits < MAX_BITS) {
            bits++;
        }
        return code;
    }

    /** Skips the remaining data blocks and returns the offset after them. */
    int end() {
        return endOfBlocks(data, blockEnd);
    }

    static int endOfBlocks(ImageBytes data, int from) {
        int at = from;
        for (int size = data.uint8(at++); size != 0; size = data.uint8(at++)) {
            if (!data.has(at, size)) {
                throw data.malformed("data of a frame is truncated at byte " + at);
            }
            at += size;
        }
        return at;
    }

    private MalformedImageException defect() {
        return data.malformed("undefined code in the data of a frame before byte " + at);
    }
}
