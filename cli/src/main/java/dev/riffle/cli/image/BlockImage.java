package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;

/**
 * Draws two rows of pixels on each line. The upper half of a character has the foreground colour, and the lower half
 * the background colour.
 */
final class BlockImage {

    private static final String UPPER_HALF = "\u2580";
    private static final int NONE = -1;

    /** The six levels of red, green and blue in the cube of the 256 colours, which follows the first 16 colours. */
    private static final int[] LEVELS = {0, 95, 135, 175, 215, 255};

    private static final int FIRST_OF_CUBE = 16;
    private static final int FIRST_GRAY = 232;
    private static final int LAST_GRAY = 255;

    /** Lists the ways to name colours to the terminal. */
    enum Colours {
        /** By red, green and blue values. */
        TRUE,
        /** By the number of the nearest of 240 colours. */
        INDEXED
    }

    private final Colours colours;

    BlockImage(Colours colours) {
        this.colours = colours;
    }

    void draw(PixelGrid pixels, Terminal terminal) throws IOException {
        for (int y = 0; y < pixels.height(); y += 2) {
            terminal.draw(line(pixels, y) + "\n");
        }
    }

    private String line(PixelGrid pixels, int y) {
        StringBuilder line = new StringBuilder();
        int upper = NONE;
        int lower = NONE;
        for (int x = 0; x < pixels.width(); x++) {
            if (pixels.colour(x, y) != upper) {
                upper = pixels.colour(x, y);
                line.append("\033[38;").append(name(upper)).append('m');
            }
            if (y + 1 < pixels.height() && pixels.colour(x, y + 1) != lower) {
                lower = pixels.colour(x, y + 1);
                line.append("\033[48;").append(name(lower)).append('m');
            }
            line.append(UPPER_HALF);
        }
        return line.append("\033[0m").toString();
    }

    private String name(int colour) {
        return switch (colours) {
            case TRUE -> "2;" + red(colour) + ";" + green(colour) + ";" + blue(colour);
            case INDEXED -> "5;" + index(colour);
        };
    }

    /** Returns the number of the nearest colour of the cube, or of a gray if a gray is nearer. */
    static int index(int colour) {
        int red = level(red(colour));
        int green = level(green(colour));
        int blue = level(blue(colour));
        int best = FIRST_OF_CUBE + 36 * red + 6 * green + blue;
        int distance = distance(colour, LEVELS[red], LEVELS[green], LEVELS[blue]);
        for (int gray = FIRST_GRAY; gray <= LAST_GRAY; gray++) {
            int shade = 8 + 10 * (gray - FIRST_GRAY);
            if (distance(colour, shade, shade, shade) < distance) {
                distance = distance(colour, shade, shade, shade);
                best = gray;
            }
        }
        return best;
    }

    private static int level(int sample) {
        int nearest = 0;
        for (int i = 1; i < LEVELS.length; i++) {
            if (Math.abs(LEVELS[i] - sample) < Math.abs(LEVELS[nearest] - sample)) {
                nearest = i;
            }
        }
        return nearest;
    }

    private static int distance(int colour, int red, int green, int blue) {
        int r = red(colour) - red;
        int g = green(colour) - green;
        int b = blue(colour) - blue;
        return r * r + g * g + b * b;
    }

    private static int red(int colour) {
        return colour >> 16;
    }

    private static int green(int colour) {
        return colour >> 8 & 0xff;
    }

    private static int blue(int colour) {
        return colour & 0xff;
    }
}
