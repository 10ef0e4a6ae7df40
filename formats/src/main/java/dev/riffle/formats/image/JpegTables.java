package dev.riffle.formats.image;

/** Checks the table segments of a JPEG by libjpeg's rules: valid tables must fill each segment completely. */
final class JpegTables {

    private static final int TABLES = 4;
    private static final int LENGTHS = 16;
    private static final int MAX_CODES = 256;
    private static final int ARITHMETIC_TABLES = 32;

    private JpegTables() {}

    static void checkHuffman(ImageBytes data, int start, int size) {
        int at = start;
        int end = start + size;
        while (end - at > LENGTHS) {
            int index = data.uint8(at++);
            if ((index & ~0x10) >= TABLES) {
                throw data.malformed("Huffman table " + index + " at byte " + (at - 1) + ", 0 to 3 expected");
            }
            int codes = 0;
            for (int i = 0; i < LENGTHS; i++) {
                codes += data.uint8(at++);
            }
            if (codes > MAX_CODES || codes > end - at) {
                throw data.malformed("Huffman table of " + codes + " codes before byte " + at + ", up to "
                        + Math.min(MAX_CODES, end - at) + " expected");
            }
            at += codes;
        }
        checkEnd(data, at, end);
    }

    static void checkQuantization(ImageBytes data, int start, int size) {
        int at = start;
        int end = start + size;
        while (at < end) {
            int index = data.uint8(at);
            if ((index & 0x0f) >= TABLES) {
                throw data.malformed("quantization table " + (index & 0x0f) + " at byte " + at + ", 0 to 3 expected");
            }
            at += 1 + (index > 0x0f ? 128 : 64);
        }
        checkEnd(data, at, end);
    }

    static void checkArithmetic(ImageBytes data, int start, int size) {
        int end = start + size;
        int at = start;
        for (; at < end; at += 2) {
            int index = data.uint8(at);
            int value = data.uint8(at + 1);
            boolean isOfDc = index < ARITHMETIC_TABLES / 2;
            if (index >= ARITHMETIC_TABLES || isOfDc && (value & 0x0f) > value >> 4) {
                throw data.malformed("invalid arithmetic conditioning " + index + " of " + value + " at byte " + at);
            }
        }
        checkEnd(data, at, end);
    }

    static void checkRestartInterval(ImageBytes data, int start, int size) {
        if (size != 2) {
            throw data.malformed("restart interval of 2 bytes expected at byte " + start + ", found " + size);
        }
    }

    private static void checkEnd(ImageBytes data, int at, int end) {
        if (at != end) {
            throw data.malformed("tables expected up to byte " + end + ", found their end at byte " + at);
        }
    }
}
