package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that the lax and the strict reader return equal messages for strict JSON. Only integers that the lax reader
 * converts through a double may differ.
 */
final class JsonAgreement {

    private static final Pattern REJECTED_INTEGER =
            Pattern.compile("expected an integer of 64 bits, found ([+-]?[0-9]+(?:[.][0-9]*)?(?:[eE][+-]?[0-9]+)?)");

    private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 53);

    private JsonAgreement() {}

    /** Returns whether both readers return equal messages. Fails if they differ for an undocumented reason. */
    static boolean check(String json, Example strict) {
        Example lax;
        try {
            lax = Example.decodeJson(Bytes.ofUtf8(json));
        } catch (MalformedTextException e) {
            assertThat(isLargeDecimal(e.reason()))
                    .as("%s: %s", json, e.reason())
                    .isTrue();
            return false;
        }
        if (lax.equals(strict)) {
            return true;
        }
        // The lax reader rounds 2^53 + 1 to 2^53, the largest double that it accepts as an integer.
        String rounded = strict.toJson().replace("9007199254740993", "9007199254740992");
        assertThat(lax.toJson()).as(json).isEqualTo(rounded);
        return false;
    }

    private static boolean isLargeDecimal(String reason) {
        Matcher matcher = REJECTED_INTEGER.matcher(reason);
        if (!matcher.matches()) {
            return false;
        }
        String number = matcher.group(1);
        return number.matches(".*[.eE].*") && new BigDecimal(number).abs().compareTo(LARGEST) > 0;
    }
}
