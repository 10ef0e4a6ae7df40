package dev.riffle.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The text that a printer makes: kept as a whole, or passed on in pieces if there is a target. */
final class PieceOutput {

    /** Number of characters after which a piece is passed on. */
    static final int PIECE_CHARACTERS = 64 << 10;

    /** What a printer does. */
    @FunctionalInterface
    interface Printing {
        void printTo(PieceOutput out);
    }

    /** The text that was not passed on yet. */
    final StringBuilder text = new StringBuilder();

    private final @Nullable Appendable target;

    private PieceOutput(@Nullable Appendable target) {
        this.target = target;
    }

    /** Returns an output that keeps all text. */
    static PieceOutput keeping() {
        return new PieceOutput(null);
    }

    /** Prints to a target in pieces. */
    static void print(Appendable target, Printing printing) throws IOException {
        PieceOutput out = new PieceOutput(target);
        try {
            printing.printTo(out);
            out.passOn(0);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns what is printed. */
    static String text(Printing printing) {
        PieceOutput out = keeping();
        printing.printTo(out);
        return out.text.toString();
    }

    /** Passes the text on if it fills a piece. Callers must not have half of a character in it. */
    void passOn() {
        passOn(PIECE_CHARACTERS);
    }

    private void passOn(int kept) {
        if (target == null || text.length() <= kept) {
            return;
        }
        try {
            target.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text.setLength(0);
    }
}
