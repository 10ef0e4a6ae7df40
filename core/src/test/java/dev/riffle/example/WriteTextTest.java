package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Text that is written piece by piece. */
class WriteTextTest {

    private static final Example LARGE = Example.builder()
            .put("bytes", Bytes.copyOf(new byte[300_000]))
            .put("clé", new long[100_000])
            .put("floats", 1.5f, Float.NaN)
            .build();

    /** Counts what it gets, and remembers the largest piece. */
    private static final class Pieces implements Appendable {
        private final StringBuilder all = new StringBuilder();
        private int largest;

        @Override
        public Appendable append(CharSequence text) {
            all.append(text);
            largest = Math.max(largest, text.length());
            return this;
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) {
            return append(text.subSequence(start, end));
        }

        @Override
        public Appendable append(char c) {
            return append(String.valueOf(c));
        }
    }

    @Test
    void thePiecesAreTheText() throws IOException {
        Pieces pieces = new Pieces();
        LARGE.writeText(pieces, Dialect.TENSORFLOW);
        assertThat(pieces.all.toString()).isEqualTo(LARGE.toText());
        assertThat(pieces.largest).isLessThan(100_000);
    }

    @Test
    void anEmptyMessageHasNoText() throws IOException {
        Pieces pieces = new Pieces();
        Example.empty().writeText(pieces, Dialect.TENSORFLOW);
        assertThat(pieces.all.toString()).isEmpty();
    }

    @Test
    void aFailureOfTheTargetIsThrown() {
        IOException full = new IOException("full");
        Appendable failing = new Appendable() {
            @Override
            public Appendable append(CharSequence text) throws IOException {
                throw full;
            }

            @Override
            public Appendable append(CharSequence text, int start, int end) throws IOException {
                throw full;
            }

            @Override
            public Appendable append(char c) throws IOException {
                throw full;
            }
        };
        for (Example example :
                Arrays.asList(LARGE, Example.builder().put("a", 1).build())) {
            assertThatThrownBy(() -> example.writeText(failing, Dialect.TENSORFLOW))
                    .isSameAs(full);
        }
    }
}
