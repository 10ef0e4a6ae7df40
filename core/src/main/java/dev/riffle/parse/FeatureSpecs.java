package dev.riffle.parse;

import dev.riffle.RecordReader;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of each feature, by name. Immutable; equal when the same names have equal specs, in whatever order. A feature
 * of the record can be read by several specs, but only in one way: of fixed length, sparse or ragged, and as one type.
 *
 * <h2>On one line</h2>
 *
 * For the command line, and what {@link #toString()} prints:
 *
 * <pre>{@code
 * label:int64, weight:float32=1.0, pos:float32[3]=[0,0,0], tags:string*, frames:float32[?,3]=-1,
 * img:sparse(float32[28,28], index=[ix,iy], value=v), t:ragged(float32, value=v, splits=s, uniform=2)
 * }</pre>
 *
 * <table>
 * <caption>The specs of one line</caption>
 * <tr><td>{@code float32}, {@code float32[3]}</td><td>FixedLen, with a default behind {@code =}</td></tr>
 * <tr><td>{@code float32*}</td><td>VarLen</td></tr>
 * <tr><td>{@code float32[?]}, {@code float32[?,3]}</td><td>FixedLenSequence that may be missing, with a padding value behind
 *     {@code =}; {@code float32[?,3]!} is one that may not</td></tr>
 * <tr><td>{@code sparse(float32[28,28], index=[ix,iy], value=v, sorted)}</td><td>Sparse; {@code sorted} if the indices are
 *     to be taken as they are written</td></tr>
 * <tr><td>{@code ragged(float32, value=v, splits=s, rows=int64, validate)}</td><td>Ragged; all but the type may be left out.
 *     Partitions are {@code splits=}, {@code lengths=}, {@code starts=}, {@code limits=}, {@code rowids=} with a key and
 *     {@code uniform=} with a length, outermost first; {@code rows=} is the type of the row splits</td></tr>
 * </table>
 *
 * <p>As a grammar, with space allowed between all parts:
 *
 * <pre>{@code
 * specs    = [ feature { "," feature } ]
 * feature  = key ":" ( fixed | varlen | sequence | sparse | ragged )
 * fixed    = type [ "[" [ n { "," n } ] "]" ] [ "=" default ]
 * varlen   = type "*"
 * sequence = type "[" "?" { "," n } "]" [ "!" ] [ "=" default ]
 * sparse   = "sparse" "(" type "[" n { "," n } "]" "," "index" "=" keys "," "value" "=" key [ "," "sorted" ] ")"
 * ragged   = "ragged" "(" type { "," ( "validate" | "rows" "=" type | "uniform" "=" n | partition "=" key ) } ")"
 * keys     = key | "[" key { "," key } "]"
 * type     = "float32" | "float" | "float64" | "double" | "int32" | "int64" | "string" | "bytes"
 * default  = value | "[" value { "," value } "]"
 * value    = word | string | "b64" string
 * key      = word | string
 * word     = letters of ASCII, digits and _ . / - + @
 * string   = a string as JSON has it; behind b64 it holds base64
 * }</pre>
 *
 * <h2>JSON</h2>
 *
 * <pre>{@code
 * {"label": {"type": "fixed_len", "shape": [], "dtype": "int64", "default": [0]},
 *  "tags": {"type": "var_len", "dtype": "string"},
 *  "frames": {"type": "fixed_len_sequence", "shape": [3], "dtype": "float32", "allow_missing": true, "default": -1},
 *  "img": {"type": "sparse", "index_key": ["ix", "iy"], "value_key": "v", "dtype": "float32", "size": [28, 28],
 *          "already_sorted": false},
 *  "t": {"type": "ragged", "dtype": "float32", "value_key": "v", "partitions": [{"row_splits": "s"}, {"uniform_row_length": 2}],
 *        "row_splits_dtype": "int32", "validate": true}}
 * }</pre>
 *
 * <p>Members other than {@code type}, {@code dtype}, {@code shape}, {@code index_key}, {@code value_key} of a sparse feature and
 * {@code size} may be left out: then there is no default, false is meant, and row splits are int32. The other partitions are
 * {@code row_lengths}, {@code row_starts}, {@code row_limits} and {@code value_rowids}. A default is a number or string, or a
 * flat array of as many as the shape has; 64-bit integers may be strings of digits, floats the strings NaN, Infinity and
 * -Infinity. A string stands for its UTF-8 form; {@code {"b64": "/w=="}} are other bytes, in base64.
 */
public final class FeatureSpecs {

    static final FeatureSpecs NONE = new FeatureSpecs(Map.of());

    private final Map<String, FeatureSpec> specs;

    private FeatureSpecs(Map<String, FeatureSpec> specs) {
        this.specs = Collections.unmodifiableMap(new LinkedHashMap<>(specs));
        SpecRoles.check(this.specs);
    }

    /**
     * These specs, in the order of the map; none are fine for one half of {@link SequenceFeatureSpecs}.
     *
     * @throws IllegalArgumentException if two of them read one feature in different ways
     */
    public static FeatureSpecs of(Map<String, FeatureSpec> specs) {
        return new FeatureSpecs(specs);
    }

    /** Specs to be added one by one. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects specs. */
    public static final class Builder {

        private final Map<String, FeatureSpec> specs = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds a spec.
         *
         * @throws IllegalArgumentException if the key has one already
         */
        public Builder put(String key, FeatureSpec spec) {
            if (specs.putIfAbsent(key, spec) != null) {
                throw new IllegalArgumentException(
                        "feature \"" + key + "\" is named twice; give its spec once, or read it under another name"
                                + " by a sparse or ragged spec");
            }
            return this;
        }

        /**
         * The specs that were put.
         *
         * @throws IllegalArgumentException if two of them read one feature in different ways
         */
        public FeatureSpecs build() {
            return new FeatureSpecs(specs);
        }
    }

    /**
     * The specs that a line like {@code label:int64, tags:string*} holds.
     *
     * @throws IllegalArgumentException if the line has another form, or a spec cannot be; the message says where
     */
    public static FeatureSpecs parse(String line) {
        return SpecParser.parse(line);
    }

    /**
     * The specs that a JSON object holds.
     *
     * @throws IllegalArgumentException if it has another form, or a spec cannot be; the message names the feature
     */
    public static FeatureSpecs parseJson(String json) {
        return SpecJsonReader.read(json);
    }

    /**
     * Specs that fit the first records of a file. A feature that every record has, of one kind and always with the same number
     * of values, at least one, is a {@link FeatureSpec.FixedLen}: a scalar for one value, {@code [n]} for n. All others are
     * {@link FeatureSpec.VarLen}, among them single values that some record lacks: only the caller knows a default. Features
     * whose kind is set in no record are left out; their type cannot be known. The specs are in the order of the names. Later
     * records may still differ.
     *
     * @param reader a reader of Examples or, if its format is OFRECORD, of OneFlow's records; it is read on
     * @param most how many records are looked at, at most
     * @throws ExampleParseException if a record is no such message, two records have different kinds of one feature, or no
     *     record has a feature with a kind
     * @throws IllegalArgumentException if {@code most} is not positive
     */
    public static FeatureSpecs infer(RecordReader reader, int most) throws IOException {
        return SpecSurvey.examples(reader, most);
    }

    /** The specs by name, in the order in which they were given. */
    public Map<String, FeatureSpec> asMap() {
        return specs;
    }

    /** The spec of this name, or null. */
    public @Nullable FeatureSpec get(String key) {
        return specs.get(key);
    }

    /** The names, in the order in which they were given. */
    public Set<String> names() {
        return specs.keySet();
    }

    /** The keys that are read from a record: the names, and what sparse and ragged features are made of. */
    public Set<String> keys() {
        return WirePlan.keys(this);
    }

    /** How many specs there are. */
    public int size() {
        return specs.size();
    }

    /** Whether there is no spec. */
    public boolean isEmpty() {
        return specs.isEmpty();
    }

    /** What is made for a feature, with its name before the message if that fails. */
    static FeatureSpec named(String key, Supplier<FeatureSpec> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("feature \"" + key + "\": " + e.getMessage(), e);
        }
    }

    /** The specs as a JSON object on one line. */
    public String toJson() {
        return SpecJson.print(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FeatureSpecs that && specs.equals(that.specs);
    }

    @Override
    public int hashCode() {
        return specs.hashCode();
    }

    /** The specs on one line, which {@link #parse(String)} reads. */
    @Override
    public String toString() {
        return SpecText.print(specs);
    }
}
