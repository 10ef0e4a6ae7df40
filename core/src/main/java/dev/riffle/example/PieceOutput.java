package dev.riffle.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The output of a printer. It keeps the complete text, or writes it to a target in pieces. */
final class PieceOutput {

    /** The number of characters after which the output writes a piece. */
    static final int PIECE_CHARACTERS = 64 << 10;

    /** The work of a printer. */
    @FunctionalInterface
    interface Printing {
        void printTo(PieceOutput out);
    }

    /** The text that is not yet written to the target. */
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

    /** Returns the printed text. */
    static String text(Printing printing) {
        PieceOutput out = keeping();
        printing.printTo(out);
        return out.text.toString();
    }

    /** Writes the text to the target if it fills a piece. The text must not end inside a surrogate pair. */
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
