package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.util.BitSet;
import java.util.Locale;

/**
 * Draws with sixels. A character represents six pixels in a column, and its bits choose the pixels that get a colour.
 * The class draws each group of six rows once for each colour in these rows.
 */
final class SixelImage {

    private static final int BAND = 6;
    private static final int NO_PIXELS = 63;
    private static final int WORTH_COUNTING = 4;

    private final PixelGrid pixels;
    private final Palette palette;

    SixelImage(PixelGrid pixels) {
        this.pixels = pixels;
        this.palette = Palette.of(pixels);
    }

    void draw(Terminal terminal) throws IOException {
        StringBuilder text = new StringBuilder("\033P0;1;0q");
        text.append(String.format(Locale.ROOT, "\"1;1;%d;%d", pixels.width(), pixels.height()));
        for (int i = 0; i < palette.colours().size(); i++) {
            int colour = palette.colours().get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "#%d;2;%d;%d;%d",
                    i,
                    percent(colour >> 16),
                    percent(colour >> 8 & 0xff),
                    percent(colour & 0xff)));
        }
        terminal.draw(text.toString());
        for (int top = 0; top < pixels.height(); top += BAND) {
            terminal.draw(band(top));
        }
        terminal.draw("\033\\\n");
    }

    private static int percent(int sample) {
        return (sample * 100 + 127) / 255;
    }

    private String band(int top) {
        int rows = Math.min(BAND, pixels.height() - top);
        int[][] places = new int[rows][pixels.width()];
        BitSet used = new BitSet();
        for (int row = 0; row < rows; row++) {
            for (int x = 0; x < pixels.width(); x++) {
                places[row][x] = palette.place(pixels.colour(x, top + row));
                used.set(places[row][x]);
            }
        }
        StringBuilder text = new StringBuilder();
        for (int place = used.nextSetBit(0); place >= 0; place = used.nextSetBit(place + 1)) {
            text.append('#').append(place);
            drawColour(places, place, text);
            text.append('$');
        }
        text.setCharAt(text.length() - 1, '-');
        return text.toString();
    }

    private void drawColour(int[][] places, int place, StringBuilder text) {
        int run = 0;
        char last = 0;
        for (int x = 0; x < pixels.width(); x++) {
            int bits = 0;
            for (int row = 0; row < places.length; row++) {
                bits |= places[row][x] == place ? 1 << row : 0;
            }
            char sixel = (char) (NO_PIXELS + bits);
            if (sixel != last) {
                repeat(last, run, text);
                run = 0;
                last = sixel;
            }
            run++;
        }
        if (last != NO_PIXELS) {
            repeat(last, run, text);
        }
    }

    private static void repeat(char sixel, int run, StringBuilder text) {
        if (run >= WORTH_COUNTING) {
            text.append('!').append(run).append(sixel);
        } else {
            text.append(String.valueOf(sixel).repeat(run));
        }
    }
}
