package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.riffle.Rounds;
import dev.riffle.parse.ExampleParseException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.tensorflow.exceptions.TFInvalidArgumentException;

/**
 * Compares Riffle's parser with TensorFlow's parser, and counts how often both parsers accept and how often both
 * reject.
 */
final class ParseVerdicts {

    /** The number of rounds. A larger number tests more specs: {@code -Driffle.interop.rounds=20000}. */
    static final int ROUNDS = Integer.getInteger("riffle.interop.rounds", 600);

    private static final int FEWEST = 100;

    private int parsed;
    private int rejected;

    static Random random(String what) {
        return new Random(Rounds.seed(what));
    }

    /** Fails unless both parsers return equal results or both reject. */
    <T> void compare(String how, Object specs, List<byte[]> payloads, Supplier<T> ours, Supplier<T> theirs) {
        T expected = null;
        String rejection = "";
        try {
            expected = theirs.get();
        } catch (TFInvalidArgumentException e) {
            rejection = String.valueOf(e.getMessage());
        }
        T found;
        try {
            found = ours.get();
        } catch (ExampleParseException e) {
            assertThat(expected)
                    .as(() -> "Riffle rejects: " + e.getMessage() + "\n" + words(how, specs, payloads))
                    .isNull();
            rejected++;
            return;
        }
        if (expected == null) {
            fail("TensorFlow rejects: " + rejection + "\n" + words(how, specs, payloads));
        }
        assertThat(found).as(() -> words(how, specs, payloads)).isEqualTo(expected);
        parsed++;
    }

    private static String words(String how, Object specs, List<byte[]> payloads) {
        List<String> shown = payloads.stream().map(HexFormat.of()::formatHex).toList();
        return how + " of " + specs + " from " + (shown.size() <= 20 ? shown : shown.size() + " payloads");
    }

    ParseVerdicts requireParsed() {
        assertThat(parsed)
                .as("number of times both parsed; both rejected %s times", rejected)
                .isGreaterThan(FEWEST);
        return this;
    }

    ParseVerdicts requireRejected() {
        assertThat(rejected)
                .as("number of times both rejected; both parsed %s times", parsed)
                .isGreaterThan(FEWEST);
        return this;
    }
}
