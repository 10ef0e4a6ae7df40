package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.Leniency;
import dev.riffle.tensor.DType;
import java.util.Optional;

/** Checks that Examples, the contexts of SequenceExamples and their feature lists support the specs. */
final class SpecPlacement {

    private SpecPlacement() {}

    /**
     * Checks the specs for a parser of Examples or OFRecords.
     *
     * @throws IllegalArgumentException if the specs are empty, or if such messages do not support a spec
     */
    static void checkExamples(FeatureSpecs specs, Dialect dialect, Leniency leniency) {
        if (specs.isEmpty()) {
            throw new IllegalArgumentException("no features to parse; name at least one");
        }
        checkTypes(specs, dialect, leniency, "an " + dialect.messageName());
        check(specs, new Misplacement(Place.MESSAGE, dialect));
    }

    /**
     * Checks the specs for the context of SequenceExamples.
     *
     * @throws IllegalArgumentException if the context does not support a spec
     */
    static void checkContext(FeatureSpecs specs, Leniency leniency) {
        checkTypes(specs, Dialect.TENSORFLOW, leniency, "a SequenceExample");
        check(specs, new Misplacement(Place.CONTEXT, Dialect.TENSORFLOW));
    }

    /**
     * Checks the specs for the feature lists of SequenceExamples.
     *
     * @throws IllegalArgumentException if feature lists do not support a spec
     */
    static void checkFeatureLists(FeatureSpecs specs, Leniency leniency) {
        checkTypes(specs, Dialect.TENSORFLOW, leniency, "a SequenceExample");
        check(specs, new Misplacement(Place.LISTS, Dialect.TENSORFLOW));
    }

    private static void checkTypes(FeatureSpecs specs, Dialect dialect, Leniency leniency, String message) {
        specs.asMap().forEach((key, spec) -> {
            boolean isWidened = leniency.anyNumber() && spec.dtype() == DType.FLOAT64;
            if (!isWidened && !dialect.supports(ColumnPlan.kindOf(spec.dtype()))) {
                String instead = spec.dtype() == DType.INT32 ? "int64" : "float32";
                throw rejection(
                        key,
                        message + " has no " + spec.dtype() + " (only an OFRecord has); use " + instead
                                + " in the spec");
            }
        });
    }

    /** Throws an exception for the first spec for which {@code misplacement} returns a reason. */
    private static void check(FeatureSpecs specs, FeatureSpec.Visitor<Optional<String>> misplacement) {
        specs.asMap()
                .forEach((key, spec) -> spec.accept(misplacement).ifPresent(reason -> {
                    throw rejection(key, reason);
                }));
    }

    private static IllegalArgumentException rejection(String key, String reason) {
        return new IllegalArgumentException("feature \"" + key + "\": " + reason);
    }

    private enum Place {
        /** An Example or OFRecord. */
        MESSAGE,
        /** The context of a SequenceExample. */
        CONTEXT,
        /** The feature lists of a SequenceExample. */
        LISTS
    }

    /** Returns the reason why a place does not support a spec, or empty. */
    private record Misplacement(Place place, Dialect dialect) implements FeatureSpec.Visitor<Optional<String>> {

        @Override
        public Optional<String> visitFixedLen(FeatureSpec.FixedLen spec) {
            return place == Place.LISTS ? outsideLists(spec) : Optional.empty();
        }

        @Override
        public Optional<String> visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return switch (place) {
                case MESSAGE ->
                    spec.missing() == FeatureSpec.Missing.EMPTY
                            ? Optional.empty()
                            : Optional.of("a sequence in " + dialect.messageName()
                                    + "s must allow a missing feature: remove the !, set allow_missing in JSON,"
                                    + " or call allowMissing() in Java");
                case CONTEXT -> outsideContext(spec);
                case LISTS ->
                    spec.padding()
                            .map(padding ->
                                    "feature lists are padded with 0 or the empty string; remove the padding value");
            };
        }

        @Override
        public Optional<String> visitVarLen(FeatureSpec.VarLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitSparse(FeatureSpec.Sparse spec) {
            return switch (place) {
                case MESSAGE -> Optional.empty();
                case CONTEXT -> outsideContext(spec);
                case LISTS -> outsideLists(spec);
            };
        }

        @Override
        public Optional<String> visitRagged(FeatureSpec.Ragged spec) {
            return Optional.empty();
        }

        private static Optional<String> outsideContext(FeatureSpec spec) {
            return Optional.of("the context of a SequenceExample supports only FixedLen, VarLen and Ragged: " + spec);
        }

        private static Optional<String> outsideLists(FeatureSpec spec) {
            return Optional.of("feature lists support only FixedLenSequence, VarLen and Ragged: " + spec);
        }
    }
}
