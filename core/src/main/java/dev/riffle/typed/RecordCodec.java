package dev.riffle.typed;

import dev.riffle.internal.Argument;
import dev.riffle.internal.ArrayView;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes records of one class as {@code tf.train.Example} or {@code tf.train.SequenceExample}, and reads them back.
 * Immutable, and safe for several threads.
 *
 * <pre>{@code
 * record Click(long user, String page, float score, List<String> tags) {} // public, in a file of its own
 *
 * RecordCodec<Click> codec = RecordCodec.of(Click.class);
 * Bytes payload = codec.encode(new Click(7, "home", 0.5f, List.of("new")));
 * Click click = codec.decode(payload);
 * }</pre>
 *
 * <p>Each component becomes a feature with its name. A nested record becomes a feature for each of its components,
 * named {@code address.street}. A record with a list of lists becomes a SequenceExample: lists of lists become feature
 * lists, and all other components become features of the context. The component types are:
 *
 * <ul>
 *   <li>int64: {@code boolean} (0 or 1), {@code byte}, {@code short}, {@code char}, {@code int}, {@code long}, their
 *       wrappers, enums (the ordinal), {@code Instant} (nanoseconds since 1970), {@code Duration} (nanoseconds),
 *       {@code LocalDate} (days since 1970)
 *   <li>float: {@code float}, and {@code double} if {@link Builder#doubleAsFloat} allows it
 *   <li>bytes: {@code String} (UTF-8), {@code byte[]}, {@link Bytes}, {@code ByteBuffer}, {@code UUID} and
 *       {@code BigDecimal} (as text), enums by {@link Builder#enumByName}
 *   <li>{@code List}, {@code Set} and arrays of these; lists and arrays of lists and arrays of these
 *   <li>{@code Optional} of all these, {@code OptionalInt}, {@code OptionalLong}, {@code OptionalDouble}
 *   <li>nested records, and types of the caller by {@link Builder#with}
 * </ul>
 *
 * <p>A component must be present, unless it is an {@code Optional}, is nullable, or has a default. It is nullable if it
 * has a run-time annotation with the simple name {@code Nullable}, or by {@link Builder#nullable}. A missing value is
 * not written. A feature without a kind counts as missing; an empty list does not.
 *
 * <p>Encoding writes the same bytes as {@code Example.builder()} with the same features. Decoding accepts the messages
 * that {@code Example.parse} accepts, except a SequenceExample without a context, and ignores other features. It
 * creates an {@code Example} only for a message in an unusual encoding.
 *
 * @param <T> the record class
 * @since 0.1
 */
public final class RecordCodec<T> {

    private final Class<T> type;
    private final MappedRecord layout;

    private RecordCodec(Class<T> type, MappedRecord layout) {
        this.type = type;
        this.layout = layout;
    }

    /**
     * Returns a codec without options. Caches codecs by class; the cache does not keep a class or a codec in memory.
     *
     * @param type a public record; in a named module, in an exported package
     * @throws IllegalArgumentException as {@link Builder#build}
     */
    public static <T extends Record> RecordCodec<T> of(Class<T> type) {
        return CodecCache.get(Argument.present(type, "type"));
    }

    /** Returns a builder of codecs for a public record; in a named module, in an exported package. */
    public static <T extends Record> Builder<T> builder(Class<T> type) {
        return builder(MethodHandles.publicLookup(), type);
    }

    /**
     * Returns a builder of codecs for a record that {@code lookup} can access. {@code MethodHandles.lookup()} can
     * access all records that the caller can access, also those that are not public or not exported.
     */
    public static <T extends Record> Builder<T> builder(MethodHandles.Lookup lookup, Class<T> type) {
        return new Builder<>(Argument.present(lookup, "lookup"), Argument.present(type, "type"));
    }

    /**
     * Returns the message of a record.
     *
     * @throws TypedRecordException if a component has null or another value that a feature cannot hold
     * @throws IllegalArgumentException if the record is null
     */
    public Bytes encode(T record) {
        return layout.encode(type.cast(Argument.present(record, "record")));
    }

    /**
     * Returns the record of a message. Components of type {@link Bytes} and {@code ByteBuffer} share the memory of the
     * message.
     *
     * @throws TypedRecordException if the message does not fit the record class
     * @throws dev.riffle.example.MalformedMessageException if the bytes are not a valid message
     * @throws IllegalArgumentException if the message is null
     */
    public T decode(Bytes message) {
        ArrayView view = FoundValues.view(Argument.present(message, "message"));
        return decode(view.array(), view.offset(), message.size(), message);
    }

    /**
     * Like {@link #decode(Bytes)}, for the bytes between a buffer's position and limit, which do not change. Does not
     * keep the buffer.
     *
     * @throws TypedRecordException if the message does not fit the record class
     * @throws dev.riffle.example.MalformedMessageException if the bytes are not a valid message
     * @throws IllegalArgumentException if the message is null
     */
    public T decode(ByteBuffer message) {
        if (Argument.present(message, "message").hasArray()) {
            return decode(message.array(), message.arrayOffset() + message.position(), message.remaining(), null);
        }
        byte[] copy = new byte[message.remaining()];
        message.get(message.position(), copy);
        return decode(copy, 0, copy.length, Bytes.ofOwned(copy));
    }

    /**
     * Like {@link #decode(Bytes)}, for an array. Does not keep the array.
     *
     * @throws TypedRecordException if the message does not fit the record class
     * @throws dev.riffle.example.MalformedMessageException if the bytes are not a valid message
     * @throws IllegalArgumentException if the message is null
     */
    public T decode(byte[] message) {
        return decode(Argument.present(message, "message"), 0, message.length, null);
    }

    private T decode(byte[] array, int offset, int size, @Nullable Bytes message) {
        return type.cast(layout.decode(array, offset, size, message));
    }

    /**
     * Returns the specs that parse the features into columns. A single value that is always present has a
     * {@code FixedLen}, with the default if there is one. All other features have a {@code VarLen}.
     *
     * @throws IllegalStateException if the record becomes a SequenceExample; use {@link #sequenceSpecs()}
     */
    public FeatureSpecs specs() {
        if (layout.isSequence()) {
            throw new IllegalStateException(
                    "record " + type.getName() + " becomes a SequenceExample; use sequenceSpecs()");
        }
        return layout.contextSpecs();
    }

    /**
     * Returns the specs that parse the context and the feature lists into columns. The context follows the rules of
     * {@link #specs()}; each feature list has a {@code VarLen}.
     *
     * @throws IllegalStateException if the record becomes an Example; use {@link #specs()}
     */
    public SequenceFeatureSpecs sequenceSpecs() {
        if (!layout.isSequence()) {
            throw new IllegalStateException("record " + type.getName() + " becomes an Example; use specs()");
        }
        return new SequenceFeatureSpecs(layout.contextSpecs(), layout.listSpecs());
    }

    /** Returns the record class and the specs. */
    @Override
    public String toString() {
        return "RecordCodec[" + type.getName() + ": "
                + (layout.isSequence() ? sequenceSpecs().toString() : specs().toString()) + "]";
    }

    /**
     * Builds a {@link RecordCodec}. A component of a nested record has the names of both: {@code address.street}. For
     * one thread at a time.
     *
     * @param <T> the record class
     * @since 0.1
     */
    public static final class Builder<T extends Record> {

        private final MethodHandles.Lookup lookup;
        private final Class<T> type;
        private final CodecSettings settings = new CodecSettings();

        private Builder(MethodHandles.Lookup lookup, Class<T> type) {
            this.lookup = lookup;
            this.type = type;
        }

        /**
         * Converts all values of a type, also in lists, arrays and nested records. A conversion of a generic type
         * covers all type arguments. The conversion takes precedence over a built-in rule:
         * {@code with(Instant.class, Long.class, Instant::toEpochMilli, Instant::ofEpochMilli)}.
         *
         * @param own the type of the components
         * @param as a supported type, such as {@code Long}, {@code String} or {@code float[]}
         * @param to returns the value to write; never null
         * @param from returns the value for a written one; never null
         * @throws IllegalArgumentException if the type is primitive or has a conversion already
         */
        public <V, W> Builder<T> with(
                Class<V> own, Class<W> as, Function<? super V, ? extends W> to, Function<? super W, ? extends V> from) {
            Argument.present(to, "to");
            Argument.present(from, "from");
            if (Argument.present(own, "own").isPrimitive()) {
                throw new IllegalArgumentException("own must not be a primitive type: " + own);
            }
            Conversion conversion = Conversion.of(own, Argument.present(as, "as"), to, from);
            if (settings.conversions.putIfAbsent(own, conversion) != null) {
                throw new IllegalArgumentException(own.getName() + " has two conversions; remove one");
            }
            return this;
        }

        /**
         * Sets the complete name of a component's feature. For a nested record it is the prefix of its features.
         *
         * @throws IllegalArgumentException if the name is empty or has an unpaired surrogate, or the component has a
         *     name already
         */
        public Builder<T> named(String component, String feature) {
            Argument.present(component, "component");
            try {
                FeatureKeys.checkName(Argument.present(feature, "feature"));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("component " + component + ": " + e.getMessage(), e);
            }
            if (settings.names.putIfAbsent(component, feature) != null) {
                throw new IllegalArgumentException("component " + component + " has two names; remove one");
            }
            return this;
        }

        /** Allows components to be null. Null is not written, and a missing feature becomes null. */
        public Builder<T> nullable(String... components) {
            Argument.allPresent(components, "components");
            return add(settings.nullable, components);
        }

        /**
         * Sets the value of a component whose feature is missing. Encoding writes the component in any case.
         *
         * @param value has the type of the component; an {@code Integer} also fits other numbers
         * @throws IllegalArgumentException if the component has a default already
         */
        public Builder<T> defaultValue(String component, Object value) {
            Argument.present(component, "component");
            if (settings.defaults.putIfAbsent(component, Argument.present(value, "value")) != null) {
                throw new IllegalArgumentException("component " + component + " has two defaults; remove one");
            }
            return this;
        }

        /** Writes names of enum constants instead of ordinals, for components of an enum or of lists of it. */
        public Builder<T> enumByName(String... components) {
            Argument.allPresent(components, "components");
            return add(settings.enumsByName, components);
        }

        /**
         * Writes the float nearest to each double, for components of doubles or of lists of them. {@link #encode}
         * rejects a finite double beyond the range of floats.
         */
        public Builder<T> doubleAsFloat(String... components) {
            Argument.allPresent(components, "components");
            return add(settings.roundedDoubles, components);
        }

        private Builder<T> add(Set<String> all, String... components) {
            if (components.length == 0) {
                throw new IllegalArgumentException("name at least one component");
            }
            for (String component : components) {
                all.add(component);
            }
            return this;
        }

        /**
         * Returns a codec.
         *
         * @throws IllegalArgumentException if the record is generic, contains itself or is not accessible. Also if it
         *     has more than 253 components; {@code long} and {@code double} count as two. Also if a component has an
         *     unsupported type, two components have features of one name, or an option does not fit. The message names
         *     the component
         */
        public RecordCodec<T> build() {
            return new RecordCodec<>(type, MappedRecord.of(new ShapeBuilder(lookup, type, settings)));
        }
    }
}
