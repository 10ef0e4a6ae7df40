package dev.riffle.formats.image;

import org.jspecify.annotations.Nullable;

/**
 * Converts rows of a PNG to samples of eight bits in the requested channels, as libpng does for TensorFlow. Of sixteen
 * bits, it keeps the high byte. {@link PngGray} converts colours to gray. If the caller requests opacity, the chunk
 * tRNS supplies it.
 */
final class PngRows {

    private final PngHeader header;
    private final int channels;
    private final byte[] samples;
    private final byte[] palette;
    private final byte @Nullable [] transparency;
    private final int sourceSamples;
    private final int fullScale;
    private final int opaque;
    private final PngGray gray;

    PngRows(PngStructure png, int channels, byte[] samples) {
        this.gray = new PngGray(png.header(), png.gamma());
        this.header = png.header();
        this.channels = channels;
        this.samples = samples;
        this.palette = png.palette();
        this.transparency = png.transparency();
        this.sourceSamples = header.color().samples();
        this.fullScale = header.depth() == 16 ? 0xffff : 0xff;
        this.opaque = transparency == null ? (1 << header.depth()) - 1 : fullScale;
    }

    byte[] samples() {
        return samples;
    }

    /** Converts a row whose first byte is at {@code from}. The pixels of the row fill every {@code stepX}th place. */
    void put(byte[] row, int from, int pixels, int y, int fromX, int stepX) {
        int to = (y * header.width() + fromX) * channels;
        boolean isPlain = header.depth() == 8
                && channels == sourceSamples
                && header.color() != PngHeader.Color.PALETTE
                && stepX == 1;
        if (isPlain) {
            System.arraycopy(row, from, samples, to, pixels * channels);
            return;
        }
        for (int x = 0; x < pixels; x++, to += stepX * channels) {
            putPixel(row, from, x, to);
        }
    }

    private void putPixel(byte[] row, int from, int x, int to) {
        int first = x * sourceSamples;
        int red = sample(row, from, first);
        switch (header.color()) {
            case GRAY -> put(to, scaled(red), scaled(red), scaled(red), isTransparent(red) ? 0 : opaque);
            case GRAY_ALPHA -> put(to, red, red, red, sample(row, from, first + 1));
            case PALETTE -> put(to, palette(red, 0), palette(red, 1), palette(red, 2), paletteAlpha(red));
            case RGB -> {
                int green = sample(row, from, first + 1);
                int blue = sample(row, from, first + 2);
                put(to, red, green, blue, isTransparent(red, green, blue) ? 0 : opaque);
            }
            case RGB_ALPHA ->
                put(to, red, sample(row, from, first + 1), sample(row, from, first + 2), sample(row, from, first + 3));
        }
    }

    private int sample(byte[] row, int from, int index) {
        return switch (header.depth()) {
            case 8 -> row[from + index] & 0xff;
            case 16 -> (row[from + 2 * index] & 0xff) << 8 | row[from + 2 * index + 1] & 0xff;
            default -> {
                int bit = index * header.depth();
                int shift = 8 - header.depth() - bit % 8;
                yield row[from + bit / 8] >> shift & (1 << header.depth()) - 1;
            }
        };
    }

    private int scaled(int gray) {
        return header.depth() >= 8 ? gray : gray * 0xff / ((1 << header.depth()) - 1);
    }

    private boolean isTransparent(int... pixel) {
        if (transparency == null) {
            return false;
        }
        int mask = (1 << header.depth()) - 1;
        for (int i = 0; i < pixel.length; i++) {
            int value = (transparency[2 * i] & 0xff) << 8 | transparency[2 * i + 1] & 0xff;
            if ((value & mask) != pixel[i]) {
                return false;
            }
        }
        return true;
    }

    private int palette(int color, int channel) {
        return palette[3 * color + channel] & 0xff;
    }

    private int paletteAlpha(int color) {
        return transparency != null && color < transparency.length ? transparency[color] & 0xff : opaque;
    }

    /** Stores samples in the full scale of the file: 8 or 16 bits. */
    private void put(int to, int red, int green, int blue, int alpha) {
        if (channels < 3) {
            samples[to] = eight(gray.of(red, green, blue));
        } else {
            samples[to] = eight(red);
            samples[to + 1] = eight(green);
            samples[to + 2] = eight(blue);
        }
        if (channels % 2 == 0) {
            samples[to + channels - 1] = eight(alpha);
        }
    }

    private byte eight(int sample) {
        return (byte) (fullScale == 0xffff ? sample >> 8 : sample);
    }
}
