package dev.riffle.cli.image;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;

/**
 * Holds opaque pixels in a size that fits a terminal. Each pixel is the average of an area of the image, weighted by
 * opacity. Transparent parts show a checkerboard or white.
 */
final class PixelGrid {

    private static final int SQUARE_PIXELS = 4;
    private static final int LIGHT = 0xcc;
    private static final int DARK = 0x99;
    private static final int OPAQUE = 255;

    /** Lists the backgrounds of transparent parts. */
    enum Ground {
        CHECKERBOARD,
        WHITE
    }

    private final int width;
    private final int height;
    private final int[] colours;

    private PixelGrid(int width, int height) {
        this.width = width;
        this.height = height;
        this.colours = new int[Math.multiplyExact(width, height)];
    }

    /**
     * Returns the pixels of an image, scaled to a size. The image is uint8 [height, width, channels], without a
     * dimension of 0.
     */
    static PixelGrid of(DenseTensor pixels, int width, int height, Ground ground) {
        PixelGrid grid = new PixelGrid(width, height);
        new Averaging(pixels).fill(grid, ground);
        return grid;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** Returns a pixel as 0xRRGGBB. */
    int colour(int x, int y) {
        return colours[y * width + x];
    }

    /** Returns the pixels as uint8 [height, width, 3]. */
    DenseTensor toTensor() {
        byte[] samples = new byte[colours.length * 3];
        for (int i = 0; i < colours.length; i++) {
            samples[3 * i] = (byte) (colours[i] >> 16);
            samples[3 * i + 1] = (byte) (colours[i] >> 8);
            samples[3 * i + 2] = (byte) colours[i];
        }
        return DenseTensor.of(
                Shape.of(height, width, 3), Values.wrap(DType.UINT8, samples.length, ByteBuffer.wrap(samples)));
    }

    /**
     * Averages areas with integer lengths. The width of an image pixel in units is the number of columns of the grid.
     * The width of a grid pixel is the number of columns of the image. Heights use rows in the same way. So the sum of
     * the weights of one grid pixel is the image's width times its height, and no sum exceeds 2^46.
     */
    private static final class Averaging {
        private final ByteBuffer samples;
        private final long rows;
        private final long columns;
        private final int channels;

        Averaging(DenseTensor pixels) {
            this.samples = pixels.values().data();
            this.rows = pixels.shape().dim(0);
            this.columns = pixels.shape().dim(1);
            this.channels = pixels.shape().dim(2);
        }

        void fill(PixelGrid grid, Ground ground) {
            for (int y = 0; y < grid.height; y++) {
                for (int x = 0; x < grid.width; x++) {
                    boolean light = (x / SQUARE_PIXELS + y / SQUARE_PIXELS) % 2 == 0;
                    int background = light ? LIGHT : DARK;
                    grid.colours[y * grid.width + x] =
                            average(grid, x, y, ground == Ground.WHITE ? OPAQUE : background);
                }
            }
        }

        private int average(PixelGrid grid, int x, int y, int background) {
            long top = y * rows;
            long left = x * columns;
            long red = 0;
            long green = 0;
            long blue = 0;
            long opacity = 0;
            for (long row = top / grid.height; row * grid.height < top + rows; row++) {
                long down = overlap(row, grid.height, top, rows);
                for (long column = left / grid.width; column * grid.width < left + columns; column++) {
                    long weight = down * overlap(column, grid.width, left, columns);
                    int at = (int) ((row * columns + column) * channels);
                    boolean coloured = channels >= 3;
                    long shown = weight * (channels % 2 == 0 ? sample(at + channels - 1) : OPAQUE);
                    opacity += shown;
                    red += shown * sample(at);
                    green += shown * sample(coloured ? at + 1 : at);
                    blue += shown * sample(coloured ? at + 2 : at);
                }
            }
            long all = rows * columns * OPAQUE;
            long ground = background * (all - opacity) + all / 2;
            return (int) ((red + ground) / all) << 16
                    | (int) ((green + ground) / all) << 8
                    | (int) ((blue + ground) / all);
        }

        private static long overlap(long index, long size, long from, long length) {
            return Math.min((index + 1) * size, from + length) - Math.max(index * size, from);
        }

        private int sample(int at) {
            return samples.get(at) & 0xff;
        }
    }
}
