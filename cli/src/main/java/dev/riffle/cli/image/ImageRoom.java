package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Screen;
import dev.riffle.tensor.DenseTensor;
import java.util.OptionalInt;

/**
 * Describes the space for an image on a screen.
 *
 * @param columns the width in characters
 * @param lines the height in characters
 * @param size the way to handle smaller images
 */
record ImageRoom(int columns, int lines, Size size) {

    /** The largest width that the user can choose. */
    static final int MOST_COLUMNS = 500;

    private static final int MOST_LINES = 500;

    /** The number of lines that stay free for the description of the image, and for the prompt. */
    private static final int FREE_LINES = 3;

    /** Lists the ways to handle small images. */
    enum Size {
        KEPT,
        ENLARGED
    }

    /** Returns the space of the screen, or a space with the chosen width and any height. */
    static ImageRoom of(Screen screen, OptionalInt width) {
        return width.isPresent()
                ? new ImageRoom(width.getAsInt(), MOST_LINES, Size.ENLARGED)
                : new ImageRoom(
                        Math.min(screen.columns(), MOST_COLUMNS),
                        Math.max(1, Math.min(screen.lines() - FREE_LINES, MOST_LINES)),
                        Size.KEPT);
    }

    /** Scales an image of uint8 [height, width, channels] to fit, and keeps its proportions. */
    PixelGrid fit(DenseTensor pixels, ImageProtocol protocol) {
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
