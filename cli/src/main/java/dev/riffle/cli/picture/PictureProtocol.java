package dev.riffle.cli.picture;

import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** The ways in which terminals take pictures. */
enum PictureProtocol {
    /** Characters whose upper half has one colour and the lower half another, of 16 million. */
    BLOCKS(1, 2),
    /** The same with the 256 colours that nearly every terminal has. */
    BLOCKS256(1, 2),
    /** Sixels, which DEC's terminals had first. */
    SIXEL(10, 20),
    /** The protocol of kitty. */
    KITTY(10, 20),
    /** The protocol of iTerm2. */
    ITERM(10, 20);

    /** What is taken for the size of a character, where a terminal would have to be asked. */
    private final int cellWidth;

    private final int cellHeight;

    PictureProtocol(int cellWidth, int cellHeight) {
        this.cellWidth = cellWidth;
        this.cellHeight = cellHeight;
    }

    /** How many pixels a character is wide. */
    int cellWidth() {
        return cellWidth;
    }

    /** How many pixels a character is high. */
    int cellHeight() {
        return cellHeight;
    }

    /** The protocol of a name; nothing for {@code auto}. */
    static Optional<PictureProtocol> typed(String name) {
        if (name.equalsIgnoreCase("auto")) {
            return Optional.empty();
        }
        for (PictureProtocol protocol : values()) {
            if (protocol.name().equalsIgnoreCase(name)) {
                return Optional.of(protocol);
            }
        }
        throw new IllegalArgumentException(
                "--protocol must be auto, blocks, blocks256, sixel, kitty or iterm: " + name);
    }

    /** What a screen says that it understands; nothing if it shows no pictures at all. */
    static Optional<PictureProtocol> of(Screen screen) {
        String term = screen.variable("TERM").toLowerCase(Locale.ROOT);
        if (screen.kind() == Screen.Kind.NONE || term.isEmpty() || term.equals("dumb")) {
            return Optional.empty();
        }
        // These pass on characters, but not what else their own terminal understands.
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

    private static PictureProtocol blocks(Screen screen) {
        String colours = screen.variable("COLORTERM").toLowerCase(Locale.ROOT);
        return colours.equals("truecolor") || colours.equals("24bit") ? BLOCKS : BLOCKS256;
    }

    /** Draws pixels at the beginning of a line, and ends on the beginning of another one. */
    void draw(PixelGrid pixels, Terminal terminal) throws IOException {
        switch (this) {
            case BLOCKS -> new BlockPicture(BlockPicture.Colours.TRUE).draw(pixels, terminal);
            case BLOCKS256 -> new BlockPicture(BlockPicture.Colours.INDEXED).draw(pixels, terminal);
            case SIXEL -> new SixelPicture(pixels).draw(terminal);
            case KITTY -> InlinePicture.kitty(pixels, columns(pixels), terminal);
            case ITERM -> InlinePicture.iterm(pixels, columns(pixels), terminal);
        }
    }

    private int columns(PixelGrid pixels) {
        return Math.max(1, Math.round((float) pixels.width() / cellWidth));
    }
}
