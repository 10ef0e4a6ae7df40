package dev.riffle.cli.rewrite;

import java.util.List;

/** What {@code --key} says where several features may be named. */
final class FeatureNames {

    private FeatureNames() {}

    /** Refuses what a comma too many, or a variable of the shell that is empty, makes of it. */
    static void check(List<String> key) {
        if (key.isEmpty() || key.contains("")) {
            throw new IllegalArgumentException("--key must be names of features, with commas between them");
        }
    }
}
