package dev.riffle.cli.rewrite;

import java.util.List;

/** Checks the names of a {@code --key} flag that accepts several names. */
final class FeatureNames {

    private FeatureNames() {}

    /** Rejects empty names, which come for example from a superfluous comma or an empty shell variable. */
    static void check(List<String> key) {
        if (key.isEmpty() || key.contains("")) {
            throw new IllegalArgumentException("--key must be feature names separated by commas");
        }
    }
}
