package dev.riffle.parse;

import dev.riffle.RecordReader;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.Argument;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Specs of the features to parse, by name. Immutable and safe for use by several threads. Two objects are equal if the
 * same names have equal specs, in any order. Several specs can read one feature of the record. All these specs must
 * read the feature in the same way: as fixed-length, sparse or ragged, and with the same type.
 *
 * <h2>On one line</h2>
 *
 * The command line and {@link #toString()} use this form:
 *
 * <pre>{@code
 * label:int64, weight:float32=1.0, pos:float32[3]=[0,0,0], tags:string*, frames:float32[?,3]=-1,
 * img:sparse(float32[28,28], index=[ix,iy], value=v), t:ragged(float32, value=v, splits=s, uniform=2)
 * }</pre>
 *
 * <table>
 * <caption>The specs of one line</caption>
 * <tr><td>{@code float32}, {@code float32[3]}</td><td>FixedLen, with a default after {@code =}</td></tr>
 * <tr><td>{@code float32*}</td><td>VarLen</td></tr>
 * <tr><td>{@code float32[?]}, {@code float32[?,3]}</td><td>FixedLenSequence that can be missing, with a padding value
 *     after {@code =}; {@code float32[?,3]!} must be present</td></tr>
 * <tr><td>{@code sparse(float32[28,28], index=[ix,iy], value=v, sorted)}</td><td>Sparse; {@code sorted} keeps the
 *     indices in the order of the record</td></tr>
 * <tr><td>{@code ragged(float32, value=v, splits=s, rows=int64, validate)}</td><td>Ragged; only the type is required.
 *     Partitions are {@code splits=}, {@code lengths=}, {@code starts=}, {@code limits=}, {@code rowids=} with a key
 *     and {@code uniform=} with a length, outermost first; {@code rows=} is the type of the row splits</td></tr>
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
 * string   = a JSON string; after b64 it contains base64
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
 *  "t": {"type": "ragged", "dtype": "float32", "value_key": "v",
 *        "partitions": [{"row_splits": "s"}, {"uniform_row_length": 2}],
 *        "row_splits_dtype": "int32", "validate": true}}
 * }</pre>
 *
 * <p>Required members are {@code type}, {@code dtype}, {@code shape}, {@code index_key}, {@code size}, and the
 * {@code value_key} of a sparse feature. Other members have defaults: no default value, false, and row splits of int32.
 * The other partitions are {@code row_lengths}, {@code row_starts}, {@code row_limits} and {@code value_rowids}.
 *
 * <p>A default is a number, a string, or a flat array with the number of elements of the shape. 64-bit integers can be
 * strings of digits. Floats can also be the strings NaN, Infinity and -Infinity. A string means its UTF-8 form.
 * {@code {"b64": "/w=="}} means other bytes, in base64.
 *
 * @since 0.1
 */
public final class FeatureSpecs {

    static final FeatureSpecs NONE = new FeatureSpecs(Map.of());

    private final Map<String, FeatureSpec> specs;

    private FeatureSpecs(Map<String, FeatureSpec> specs) {
        this.specs = Collections.unmodifiableMap(new LinkedHashMap<>(specs));
        SpecRoles.check(this.specs);
    }

    /**
     * Returns the specs of a map, in the map's order. The map can be empty, for one half of
     * {@link SequenceFeatureSpecs}.
     *
     * @throws IllegalArgumentException if two specs read one feature in different ways
     */
    public static FeatureSpecs of(Map<String, FeatureSpec> specs) {
        Argument.allPresent(specs, "specs");
        return new FeatureSpecs(specs);
    }

    /** Returns a builder without specs. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Builds {@link FeatureSpecs}. One thread at a time may use a builder.
     *
     * @since 0.1
     */
    public static final class Builder {

        private final Map<String, FeatureSpec> specs = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds a spec.
         *
         * @throws IllegalArgumentException if the key already has a spec
         */
        public Builder put(String key, FeatureSpec spec) {
            Argument.present(key, "key");
            Argument.present(spec, "spec");
            if (specs.putIfAbsent(key, spec) != null) {
                throw new IllegalArgumentException("feature \"" + key
                        + "\" has two specs; remove one, or give it another name and read the feature with"
                        + " a sparse or ragged spec");
            }
            return this;
        }

        /**
         * Returns all added specs.
         *
         * @throws IllegalArgumentException if two specs read one feature in different ways
         */
        public FeatureSpecs build() {
            return new FeatureSpecs(specs);
        }
    }

    /**
     * Parses specs from a line like {@code label:int64, tags:string*}.
     *
     * @throws MalformedTextException if the line has another form, or a spec is not valid; the message contains the
     *     position
     */
    public static FeatureSpecs parse(String line) {
        Argument.present(line, "line");
        return parsed(() -> SpecParser.parse(line));
    }

    /** Returns the specs of a text. Throws {@link MalformedTextException} if the text is not valid. */
    static <S> S parsed(Supplier<S> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            throw new MalformedTextException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Parses specs from a JSON object.
     *
     * @throws MalformedTextException if the object has another form, or a spec is not valid; the message contains the
     *     feature
     */
    public static FeatureSpecs parseJson(String json) {
        Argument.present(json, "json");
        return parsed(() -> SpecJsonReader.read(json));
    }

    /**
     * Infers specs from the first records of a file. If every record has a feature with one kind and one fixed,
     * positive number of values, the feature's spec is a {@link FeatureSpec.FixedLen}. The shape is scalar for one
     * value and {@code [n]} for n values. All other features have {@link FeatureSpec.VarLen}. This includes single
     * values that are missing in a record, because only the caller knows a default.
     *
     * <p>The result omits features whose kind is not set in any record, because their type is unknown. The specs are in
     * the order of the names. Later records can differ from the specs.
     *
     * @param reader a reader of Examples or, if its format is OFRECORD, of OneFlow's records; the method reads from its
     *     current position
     * @param most the largest number of records to read
     * @throws ExampleParseException if a record is not such a message, if two records have different kinds of one
     *     feature, or if no record has a feature with a kind
     * @throws IllegalArgumentException if {@code most} is not positive
     */
    public static FeatureSpecs infer(RecordReader reader, int most) throws IOException {
        Argument.present(reader, "reader");
        return SpecSurvey.examples(reader, most);
    }

    /** Returns the specs by name, in their original order. */
    public Map<String, FeatureSpec> asMap() {
        return specs;
    }

    /** Returns the spec with this name, or null if no spec has this name. */
    public @Nullable FeatureSpec get(String key) {
        Argument.present(key, "key");
        return specs.get(key);
    }

    /** Returns the names, in their original order. */
    public Set<String> names() {
        return specs.keySet();
    }

    /** Returns the keys that a parser reads from a record: the names, and the keys in sparse and ragged specs. */
    public Set<String> keys() {
        return WirePlan.keys(this);
    }

    /** Returns the number of specs. */
    public int size() {
        return specs.size();
    }

    /** Returns whether this object has no specs. */
    public boolean isEmpty() {
        return specs.isEmpty();
    }

    /** Returns the spec that {@code factory} creates. Adds the feature's name to the messages of exceptions. */
    static FeatureSpec named(String key, Supplier<FeatureSpec> factory) {
        try {
            return factory.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("feature \"" + key + "\": " + e.getMessage(), e);
        }
    }

    /** Returns the specs as a JSON object on one line. */
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

    /** Returns the specs in the one-line form of {@link #parse(String)}. */
    @Override
    public String toString() {
        return SpecText.print(specs);
    }
}
