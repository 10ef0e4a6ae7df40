package dev.riffle.example;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Collects the pieces of text that a printer writes, and the size of the largest piece. Can also fail on request. */
final class TextPieces implements Appendable {

    private final StringBuilder all = new StringBuilder();
    private final @Nullable IOException failure;
    private int largest;

    TextPieces() {
        this(null);
    }

    private TextPieces(@Nullable IOException failure) {
        this.failure = failure;
    }

    /** Returns a target that throws this exception on a write. */
    static TextPieces failing(IOException failure) {
        return new TextPieces(failure);
    }

    /** Returns the text of all pieces. */
    String all() {
        return all.toString();
    }

    /** Returns the number of characters of the largest piece. */
    int largest() {
        return largest;
    }

    @Override
    public Appendable append(CharSequence text) throws IOException {
        if (failure != null) {
            throw failure;
        }
        all.append(text);
        largest = Math.max(largest, text.length());
        return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) throws IOException {
        return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char c) throws IOException {
        return append(String.valueOf(c));
    }
}
