package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** Lists the protocols by which terminals show images. */
enum ImageProtocol {
    /** Half-block characters with two of 16 million colours. */
    BLOCKS(1, 2),
    /** Half-block characters with two of the 256 colours that nearly every terminal has. */
    BLOCKS256(1, 2),
    /** Sixels, from DEC's terminals. */
    SIXEL(10, 20),
    /** The protocol of kitty. */
    KITTY(10, 20),
    /** The protocol of iTerm2. */
    ITERM(10, 20);

    /** The assumed width of a character in pixels. Only the terminal knows the real size. */
    private final int cellWidth;

    private final int cellHeight;

    ImageProtocol(int cellWidth, int cellHeight) {
        this.cellWidth = cellWidth;
        this.cellHeight = cellHeight;
    }

    /** Returns the width of a character in pixels. */
    int cellWidth() {
        return cellWidth;
    }

    /** Returns the height of a character in pixels. */
    int cellHeight() {
        return cellHeight;
    }

    /** Returns the protocol with this name; empty for {@code auto}. */
    static Optional<ImageProtocol> typed(String name) {
        if (name.equalsIgnoreCase("auto")) {
            return Optional.empty();
        }
        for (ImageProtocol protocol : values()) {
            if (protocol.name().equalsIgnoreCase(name)) {
                return Optional.of(protocol);
            }
        }
        throw new IllegalArgumentException(
                "--protocol must be auto, blocks, blocks256, sixel, kitty or iterm: " + name);
    }

    /** Returns the protocol that a screen supports. Empty if the screen shows no images. */
    static Optional<ImageProtocol> of(Screen screen) {
        String term = screen.variable("TERM").toLowerCase(Locale.ROOT);
        if (screen.kind() == Screen.Kind.NONE || term.isEmpty() || term.equals("dumb")) {
            return Optional.empty();
        }
        // A multiplexer passes characters to its terminal, but not the other protocols.
        boolean multiplexed = term.startsWith("screen") || term.startsWith("tmux");
        if (multiplexed) {
            return Optional.of(blocks(screen));
        }
        String program = screen.variable("TERM_PROGRAM").toLowerCase(Locale.ROOT);
        if (term.contains("kitty")
                || program.equals("ghostty")
                || !screen.variable("KITTY_WINDOW_ID").isEmpty()) {
            return Optional.of(KITTY);
        }
        if (program.equals("iterm.app") || program.equals("wezterm") || program.equals("mintty")) {
            return Optional.of(ITERM);
        }
        boolean sixel = term.contains("sixel") || term.startsWith("foot") || term.startsWith("mlterm");
        return Optional.of(sixel ? SIXEL : blocks(screen));
    }

    private static ImageProtocol blocks(Screen screen) {
        String colours = screen.variable("COLORTERM").toLowerCase(Locale.ROOT);
        return colours.equals("truecolor") || colours.equals("24bit") ? BLOCKS : BLOCKS256;
    }

    /** Draws pixels from the beginning of a line. Afterwards, the cursor is at the beginning of a later line. */
    void draw(PixelGrid pixels, Terminal terminal) throws IOException {
        switch (this) {
            case BLOCKS -> new BlockImage(BlockImage.Colours.TRUE).draw(pixels, terminal);
            case BLOCKS256 -> new BlockImage(BlockImage.Colours.INDEXED).draw(pixels, terminal);
            case SIXEL -> new SixelImage(pixels).draw(terminal);
            case KITTY -> InlineImage.kitty(pixels, columns(pixels), terminal);
            case ITERM -> InlineImage.iterm(pixels, columns(pixels), terminal);
        }
    }

    private int columns(PixelGrid pixels) {
        return Math.max(1, Math.round((float) pixels.width() / cellWidth));
    }
}
