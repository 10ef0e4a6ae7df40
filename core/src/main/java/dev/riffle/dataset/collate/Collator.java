package dev.riffle.dataset.collate;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Makes one element of a batch of them. The collators of TensorFlow's {@code batch}, {@code padded_batch} and {@code
 * ragged_batch} are given by the methods here, which say of what they compose; a caller may write its own. Used by several
 * threads at a time where batching is parallel.
 *
 * @param <T> the elements
 * @param <B> the batch
 * @since 0.1
 */
@FunctionalInterface
public interface Collator<T, B> {

    /** The batch of {@code elements}, at least one, which the collator may keep. */
    B collate(List<? extends T> elements) throws Exception;

    /** The collator for elements of which this is known: this one, unless it can make use of it. */
    default Collator<T, B> forElements(ElementSpec spec) {
        return this;
    }

    /**
     * What is known of a batch.
     *
     * @param element what is known of its elements
     * @param size how many they are, -1 where that is not known
     * @throws IllegalArgumentException if such elements cannot be collated
     */
    default ElementSpec spec(ElementSpec element, int size) {
        return ElementSpec.unknown();
    }

    /** Lists of the elements, which cannot be changed. */
    static <T> Collator<T, List<T>> list() {
        return new ListCollator<>();
    }

    /**
     * Tensors with a new outermost dimension, as TensorFlow's {@code batch}. Elements are tensors or scalars (see {@link
     * ElementSpec}) of one type and one shape; only ragged and sparse ones, and rows of ragged ones, may differ in length.
     */
    static Collator<Object, Tensor> tensors() {
        return new TensorCollator();
    }

    /** Dense tensors of different lengths, filled up: TensorFlow's {@code padded_batch}. */
    static PaddedCollator padded() {
        return new DensePaddedCollator();
    }

    /**
     * Tensors of different lengths as rows of a ragged one, with int64 row splits: TensorFlow's {@code ragged_batch}. As
     * there, dimensions are ragged up to the innermost whose size is not known; where nothing is known, all are. Scalars
     * and tensors of a known shape give dense tensors.
     */
    static Collator<Object, Tensor> ragged() {
        return new RaggedCollator();
    }

    /** Payloads, parsed together: the batch has a row for each. A refused one is named with its file and offset. */
    static Collator<Bytes, ParsedFeatures> parsed(ExampleParser parser) {
        return new ParsingCollator<>(
                "parsed", Argument.present(parser, "parser").dialect() + " " + parser.specs(), parser::parse);
    }

    /** Payloads, parsed together: the batch has a row for each. A refused one is named with its file and offset. */
    static Collator<Bytes, ParsedSequenceFeatures> parsed(SequenceExampleParser parser) {
        return new ParsingCollator<>(
                "parsed sequences", Argument.present(parser, "parser").specs().toString(), parser::parse);
    }

    /** Pairs of batches of pairs. */
    static <A, B, C, D> Collator<Pair<A, B>, Pair<C, D>> pairs(
            Collator<? super A, C> first, Collator<? super B, D> second) {
        return new PairCollator<>(first, second);
    }

    /** Maps with a batch for each key, of maps with the same keys; all values are collated alike. */
    static <V, B> Collator<Map<String, ? extends V>, Map<String, B>> maps(Collator<? super V, B> values) {
        return MapCollator.of(values);
    }

    /**
     * The same with a collator for each key.
     *
     * @param values has every key that elements have
     */
    static <V, B> Collator<Map<String, ? extends V>, Map<String, B>> maps(
            Map<String, ? extends Collator<? super V, ? extends B>> values) {
        return MapCollator.of(values);
    }
}
