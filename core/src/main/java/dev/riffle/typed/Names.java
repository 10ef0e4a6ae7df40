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
        // the JDK replaces an unpaired surrogate; Utf8 rejects it, but would start the method handles of the JVM
        if (!new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(name)) {
            Utf8.encode(name);
        }
    }
}
