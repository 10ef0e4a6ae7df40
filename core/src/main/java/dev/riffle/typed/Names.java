package dev.riffle.typed;

import dev.riffle.internal.Utf8;
import java.nio.charset.StandardCharsets;

/** Checks the names of features. */
final class Names {

    private Names() {}

    /**
     * Checks a name.
     *
     * @throws IllegalArgumentException if the name is empty or has an unpaired surrogate
     */
    static void check(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name of a feature must not be empty");
        }
        // almost every name is valid, and the classes of Utf8 take milliseconds at their first use
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            Utf8.encode(name);
        }
    }
}
