package dev.riffle.cli.print;

import dev.riffle.example.MalformedTextException;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.util.Optional;

/**
 * Holds the specs of {@code --features} for other commands. Exactly one of both is present.
 *
 * @param features the specs of Examples or OFRecords
 * @param sequences the specs of SequenceExamples
 */
public record TypedSpecs(Optional<FeatureSpecs> features, Optional<SequenceFeatureSpecs> sequences) {

    /**
     * Parses specs on one line or in JSON.
     *
     * @throws IllegalArgumentException if the specs are not valid; the message begins with the flag
     */
    public static TypedSpecs parse(String flag, String text) {
        try {
            RecordSpecs specs = RecordSpecs.parse(text);
            if (specs instanceof RecordSpecs.OfExamples examples) {
                return new TypedSpecs(Optional.of(examples.specs()), Optional.empty());
            }
            return new TypedSpecs(Optional.empty(), Optional.of(((RecordSpecs.OfSequenceExamples) specs).specs()));
        } catch (IllegalArgumentException | MalformedTextException e) {
            throw new IllegalArgumentException(SpecErrors.ofFlag(flag, e), e);
        }
    }
}
