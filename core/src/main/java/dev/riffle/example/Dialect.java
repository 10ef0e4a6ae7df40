package dev.riffle.example;

import dev.riffle.internal.Argument;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The wire layout of a message. It defines the kinds, their field numbers, and whether a wrapper encloses the features.
 * Immutable and safe for use by several threads.
 *
 * <p>Sources of the format: {@code tensorflow/core/example/feature.proto}, {@code oneflow/core/record/record.proto}.
 *
 * @since 0.1
 */
public enum Dialect {
    /**
     * TensorFlow's Example. A wrapper, {@code features}, encloses the features. Field numbers: bytes 1, float 2, int64
     * 3.
     */
    TENSORFLOW("Example", List.of(Kind.BYTES, Kind.FLOAT, Kind.INT64)),
    /**
     * OneFlow's OFRecord. It has no wrapper around the features. Field numbers: bytes 1, float 2, double 3, int32 4,
     * int64 5.
     */
    ONEFLOW("OFRecord", List.of(Kind.BYTES, Kind.FLOAT, Kind.DOUBLE, Kind.INT32, Kind.INT64));

    private final String messageName;
    private final List<Kind> kinds;
    private final int[] fieldNumbers = new int[Kind.values().length];
    private final Kind[] byFieldNumber = new Kind[8];

    Dialect(String messageName, List<Kind> kinds) {
        this.messageName = messageName;
        this.kinds = kinds;
        Arrays.fill(byFieldNumber, Kind.NOT_SET);
        for (int i = 0; i < kinds.size(); i++) {
            fieldNumbers[kinds.get(i).ordinal()] = i + 1;
            byFieldNumber[i + 1] = kinds.get(i);
        }
    }

    /** Returns the name of the message that contains the features. */
    public String messageName() {
        return messageName;
    }

    /** Returns the kinds that this dialect supports, in the order of their field numbers. */
    public List<Kind> kinds() {
        return kinds;
    }

    /** Returns whether a feature can have this kind. Every dialect supports {@link Kind#NOT_SET}. */
    public boolean supports(Kind kind) {
        Argument.present(kind, "kind");
        return kind == Kind.NOT_SET || fieldNumbers[kind.ordinal()] != 0;
    }

    /** Returns the field number of a kind's list, or 0 if this dialect does not have the kind. */
    int fieldNumber(Kind kind) {
        return fieldNumbers[kind.ordinal()];
    }

    /** Throws if this dialect does not support the kind of a feature. */
    void check(@Nullable Key key, Kind kind) {
        if (!supports(kind)) {
            String instead =
                    kind == Kind.DOUBLE ? "Feature.of(double...), a float_list" : "Feature.of(int...), an int64_list";
            throw new IllegalArgumentException(
                    "feature " + (key == null ? "" : '"' + key.text() + "\" ") + "is " + kind.article() + ", which "
                            + messageName + " does not have; use " + instead + ", or write it in the dialect ONEFLOW");
        }
    }

    /** Throws if this dialect does not support the kind of a feature or step. */
    void check(@Nullable NameMap<Feature> features, @Nullable NameMap<FeatureList> lists) {
        for (int i = 0; features != null && i < features.size(); i++) {
            check(features.keyAt(i), features.valueAt(i).kind());
        }
        for (int i = 0; lists != null && i < lists.size(); i++) {
            for (Feature step : lists.valueAt(i)) {
                check(lists.keyAt(i), step.kind());
            }
        }
    }

    /** Returns the kind whose list has this tag, or {@link Kind#NOT_SET} for the tag of any other field. */
    Kind kindOfTag(int tag) {
        return (tag & ~0x38) == 2 ? byFieldNumber[tag >>> 3] : Kind.NOT_SET;
    }

    /** Returns whether messages have a field {@code features} that encloses the features. */
    boolean wraps() {
        return this == TENSORFLOW;
    }
}
