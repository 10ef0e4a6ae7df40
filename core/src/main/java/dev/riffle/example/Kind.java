package dev.riffle.example;

/**
 * The type of values in a feature's list. The kinds are the members of protobuf's oneof {@code kind} in {@code
 * feature.proto}, and the two members that OneFlow's {@code record.proto} adds. Immutable and safe for use by several
 * threads.
 *
 * @since 0.1
 */
public enum Kind {
    /** No list, which differs from an empty list. Readers use their default for such a feature. */
    NOT_SET("no kind"),
    /** Byte strings, including text: {@code bytes_list}. */
    BYTES("bytes_list"),
    /** 32-bit floats: {@code float_list}. */
    FLOAT("float_list"),
    /** 64-bit integers: {@code int64_list}. */
    INT64("int64_list"),
    /** 64-bit floats: {@code double_list}, only in {@link Dialect#ONEFLOW}. */
    DOUBLE("double_list"),
    /** 32-bit integers: {@code int32_list}, only in {@link Dialect#ONEFLOW}. */
    INT32("int32_list");

    private final String fieldName;

    Kind(String fieldName) {
        this.fieldName = fieldName;
    }

    /** Returns the name of the list's field in the proto files, or "no kind" for {@link #NOT_SET}. */
    public String fieldName() {
        return fieldName;
    }

    /** Returns the name of the field with its article, for messages. */
    String article() {
        return switch (this) {
            case NOT_SET -> fieldName;
            case INT64, INT32 -> "an " + fieldName;
            case BYTES, FLOAT, DOUBLE -> "a " + fieldName;
        };
    }
}
