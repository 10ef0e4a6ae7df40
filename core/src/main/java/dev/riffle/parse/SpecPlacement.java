package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.DType;
import java.util.Optional;

/** Decides which specs Examples, the contexts of SequenceExamples and their feature lists can have. */
final class SpecPlacement {

    private SpecPlacement() {}

    /**
     * Refuses specs that a parser of Examples, or of OFRecords, cannot have.
     *
     * @throws IllegalArgumentException if there is no spec, or one that such messages cannot have
     */
    static void checkExamples(FeatureSpecs specs, Dialect dialect) {
        if (specs.isEmpty()) {
            throw new IllegalArgumentException("name at least one feature; there is none to parse");
        }
        checkTypes(specs, dialect, "an " + dialect.messageName());
        check(specs, new InExamples(dialect));
    }

    /**
     * Refuses specs that the context of SequenceExamples cannot have.
     *
     * @throws IllegalArgumentException if there is one
     */
    static void checkContext(FeatureSpecs specs) {
        checkTypes(specs, Dialect.TENSORFLOW, "a SequenceExample");
        check(specs, new InContext());
    }

    /**
     * Refuses specs that the feature lists of SequenceExamples cannot have.
     *
     * @throws IllegalArgumentException if there is one
     */
    static void checkFeatureLists(FeatureSpecs specs) {
        checkTypes(specs, Dialect.TENSORFLOW, "a SequenceExample");
        check(specs, new InLists());
    }

    /** Returns the exception for a spec that feature lists never have. */
    static IllegalArgumentException notInLists(FeatureSpec spec) {
        return new IllegalArgumentException(outsideLists(spec));
    }

    private static String outsideLists(FeatureSpec spec) {
        return "feature lists take FixedLenSequence, VarLen and Ragged only: " + spec;
    }

    private static void checkTypes(FeatureSpecs specs, Dialect dialect, String message) {
        specs.asMap().forEach((key, spec) -> {
            if (!dialect.supports(ColumnPlan.kindOf(spec.dtype()))) {
                String instead = spec.dtype() == DType.INT32 ? "int64" : "float32";
                throw refusal(
                        key,
                        message + " has no " + spec.dtype() + ", which only OneFlow's records have; read it as "
                                + instead);
            }
        });
    }

    /** Refuses the first spec for which {@code misplacement} returns a reason. */
    private static void check(FeatureSpecs specs, FeatureSpec.Visitor<Optional<String>> misplacement) {
        specs.asMap()
                .forEach((key, spec) -> spec.accept(misplacement).ifPresent(reason -> {
                    throw refusal(key, reason);
                }));
    }

    private static IllegalArgumentException refusal(String key, String reason) {
        return new IllegalArgumentException("feature \"" + key + "\": " + reason);
    }

    /** Says why an Example or OFRecord cannot have a spec. */
    private record InExamples(Dialect dialect) implements FeatureSpec.Visitor<Optional<String>> {

        @Override
        public Optional<String> visitFixedLen(FeatureSpec.FixedLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return spec.missing() == FeatureSpec.Missing.EMPTY
                    ? Optional.empty()
                    : Optional.of("a sequence in " + dialect.messageName()
                            + "s may always be missing: in text leave the ! out, in JSON set allow_missing,"
                            + " in Java call allowMissing()");
        }

        @Override
        public Optional<String> visitVarLen(FeatureSpec.VarLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitSparse(FeatureSpec.Sparse spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitRagged(FeatureSpec.Ragged spec) {
            return Optional.empty();
        }
    }

    /** Says why the context of a SequenceExample cannot have a spec. */
    private static final class InContext implements FeatureSpec.Visitor<Optional<String>> {

        @Override
        public Optional<String> visitFixedLen(FeatureSpec.FixedLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return outsideContext(spec);
        }

        @Override
        public Optional<String> visitVarLen(FeatureSpec.VarLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitSparse(FeatureSpec.Sparse spec) {
            return outsideContext(spec);
        }

        @Override
        public Optional<String> visitRagged(FeatureSpec.Ragged spec) {
            return Optional.empty();
        }

        private static Optional<String> outsideContext(FeatureSpec spec) {
            return Optional.of("the context of a SequenceExample takes FixedLen, VarLen and Ragged only: " + spec);
        }
    }

    /** Says why a feature list cannot have a spec. */
    private static final class InLists implements FeatureSpec.Visitor<Optional<String>> {

        @Override
        public Optional<String> visitFixedLen(FeatureSpec.FixedLen spec) {
            return Optional.of(outsideLists(spec));
        }

        @Override
        public Optional<String> visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return spec.padding()
                    .map(padding -> "a feature list is padded with 0 or the empty string; leave the padding out");
        }

        @Override
        public Optional<String> visitVarLen(FeatureSpec.VarLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<String> visitSparse(FeatureSpec.Sparse spec) {
            return Optional.of(outsideLists(spec));
        }

        @Override
        public Optional<String> visitRagged(FeatureSpec.Ragged spec) {
            return Optional.empty();
        }
    }
}
