package dev.riffle.interop;

import dev.riffle.interop.ElementForm.Component;
import dev.riffle.interop.ElementForm.Couple;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.proto.DataType;

/**
 * An operation of a pipeline with its inputs, which both Riffle and TensorFlow run. Two plans are equal only if they
 * are the same object. If a plan is the input of several plans, Riffle and TensorFlow each create one dataset for it.
 */
final class PipelinePlan {

    /**
     * The operations and the meaning of their numbers. A random operation has two seed numbers. A flag is 1 for yes.
     */
    enum Op {
        /** Arguments: start, stop, step. */
        RANGE(0),
        /** Arguments: seed, seed, whether each pass differs. */
        RANDOM(0),
        /** Arguments: the numbers of files of the same compression. */
        RECORDS(0),
        /** Argument: count. */
        TAKE(1),
        /** Argument: count. */
        SKIP(1),
        /** Arguments: number of shards, index. */
        SHARD(1),
        /** Argument: count. */
        REPEAT(1),
        /** Arguments: size of the buffer, seed, seed, whether each pass differs. */
        SHUFFLE(1),
        /** Arguments: size, whether the operation drops an incomplete last batch. */
        BATCH(1),
        /** Arguments: size, whether the operation drops an incomplete last batch. */
        PADDED_BATCH(1),
        UNBATCH(1),
        /** Arguments: size, whether the operation drops an incomplete last batch. */
        REBATCH(1),
        CACHE(1),
        /** Argument: size of the buffer. */
        PREFETCH(1),
        /** Argument: start. */
        ENUMERATE(1),
        ZIP(2),
        CONCATENATE(2),
        /** Argument: whether to continue after the end of a chosen dataset. The last input contains the choices. */
        CHOOSE(3);

        final int inputs;

        Op(int inputs) {
            this.inputs = inputs;
        }
    }

    final Op op;
    final List<Long> numbers;
    final List<PipelinePlan> inputs;
    final ElementForm form;

    private PipelinePlan(Op op, List<Long> numbers, List<PipelinePlan> inputs, ElementForm form) {
        this.op = op;
        this.numbers = numbers;
        this.inputs = inputs;
        this.form = form;
    }

    /** Returns the plan, or empty if its inputs have no common form of elements. */
    static Optional<PipelinePlan> of(Op op, List<Long> numbers, List<PipelinePlan> inputs) {
        return form(op, numbers, inputs).map(form -> new PipelinePlan(op, numbers, inputs, form));
    }

    private static Optional<ElementForm> form(Op op, List<Long> numbers, List<PipelinePlan> inputs) {
        ElementForm number = new Component(DataType.DT_INT64, Shape.scalar());
        ElementForm first = inputs.isEmpty() ? number : inputs.get(0).form;
        long least = first.components().stream()
                .mapToLong(tensor -> tensor.shape().numDimensions())
                .min()
                .orElseThrow();
        switch (op) {
            case RECORDS:
                return Optional.of(new Component(DataType.DT_STRING, Shape.scalar()));
            case BATCH:
            case PADDED_BATCH:
                long size = numbers.get(1) == 1 ? numbers.get(0) : Shape.UNKNOWN_SIZE;
                return Optional.of(first.with(shape -> (op == Op.BATCH ? shape : unknown(shape)).prepend(size)));
            case UNBATCH:
                return least == 0 ? Optional.empty() : Optional.of(first.with(shape -> shape.tail()));
            case REBATCH:
                long rows = numbers.get(1) == 1 ? numbers.get(0) : Shape.UNKNOWN_SIZE;
                return least == 0
                        ? Optional.empty()
                        : Optional.of(first.with(shape -> shape.tail().prepend(rows)));
            case ENUMERATE:
                return Optional.of(new Couple(number, first));
            case ZIP:
                return Optional.of(new Couple(first, inputs.get(1).form));
            case CONCATENATE:
                return common(first, inputs.get(1).form);
            case CHOOSE:
                return inputs.get(2).form.equals(number) ? common(first, inputs.get(1).form) : Optional.empty();
            default:
                return Optional.of(first);
        }
    }

    private static Shape unknown(Shape shape) {
        Shape unknown = Shape.scalar();
        for (int i = 0; i < shape.numDimensions(); i++) {
            unknown = unknown.append(Shape.UNKNOWN_SIZE);
        }
        return unknown;
    }

    /** Returns the common form of two forms, or empty if they differ in structure, types or ranks. */
    private static Optional<ElementForm> common(ElementForm one, ElementForm other) {
        if (one instanceof Component a && other instanceof Component b) {
            if (a.type() != b.type() || a.shape().numDimensions() != b.shape().numDimensions()) {
                return Optional.empty();
            }
            Shape shape = Shape.scalar();
            for (int i = 0; i < a.shape().numDimensions(); i++) {
                shape = shape.append(
                        a.shape().get(i) == b.shape().get(i) ? a.shape().get(i) : Shape.UNKNOWN_SIZE);
            }
            return Optional.of(new Component(a.type(), shape));
        }
        if (one instanceof Couple a && other instanceof Couple b) {
            return common(a.first(), b.first())
                    .flatMap(first -> common(a.second(), b.second()).map(second -> new Couple(first, second)));
        }
        return Optional.empty();
    }

    long number(int index) {
        return numbers.get(index);
    }

    boolean is(int index) {
        return number(index) == 1;
    }

    PipelinePlan input() {
        return inputs.get(0);
    }

    /** Returns the number of operations. */
    int size() {
        return 1 + inputs.stream().mapToInt(PipelinePlan::size).sum();
    }

    /** Returns the plan as text. */
    @Override
    public String toString() {
        String call = op.name().toLowerCase(Locale.ROOT)
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
        return switch (inputs.size()) {
            case 0 -> call;
            case 1 -> input() + "." + call;
            default -> call + inputs;
        };
    }
}
