package dev.riffle.parse;

import dev.riffle.tensor.DType;
import java.util.Optional;

/** The types by the names that people write. */
final class DTypeNames {

    /** The names, for messages. */
    static final String ALL = "float32 (or float), float64 (or double), int32, int64, string (or bytes)";

    private DTypeNames() {}

    static Optional<DType> find(String name) {
        return switch (name) {
            case "float32", "float" -> Optional.of(DType.FLOAT32);
            case "float64", "double" -> Optional.of(DType.FLOAT64);
            case "int32" -> Optional.of(DType.INT32);
            case "int64" -> Optional.of(DType.INT64);
            case "string", "bytes" -> Optional.of(DType.STRING);
            default -> Optional.empty();
        };
    }
}
