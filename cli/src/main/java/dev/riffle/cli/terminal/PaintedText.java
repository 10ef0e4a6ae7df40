package dev.riffle.cli.terminal;

/**
 * Builds text with colours. Escapes control characters in the text. On a screen without colours, the text has no
 * colours.
 */
public final class PaintedText {

    private final StringBuilder text = new StringBuilder();
    private final Screen screen;

    /** Creates an empty text for a screen. */
    public PaintedText(Screen screen) {
        this.screen = screen;
    }

    /** Adds plain text, of one line or several. */
    public PaintedText plain(String added) {
        text.append(Escapes.lines(added));
        return this;
    }

    /** Adds coloured text on one line. */
    public PaintedText painted(Paint paint, String added) {
        String line = Escapes.line(added);
        text.append(screen.isColored() ? paint.on(line) : line);
        return this;
    }

    /** Returns the text with the sequences for its colours. */
    @Override
    public String toString() {
        return text.toString();
    }
}
