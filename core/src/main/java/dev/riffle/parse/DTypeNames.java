package dev.riffle.parse;

import dev.riffle.tensor.DType;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Maps the names that users write to types. */
final class DTypeNames {

    /** The list of all names, for messages. */
    static final String ALL = "float32 (or float), float64 (or double), int32, int64, string (or bytes)";

    private static final Set<DType> PARSED =
            EnumSet.of(DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT64, DType.STRING);

    private DTypeNames() {}

    /**
     * Returns the type if parsers support it for features.
     *
     * @throws IllegalArgumentException if parsers do not support the type
     */
    static DType check(DType dtype) {
        if (!PARSED.contains(dtype)) {
            throw new IllegalArgumentException(
                    "features cannot be parsed into " + dtype + "; supported types are " + ALL);
        }
        return dtype;
    }

    /** Returns the type with a name, if parsers support the type for features. */
    static Optional<DType> find(String name) {
        return name.equals("bytes")
                ? Optional.of(DType.STRING)
                : DType.named(name).filter(PARSED::contains);
    }
}
