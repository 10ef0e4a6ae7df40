package dev.riffle.dataset.collate;

import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.typed.RecordCodec;
import java.util.List;
import java.util.Map;

/**
 * Combines the elements of a batch into one value. The static methods return the collators of TensorFlow's
 * {@code batch}, {@code padded_batch} and {@code ragged_batch}, and collators for pairs and maps. Callers may implement
 * this interface. A parallel batch and several runs call a collator from several threads in parallel. The collators of
 * this interface are safe for use by several threads.
 *
 * <pre>{@code
 * Dataset<DenseTensor> batches = Dataset.range(10).batch(4, Collator.tensors());
 * }</pre>
 *
 * @param <T> the type of the elements
 * @param <B> the type of the batch
 * @since 0.1
 */
@FunctionalInterface
public interface Collator<T, B> {

    /**
     * Combines the elements of a batch into one value.
     *
     * @param elements the elements, at least one; the collator may keep the list
     * @throws IllegalArgumentException if there are no elements, or if the collator cannot combine them
     */
    B collate(List<? extends T> elements) throws Exception;

    /** Returns a collator for elements of this spec. The default implementation returns this collator. */
    default Collator<T, B> forElements(ElementSpec spec) {
        return this;
    }

    /**
     * Returns the spec of a batch of elements with this spec.
     *
     * @param element the spec of the elements
     * @param size the number of elements of a batch, or -1 if the number is not known
     * @throws IllegalArgumentException if such elements cannot be collated
     */
    default ElementSpec spec(ElementSpec element, int size) {
        return ElementSpec.unknown();
    }

    /** Returns a collator that combines elements into unmodifiable lists. */
    static <T> Collator<T, List<T>> list() {
        return new ListCollator<>();
    }

    /**
     * Returns a collator that adds an outermost dimension to dense tensors, like TensorFlow's {@code batch}. Elements
     * are dense tensors or scalars (see {@link ElementSpec}) of one type and one shape.
     */
    static Collator<Object, DenseTensor> tensors() {
        return new TensorCollator<>(DenseTensor.class);
    }

    /**
     * Like {@link #tensors()}, for tensors of any form. Ragged tensors, rows of ragged tensors and sparse tensors may
     * differ in length. Their batches are ragged or sparse.
     */
    static Collator<Object, Tensor> anyTensors() {
        return new TensorCollator<>(Tensor.class);
    }

    /**
     * Returns a collator that pads dense tensors of different lengths with zeros: TensorFlow's {@code padded_batch}.
     */
    static PaddedCollator padded() {
        return new DensePaddedCollator();
    }

    /**
     * Returns a collator that combines tensors of different lengths into a ragged tensor with int64 row splits:
     * TensorFlow's {@code ragged_batch}. Each tensor becomes one row. As in TensorFlow, dimensions are ragged up to the
     * innermost dimension of unknown size. Without a spec, all dimensions are ragged. Scalars and tensors of a known
     * shape become dense tensors.
     */
    static Collator<Object, Tensor> ragged() {
        return new RaggedCollator();
    }

    /**
     * Returns a collator that parses the payloads of a batch together. Each payload becomes one row. If the parser
     * rejects a payload, the exception names the payload's file and offset.
     */
    static Collator<Bytes, ParsedFeatures> parsed(ExampleParser parser) {
        return new ParsingCollator<>(
                "parsed", Argument.present(parser, "parser").dialect() + " " + parser.specs(), parser, parser::parse);
    }

    /** Like {@link #parsed(ExampleParser)}, for SequenceExamples. */
    static Collator<Bytes, ParsedSequenceFeatures> parsed(SequenceExampleParser parser) {
        return new ParsingCollator<>(
                "parsed sequences", Argument.present(parser, "parser").specs().toString(), parser, parser::parse);
    }

    /**
     * Returns a collator that decodes payloads to an unmodifiable list of typed records. The error for a rejected
     * payload names its file and offset. To collate records that are decoded already, use {@link #list()}.
     */
    static <T> Collator<Bytes, List<T>> decoded(RecordCodec<T> codec) {
        return new DecodingCollator<>(Argument.present(codec, "codec"));
    }

    /** Returns a collator that combines pairs into a pair of batches, one for each side. */
    static <A, B, C, D> Collator<Pair<A, B>, Pair<C, D>> pairs(
            Collator<? super A, ? extends C> first, Collator<? super B, ? extends D> second) {
        Argument.present(first, "first");
        Argument.present(second, "second");
        return new PairCollator<>(first, second);
    }

    /**
     * Returns a collator that combines maps with the same keys into a map with a batch for each key. {@code values}
     * combines the values of each key.
     */
    static <V, B> Collator<Map<String, ? extends V>, Map<String, B>> maps(Collator<? super V, ? extends B> values) {
        Argument.present(values, "values");
        return MapCollator.of(values);
    }

    /**
     * Like {@link #maps(Collator)}, with a collator for each key.
     *
     * @param values the collator of each key of the elements
     */
    static <V, B> Collator<Map<String, ? extends V>, Map<String, B>> maps(
            Map<String, ? extends Collator<? super V, ? extends B>> values) {
        Argument.allPresent(values, "values");
        return MapCollator.of(values);
    }
}
