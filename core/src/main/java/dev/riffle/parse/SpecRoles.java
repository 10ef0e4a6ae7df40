package dev.riffle.parse;

import dev.riffle.internal.Utf8;
import dev.riffle.tensor.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which features of a record the specs read, and as what. A feature can be read by several specs, but in one way only: the
 * reference's parser gives each key to one column. Source of the rules: {@code _ParseOpParams} in
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

    /** How a key is read; the type of row splits is there for ragged ones only. */
    private record Use(String feature, Role role, DType dtype, Optional<DType> rowSplitsDType) {

        @Override
        public String toString() {
            return role + " " + dtype
                    + rowSplitsDType.map(type -> " with row splits of " + type).orElse("");
        }

        private boolean agrees(Use other) {
            return role == other.role && dtype == other.dtype && rowSplitsDType.equals(other.rowSplitsDType);
        }
    }

    private final Map<String, Use> uses = new HashMap<>();

    private SpecRoles() {}

    /** Refuses specs that read one key in two ways. */
    static void check(Map<String, FeatureSpec> specs) {
        SpecRoles roles = new SpecRoles();
        specs.forEach(roles::add);
    }

    /** The key of the feature that a spec's values come from. */
    static String valueKey(String key, FeatureSpec spec) {
        if (spec instanceof FeatureSpec.Sparse sparse) {
            return sparse.valueKey();
        }
        return spec instanceof FeatureSpec.Ragged ragged ? ragged.valueKey().orElse(key) : key;
    }

    /** A key must have a UTF-8 form, or no record could hold it. */
    static void checkKey(String key) {
        Utf8.encode(key);
    }

    /** A key that must not be empty either. */
    static void checkNamed(String role, String key) {
        checkKey(key);
        if (key.isEmpty()) {
            throw new IllegalArgumentException(role + " must not be empty");
        }
    }

    private void add(String name, FeatureSpec spec) {
        checkKey(name);
        if (spec instanceof FeatureSpec.VarLen) {
            use(name, new Use(name, Role.SPARSE, spec.dtype(), Optional.empty()));
        } else if (spec instanceof FeatureSpec.Sparse sparse) {
            for (String indexKey : sparse.indexKeys()) {
                use(indexKey, new Use(name, Role.SPARSE, DType.INT64, Optional.empty()));
            }
            use(sparse.valueKey(), new Use(name, Role.SPARSE, sparse.dtype(), Optional.empty()));
        } else if (spec instanceof FeatureSpec.Ragged ragged) {
            Optional<DType> splits = Optional.of(ragged.rowSplitsDType());
            use(ragged.valueKey().orElse(name), new Use(name, Role.RAGGED, ragged.dtype(), splits));
            for (Partition partition : ragged.partitions()) {
                key(partition).ifPresent(key -> use(key, new Use(name, Role.RAGGED, DType.INT64, splits)));
            }
        } else {
            use(name, new Use(name, Role.DENSE, spec.dtype(), Optional.empty()));
        }
    }

    private void use(String key, Use use) {
        Use before = uses.putIfAbsent(key, use);
        if (before != null && !before.agrees(use)) {
            throw new IllegalArgumentException("feature \"" + key + "\" is read as " + before + " for \""
                    + before.feature() + "\", and as " + use + " for \"" + use.feature()
                    + "\"; one feature can be read in one way only");
        }
    }

    /** The key that a partition reads, if it reads one. */
    static Optional<String> key(Partition partition) {
        return partition instanceof Partition.Keyed keyed ? Optional.of(keyed.key()) : Optional.empty();
    }
}
