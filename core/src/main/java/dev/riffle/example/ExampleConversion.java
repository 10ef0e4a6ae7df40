package dev.riffle.example;

import dev.riffle.example.ConversionException.Reason;
import dev.riffle.internal.Argument;
import dev.riffle.internal.FloatText;
import dev.riffle.internal.WireException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Converts Examples to OFRecords, or OFRecords to Examples. A conversion never drops data silently. It rejects content
 * that the target dialect does not support, unless an option defines how to convert the content:
 *
 * <table>
 * <caption>Conversion of each kind</caption>
 * <tr><th>in an Example</th><th>in an OFRecord</th></tr>
 * <tr><td>bytes_list, float_list, int64_list</td><td>unchanged; with {@link #int32}, int64_list becomes
 * int32_list</td></tr>
 * <tr><td>kind not set</td><td>rejected, or omitted with {@link #dropUnset}: OneFlow crashes at such a
 * feature</td></tr>
 * <tr><td>no feature at all</td><td>rejected: OneFlow has no records of length 0</td></tr>
 * <tr><td>feature lists (SequenceExample)</td><td>rejected</td></tr>
 * <tr><th>in an OFRecord</th><th>in an Example</th></tr>
 * <tr><td>bytes_list, float_list, int64_list</td><td>unchanged</td></tr>
 * <tr><td>int32_list</td><td>int64_list</td></tr>
 * <tr><td>double_list</td><td>rejected, or float_list with {@link #exactFloats} or {@link #roundedFloats}</td></tr>
 * <tr><td>kind not set</td><td>unchanged, or omitted with {@link #dropUnset}</td></tr>
 * </table>
 *
 * <p>Names, values and the order of values do not change. The result is serialized like {@link
 * Example#toByteArray(Dialect)}, with features in the order of the bytes of their names. If several features have one
 * name, the last feature counts. The conversion rejects unknown fields of a payload at every level. A message passed to
 * {@link #convert(Example)} has no unknown fields. Immutable and safe for use by several threads: each option returns a
 * changed conversion.
 *
 * @since 0.1
 */
public final class ExampleConversion {

    private enum Doubles {
        REJECTED,
        EXACT,
        ROUNDED
    }

    private enum Unset {
        REJECTED,
        KEPT,
        DROPPED
    }

    private final Dialect from;
    private final Dialect to;
    private final Unset unset;
    private final Doubles doubles;

    /** The names of the features that become an int32_list. Null means all features. */
    private final @Nullable Set<String> int32;

    private ExampleConversion(Dialect from, Dialect to, Unset unset, Doubles doubles, @Nullable Set<String> int32) {
        this.from = from;
        this.to = to;
        this.unset = unset;
        this.doubles = doubles;
        this.int32 = int32;
    }

    /** Returns a conversion from TensorFlow's Examples to OFRecords. */
    public static ExampleConversion toOfRecord() {
        return new ExampleConversion(Dialect.TENSORFLOW, Dialect.ONEFLOW, Unset.REJECTED, Doubles.REJECTED, Set.of());
    }

    /** Returns a conversion from OFRecords to TensorFlow's Examples. */
    public static ExampleConversion toExample() {
        return new ExampleConversion(Dialect.ONEFLOW, Dialect.TENSORFLOW, Unset.KEPT, Doubles.REJECTED, Set.of());
    }

    /**
     * Returns a conversion that converts each int64_list to an int32_list. It rejects values outside 32 bits.
     *
     * @throws IllegalStateException if the target is Example, which has no int32_list
     */
    public ExampleConversion int32() {
        check(Dialect.ONEFLOW, "an int32_list");
        return new ExampleConversion(from, to, unset, doubles, null);
    }

    /**
     * Returns a conversion that converts the int64_list of each named feature to an int32_list. It rejects values
     * outside 32 bits, and named features of another kind. A named feature may be missing from a message.
     *
     * @throws IllegalStateException if the target is Example, which has no int32_list
     */
    public ExampleConversion int32(Set<String> names) {
        Argument.allPresent(names, "names");
        check(Dialect.ONEFLOW, "an int32_list");
        return new ExampleConversion(from, to, unset, doubles, new TreeSet<>(names));
    }

    /** Returns a conversion that omits features whose kind is not set. */
    public ExampleConversion dropUnset() {
        return new ExampleConversion(from, to, Unset.DROPPED, doubles, int32);
    }

    /**
     * Returns a conversion that converts a double_list to a float_list if each value is exactly a float. It rejects
     * other values.
     *
     * @throws IllegalStateException if the target is OFRecord, because Examples have no double_list
     */
    public ExampleConversion exactFloats() {
        check(Dialect.TENSORFLOW, "a float_list from a double_list");
        return new ExampleConversion(from, to, unset, Doubles.EXACT, int32);
    }

    /**
     * Returns a conversion that converts a double_list to a float_list, rounding each value to the nearest float. It
     * rejects values beyond the range of floats.
     *
     * @throws IllegalStateException if the target is OFRecord, because Examples have no double_list
     */
    public ExampleConversion roundedFloats() {
        check(Dialect.TENSORFLOW, "a float_list from a double_list");
        return new ExampleConversion(from, to, unset, Doubles.ROUNDED, int32);
    }

    private void check(Dialect needed, String what) {
        if (to != needed) {
            throw new IllegalStateException("a conversion to " + to.messageName() + " cannot create " + what);
        }
    }

    /** Returns the dialect of the input messages. */
    public Dialect from() {
        return from;
    }

    /** Returns the dialect of the output messages. */
    public Dialect to() {
        return to;
    }

    /**
     * Converts the payload of a record and returns the result. Does not keep a reference to the array.
     *
     * @throws ConversionException if the payload is malformed or has content that the target dialect does not support
     */
    public byte[] convert(byte[] payload) {
        Argument.present(payload, "payload");
        checkFields(payload);
        Example message;
        try {
            message = Example.parse(payload, from);
        } catch (MalformedMessageException e) {
            throw malformed(e);
        }
        return convert(message).toByteArray(to);
    }

    /**
     * Converts a message and returns the result.
     *
     * @throws ConversionException if the message has content that the target dialect does not support
     */
    public Example convert(Example message) {
        Argument.present(message, "message");
        Map<String, Feature> converted = new LinkedHashMap<>();
        message.features().forEach((name, feature) -> {
            if (feature.kind() != Kind.NOT_SET) {
                converted.put(name, converted(name, feature));
            } else if (unset == Unset.REJECTED) {
                throw new ConversionException(
                        Reason.KIND_NOT_SET, name, "its kind is not set, and OneFlow cannot read such a feature");
            } else if (unset == Unset.KEPT) {
                converted.put(name, feature);
            }
        });
        if (converted.isEmpty() && to == Dialect.ONEFLOW) {
            throw new ConversionException(Reason.NO_FEATURE, null, "no features; an OFRecord needs at least one");
        }
        return Example.of(converted);
    }

    private Feature converted(String name, Feature feature) {
        boolean named = int32 != null && int32.contains(name);
        if (named && feature.kind() != Kind.INT64 && feature.kind() != Kind.INT32) {
            throw new ConversionException(
                    Reason.OTHER_KIND,
                    name,
                    "expected an int64_list to convert to int32_list, found "
                            + feature.kind().article());
        }
        return switch (feature.kind()) {
            case INT64 -> named || int32 == null ? narrowed(name, feature.longs()) : feature;
            case INT32 -> to == Dialect.ONEFLOW ? feature : Feature.of(feature.ints());
            case DOUBLE -> to == Dialect.ONEFLOW ? feature : narrowed(name, feature.doubles());
            case BYTES, FLOAT, NOT_SET -> feature;
        };
    }

    private static Feature narrowed(String name, long[] values) {
        int[] ints = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            ints[i] = (int) values[i];
            if (ints[i] != values[i]) {
                throw otherValue(name, i, values[i], "does not fit int32; keep the feature an int64_list");
            }
        }
        return Feature.ofInt32s(ints);
    }

    private Feature narrowed(String name, double[] values) {
        if (doubles == Doubles.REJECTED) {
            throw new ConversionException(
                    Reason.DOUBLES, name, "expected a kind that Examples support, found a double_list");
        }
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
            if (FloatText.isBeyondRange(values[i])) {
                throw otherValue(name, i, values[i], "is beyond the range of float32");
            }
            if (doubles == Doubles.EXACT && Double.compare(floats[i], values[i]) != 0) {
                throw otherValue(name, i, values[i], "is not exactly a float32; the nearest is " + floats[i]);
            }
        }
        return Feature.of(floats);
    }

    private static ConversionException otherValue(String name, int index, Object value, String problem) {
        return new ConversionException(
                Reason.OTHER_VALUE, name, "value " + index + " is " + value + ", which " + problem);
    }

    private void checkFields(byte[] payload) {
        try {
            new UnknownFields(payload, from).check();
        } catch (WireException e) {
            throw malformed(new MalformedMessageException(from.messageName(), e));
        }
    }

    private static ConversionException malformed(MalformedMessageException e) {
        return new ConversionException(Reason.NOT_A_MESSAGE, null, String.valueOf(e.getMessage()), e);
    }
}
