package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.WireScanner;

/** The tags of Examples and SequenceExamples. Source: {@code tensorflow/core/example/feature.proto}. */
final class Wire {

    /** Features of an Example, entries, keys, steps, packed chunks and byte strings. */
    static final int FIELD_1 = 1 << 3 | WireScanner.LENGTH_DELIMITED;

    /** Values of entries, and the feature lists of a SequenceExample. */
    static final int FIELD_2 = 2 << 3 | WireScanner.LENGTH_DELIMITED;

    private static final int BYTES_LIST = 1 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int FLOAT_LIST = 2 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int INT64_LIST = 3 << 3 | WireScanner.LENGTH_DELIMITED;

    private Wire() {}

    /** Returns the tag of a kind's list. A switch on an enum would load another class. */
    static int tag(Kind kind) {
        if (kind == Kind.BYTES) {
            return BYTES_LIST;
        } else if (kind == Kind.FLOAT) {
            return FLOAT_LIST;
        } else if (kind == Kind.INT64) {
            return INT64_LIST;
        }
        throw new IllegalStateException("not in an Example: " + kind);
    }

    /** Returns the kind whose list has this tag, or {@link Kind#NOT_SET}. */
    static Kind kindOfTag(byte tag) {
        return switch (tag) {
            case BYTES_LIST -> Kind.BYTES;
            case FLOAT_LIST -> Kind.FLOAT;
            case INT64_LIST -> Kind.INT64;
            default -> Kind.NOT_SET;
        };
    }

    /** Returns the name of a kind's list after its article, for messages. */
    static String article(Kind kind) {
        return switch (kind) {
            case NOT_SET -> kind.fieldName();
            case INT64, INT32 -> "an " + kind.fieldName();
            case BYTES, FLOAT, DOUBLE -> "a " + kind.fieldName();
        };
    }
}
