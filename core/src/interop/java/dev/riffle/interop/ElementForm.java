package dev.riffle.interop;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.proto.DataType;

/** What the elements of a pipeline look like: tensors, or pairs of such. */
sealed interface ElementForm {

    /** The tensors, from the first to the last, as TensorFlow has them. */
    List<Component> components();

    /** The same form with other dimensions in each tensor. */
    ElementForm with(UnaryOperator<Shape> shape);

    /** What puts such elements together, given what does so with single tensors. */
    Collator<Object, Object> collator(Collator<Object, ?> tensors);

    /** What takes batches of this form apart. */
    Splitter<Object, Object> splitter();

    /** A tensor, of int64 or string; dimensions may be unknown, their number is not. */
    record Component(DataType type, Shape shape) implements ElementForm {

        @Override
        public List<Component> components() {
            return List.of(this);
        }

        @Override
        public ElementForm with(UnaryOperator<Shape> change) {
            return new Component(type, change.apply(shape));
        }

        @Override
        @SuppressWarnings("unchecked")
        public Collator<Object, Object> collator(Collator<Object, ?> tensors) {
            return (Collator<Object, Object>) tensors;
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Splitter<Object, Object> splitter() {
            return (Splitter) Splitter.tensors();
        }
    }

    /** Two in one. */
    record Couple(ElementForm first, ElementForm second) implements ElementForm {

        @Override
        public List<Component> components() {
            List<Component> all = new ArrayList<>(first.components());
            all.addAll(second.components());
            return all;
        }

        @Override
        public ElementForm with(UnaryOperator<Shape> change) {
            return new Couple(first.with(change), second.with(change));
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Collator<Object, Object> collator(Collator<Object, ?> tensors) {
            Collator<Pair<Object, Object>, Pair<Object, Object>> pairs =
                    Collator.pairs(first.collator(tensors), second.collator(tensors));
            return (Collator) pairs;
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Splitter<Object, Object> splitter() {
            Splitter<Pair<Object, Object>, Pair<Object, Object>> pairs =
                    Splitter.pairs(first.splitter(), second.splitter());
            return (Splitter) pairs;
        }
    }
}
