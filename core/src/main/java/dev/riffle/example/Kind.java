package dev.riffle.example;

/**
 * What a feature's list holds. A closed set: protobuf's oneof {@code kind} of {@code feature.proto}, with the two members
 * that OneFlow's {@code record.proto} adds.
 */
public enum Kind {
    /** No list at all, which is not the same as an empty one: readers take a default for it. */
    NOT_SET("no kind"),
    /** Byte strings, text among them: {@code bytes_list}. */
    BYTES("bytes_list"),
    /** 32-bit floats: {@code float_list}. */
    FLOAT("float_list"),
    /** 64-bit integers: {@code int64_list}. */
    INT64("int64_list"),
    /** 64-bit floats: {@code double_list}, {@link Dialect#ONEFLOW} only. */
    DOUBLE("double_list"),
    /** 32-bit integers: {@code int32_list}, {@link Dialect#ONEFLOW} only. */
    INT32("int32_list");

    private final String fieldName;

    Kind(String fieldName) {
        this.fieldName = fieldName;
    }

    /** The name of the list's field in the proto files; "no kind" for {@link #NOT_SET}. */
    public String fieldName() {
        return fieldName;
    }

    /** The field's name with the article before it, for messages. */
    String article() {
        return switch (this) {
            case NOT_SET -> fieldName;
            case INT64, INT32 -> "an " + fieldName;
            case BYTES, FLOAT, DOUBLE -> "a " + fieldName;
        };
    }
}
