package dev.riffle.parse;

import dev.riffle.internal.Utf8;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The features of a record that the specs read, and their roles. Several specs can read one feature, but only in the
 * same way. TensorFlow's parser assigns each key to one column. Source of the rules: {@code _ParseOpParams} in
 * {@code tensorflow/python/ops/parsing_config.py}.
 */
final class SpecRoles {

    private enum Role {
        DENSE,
        SPARSE,
        RAGGED;

        @Override
        public String toString() {
            return switch (this) {
                case DENSE -> "fixed length";
                case SPARSE -> "sparse";
                case RAGGED -> "ragged";
            };
        }
    }

    /** One use of a key by the spec of a feature. Only ragged specs have a type of row splits. */
    private record Use(String key, String feature, Role role, DType dtype, Optional<DType> rowSplitsDType) {

        @Override
        public String toString() {
            return role + " " + dtype
                    + rowSplitsDType.map(type -> " with row splits of " + type).orElse("");
        }

        private boolean agrees(Use other) {
            return role == other.role && dtype == other.dtype && rowSplitsDType.equals(other.rowSplitsDType);
        }
    }

    /** Lists the keys that the spec of a feature reads. */
    private record Uses(String feature) implements FeatureSpec.Visitor<List<Use>> {

        @Override
        public List<Use> visitFixedLen(FeatureSpec.FixedLen spec) {
            return List.of(use(feature, Role.DENSE, spec.dtype()));
        }

        @Override
        public List<Use> visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return List.of(use(feature, Role.DENSE, spec.dtype()));
        }

        @Override
        public List<Use> visitVarLen(FeatureSpec.VarLen spec) {
            return List.of(use(feature, Role.SPARSE, spec.dtype()));
        }

        @Override
        public List<Use> visitSparse(FeatureSpec.Sparse spec) {
            List<Use> uses = new ArrayList<>();
            spec.indexKeys().forEach(indexKey -> uses.add(use(indexKey, Role.SPARSE, DType.INT64)));
            uses.add(use(spec.valueKey(), Role.SPARSE, spec.dtype()));
            return uses;
        }

        @Override
        public List<Use> visitRagged(FeatureSpec.Ragged spec) {
            Optional<DType> splits = Optional.of(spec.rowSplitsDType());
            List<Use> uses = new ArrayList<>();
            uses.add(new Use(spec.valueKey().orElse(feature), feature, Role.RAGGED, spec.dtype(), splits));
            for (Partition partition : spec.partitions()) {
                key(partition).ifPresent(key -> uses.add(new Use(key, feature, Role.RAGGED, DType.INT64, splits)));
            }
            return uses;
        }

        private Use use(String key, Role role, DType dtype) {
            return new Use(key, feature, role, dtype, Optional.empty());
        }
    }

    private final Map<String, Use> uses = new HashMap<>();

    private SpecRoles() {}

    /** Throws an exception if specs read one key in different ways. */
    static void check(Map<String, FeatureSpec> specs) {
        SpecRoles roles = new SpecRoles();
        specs.forEach(roles::add);
    }

    /** Checks that a key has a UTF-8 form. No record can contain other keys. */
    static void checkKey(String key) {
        Utf8.encode(key);
    }

    /** Checks that a key has a UTF-8 form and is not empty. */
    static void checkNamed(String role, String key) {
        checkKey(key);
        if (key.isEmpty()) {
            throw new IllegalArgumentException(role + " must not be empty");
        }
    }

    private void add(String name, FeatureSpec spec) {
        checkKey(name);
        spec.accept(new Uses(name)).forEach(this::use);
    }

    private void use(Use use) {
        Use before = uses.putIfAbsent(use.key(), use);
        if (before != null && !before.agrees(use)) {
            throw new IllegalArgumentException("feature \"" + use.key() + "\" is read as " + before + " for \""
                    + before.feature() + "\", and as " + use + " for \"" + use.feature()
                    + "\"; all specs must read a feature in the same way");
        }
    }

    /** Returns the key that a partition reads, or empty if the partition reads no key. */
    static Optional<String> key(Partition partition) {
        return partition instanceof Partition.Keyed keyed ? Optional.of(keyed.key()) : Optional.empty();
    }
}
