package dev.riffle.parse;

import dev.riffle.example.FeatureWarning;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The tensors of the messages that a {@link MessageParser} has parsed. */
abstract sealed class ParsedMessages permits ParsedFeatures, ParsedSequenceFeatures {

    /** The batch that fills this object; null if a parser cannot refill the object. */
    final @Nullable MessageBatch filler;

    ParsedMessages(@Nullable MessageBatch filler) {
        this.filler = filler;
    }

    /** Returns the tensors of the Examples or contexts. */
    abstract ParsedFeatures features();

    /** Returns this object if the messages have feature lists, or null. */
    abstract @Nullable ParsedSequenceFeatures withLists();

    /**
     * Returns a warning of partitions that do not fit; null if all partitions fit.
     *
     * @param skipped whether the warning does not concern a feature
     */
    abstract @Nullable FeatureWarning inconsistency(PayloadBatch payloads, Predicate<String> skipped);

    /** Sets the function that returns the payload number of a row. */
    abstract void payloadIndexes(IntUnaryOperator indexes);
}
