package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests that messages write their text in pieces of limited size. */
class WriteTextTest {

    private static final Example LARGE = Example.builder()
            .put("bytes", Bytes.copyOf(new byte[300_000]))
            .put("clé", new long[100_000])
            .put("floats", 1.5f, Float.NaN)
            .build();

    @Test
    void writesTheTextInSmallPieces() throws IOException {
        TextPieces pieces = new TextPieces();
        LARGE.writeText(pieces, Dialect.TENSORFLOW);
        assertThat(pieces.all()).isEqualTo(LARGE.toText());
        assertThat(pieces.largest()).isLessThan(100_000);
    }

    @Test
    void writesNothingForAnEmptyMessage() throws IOException {
        TextPieces pieces = new TextPieces();
        Example.empty().writeText(pieces, Dialect.TENSORFLOW);
        assertThat(pieces.all()).isEmpty();
    }

    @Test
    void throwsTheExceptionOfTheTarget() {
        IOException full = new IOException("full");
        for (Example example :
                Arrays.asList(LARGE, Example.builder().put("a", 1).build())) {
            assertThatThrownBy(() -> example.writeText(TextPieces.failing(full), Dialect.TENSORFLOW))
                    .isSameAs(full);
        }
    }
}
