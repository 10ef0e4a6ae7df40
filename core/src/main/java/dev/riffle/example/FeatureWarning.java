package dev.riffle.example;

import dev.riffle.internal.Argument;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Describes a probable mistake in a spec, in a condition or in data, which TensorFlow accepts. Parsers and filters send
 * warnings to a listener. Without a listener, they log {@link #message()} at the level {@code WARNING} to the {@link
 * System.Logger} named {@code dev.riffle}. Immutable.
 *
 * @param feature the name of the feature or feature list in the spec or condition
 * @param found the unusual content of the records, as a sentence without a full stop
 * @param similar the most similar names of features in the records, at most three; empty if no name is similar
 * @param remedy a change to the program that avoids the warning; may be empty
 * @since 0.1
 */
public record FeatureWarning(String feature, String found, List<String> similar, String remedy) {

    /** Checks the components. */
    public FeatureWarning {
        Argument.present(feature, "feature");
        Argument.present(found, "found");
        similar = List.copyOf(Argument.allPresent(similar, "similar"));
        Argument.present(remedy, "remedy");
    }

    /** Returns the warning as text, with the {@link #advice()}. */
    public String message() {
        return advice().isEmpty() ? found : found + "; " + advice();
    }

    /** Returns the remedy and the similar names as text; empty if both are empty. */
    public String advice() {
        if (similar.isEmpty()) {
            return remedy;
        }
        String meant = similar.stream().map(name -> '"' + name + '"').collect(Collectors.joining(" or "));
        return (remedy.isEmpty() ? "" : remedy + "; ") + "did you mean " + meant + "?";
    }
}
