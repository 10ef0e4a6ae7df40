package dev.riffle.cli;

import java.io.IOException;

/**
 * Height, width and number of colours of a JPEG picture, from its frame header (ITU-T T.81, B.2.2).
 *
 * @param depth the number of colour components
 */
record JpegSize(int height, int width, int depth) {

    private static final int FIRST_SEGMENT = 2;

    static JpegSize of(byte[] jpeg) throws IOException {
        int at = FIRST_SEGMENT;
        while (at + 9 < jpeg.length && (jpeg[at] & 0xff) == 0xff) {
            int marker = jpeg[at + 1] & 0xff;
            boolean tables = marker == 0xc4 || marker == 0xc8 || marker == 0xcc;
            if (marker >= 0xc0 && marker <= 0xcf && !tables) {
                return new JpegSize(twoBytes(jpeg, at + 5), twoBytes(jpeg, at + 7), jpeg[at + 9] & 0xff);
            }
            at += 2 + twoBytes(jpeg, at + 2);
        }
        throw new IOException("no frame header: not a JPEG picture");
    }

    private static int twoBytes(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }
}
