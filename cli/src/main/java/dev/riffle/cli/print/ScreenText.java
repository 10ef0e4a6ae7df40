package dev.riffle.cli.print;

import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;

/** Prints the text of payloads. A terminal shows long values and lists in a short form, and a hint after the first. */
final class ScreenText {

    /** Lists the amounts of text on a terminal. Other outputs always get all text. */
    enum Extent {
        SHORT,
        FULL
    }

    /** Writes the text of a payload. */
    @FunctionalInterface
    interface Text {
        void writeTo(Appendable target) throws IOException;
    }

    private final Terminal terminal;
    private final Extent extent;
    private boolean hintShown;

    ScreenText(Terminal terminal, Extent extent) {
        this.terminal = terminal;
        this.extent = extent;
    }

    void print(ShortenedText.Kind kind, Text text) throws IOException {
        if (extent == Extent.FULL || !terminal.screen().isTerminal()) {
            text.writeTo(terminal.text());
            return;
        }
        ShortenedText target =
                new ShortenedText(terminal.text(), kind, terminal.screen().columns());
        text.writeTo(target);
        target.end();
        if (target.isShortened() && !hintShown) {
            hintShown = true;
            terminal.printLine(Paint.HEADING, "# shortened; --full prints all values");
        }
    }
}
