package dev.riffle.io.internal.codec;

import java.io.ByteArrayOutputStream;

/** Builds deflate streams bit by bit. */
public final class DeflateBits {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int hold;
    private int held;

    /** Appends the lowest {@code count} bits of a value, lowest bit first, as in headers and extra bits. */
    public DeflateBits put(int value, int count) {
        for (int i = 0; i < count; i++) {
            hold |= (value >>> i & 1) << held;
            if (++held == 8) {
                out.write(hold);
                hold = 0;
                held = 0;
            }
        }
        return this;
    }

    /** Appends a Huffman code, its highest bit first. */
    public DeflateBits code(int value, int count) {
        for (int i = count - 1; i >= 0; i--) {
            put(value >>> i & 1, 1);
        }
        return this;
    }

    /** Appends a symbol of the fixed literal code. */
    public DeflateBits fixed(int symbol) {
        if (symbol < 144) {
            return code(0x30 + symbol, 8);
        }
        if (symbol < 256) {
            return code(0x190 + symbol - 144, 9);
        }
        return symbol < 280 ? code(symbol - 256, 7) : code(0xc0 + symbol - 280, 8);
    }

    DeflateBits align() {
        while (held != 0) {
            put(0, 1);
        }
        return this;
    }

    public byte[] bytes() {
        align();
        return out.toByteArray();
    }
}
