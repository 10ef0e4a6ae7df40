package dev.riffle.arrow;

import dev.riffle.Progress;
import dev.riffle.internal.Argument;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * Options for {@link ArrowRecords}. Immutable and safe for use by several threads, if the listener and the dictionaries
 * are.
 *
 * <pre>{@code
 * ArrowRecordOptions options = ArrowRecordOptions.defaults().rounding(ArrowRecordOptions.Rounding.NEAREST);
 * long records = ArrowRecords.write(reader, output, options);
 * }</pre>
 *
 * @since 0.1
 */
public final class ArrowRecordOptions {

    private static final ArrowRecordOptions DEFAULTS =
            new ArrowRecordOptions(Rounding.NONE, Optional.empty(), Optional.empty());

    private final Rounding rounding;
    private final Optional<Consumer<? super Progress>> listener;
    private final Optional<DictionaryProvider> dictionaries;

    private ArrowRecordOptions(
            Rounding rounding,
            Optional<Consumer<? super Progress>> listener,
            Optional<DictionaryProvider> dictionaries) {
        this.rounding = rounding;
        this.listener = listener;
        this.dictionaries = dictionaries;
    }

    /**
     * States whether numbers may lose digits.
     *
     * @since 0.1
     */
    public enum Rounding {
        /**
         * A 64-bit float that is not exactly a 32-bit float is an error in an Example; an OFRecord keeps it. A decimal
         * with digits after the point becomes text.
         */
        NONE,
        /**
         * 64-bit floats become the nearest 32-bit floats in an Example. Decimals with digits after the point become
         * floats, or doubles in an OFRecord.
         */
        NEAREST
    }

    /** Returns options without rounding, listener and dictionaries. */
    public static ArrowRecordOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with a rule for numbers that a feature does not hold exactly. */
    public ArrowRecordOptions rounding(Rounding rule) {
        return new ArrowRecordOptions(Argument.present(rule, "rule"), listener, dictionaries);
    }

    /**
     * Returns these options with a listener. It receives the number of records after each batch, and the number of
     * bytes that the {@code ArrowReader} has read. Only {@code write} uses the listener.
     */
    public ArrowRecordOptions progress(Consumer<? super Progress> receiver) {
        return new ArrowRecordOptions(rounding, Optional.of(Argument.present(receiver, "receiver")), dictionaries);
    }

    /**
     * Returns these options with the dictionaries of a {@code VectorSchemaRoot}. An {@code ArrowReader} has its own
     * dictionaries, so these have no effect for a reader.
     */
    public ArrowRecordOptions dictionaries(DictionaryProvider provider) {
        return new ArrowRecordOptions(rounding, listener, Optional.of(Argument.present(provider, "provider")));
    }

    Rounding rounding() {
        return rounding;
    }

    Optional<Consumer<? super Progress>> listener() {
        return listener;
    }

    Optional<DictionaryProvider> dictionaries() {
        return dictionaries;
    }
}
