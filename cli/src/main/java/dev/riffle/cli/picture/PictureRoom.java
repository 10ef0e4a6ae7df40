package dev.riffle.cli.picture;

import dev.riffle.cli.terminal.Screen;
import dev.riffle.tensor.DenseTensor;
import java.util.OptionalInt;

/**
 * How much room on a screen a picture has.
 *
 * @param columns how many characters across
 * @param lines how many characters down
 * @param size what happens to pictures that are smaller
 */
record PictureRoom(int columns, int lines, Size size) {

    /** The widest picture that can be asked for. */
    static final int MOST_COLUMNS = 500;

    private static final int MOST_LINES = 500;

    /** The lines that stay free for what is said about the picture, and for the prompt. */
    private static final int FREE_LINES = 3;

    /** What happens to small pictures. */
    enum Size {
        KEPT,
        ENLARGED
    }

    /** The whole screen, or the width that was asked for, whatever that makes the height. */
    static PictureRoom of(Screen screen, OptionalInt width) {
        return width.isPresent()
                ? new PictureRoom(width.getAsInt(), MOST_LINES, Size.ENLARGED)
                : new PictureRoom(
                        Math.min(screen.columns(), MOST_COLUMNS),
                        Math.max(1, Math.min(screen.lines() - FREE_LINES, MOST_LINES)),
                        Size.KEPT);
    }

    /** A picture of uint8 [height, width, channels] so that it fits, as wide compared with its height as before. */
    PixelGrid fit(DenseTensor pixels, PictureProtocol protocol) {
        int height = pixels.shape().dim(0);
        int width = pixels.shape().dim(1);
        double scale = Math.min(
                (double) columns * protocol.cellWidth() / width, (double) lines * protocol.cellHeight() / height);
        if (size == Size.KEPT) {
            scale = Math.min(1, scale);
        }
        return PixelGrid.of(pixels, scaled(width, scale), scaled(height, scale), PixelGrid.Ground.CHECKERBOARD);
    }

    private static int scaled(int length, double scale) {
        return (int) Math.max(1, Math.round(length * scale));
    }
}
