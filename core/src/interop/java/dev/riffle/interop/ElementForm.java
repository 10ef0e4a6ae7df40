package dev.riffle.interop;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.proto.DataType;

/** The form of a pipeline's elements: tensors, or pairs of forms. */
sealed interface ElementForm {

    /** Returns the tensors in TensorFlow's order. */
    List<Component> components();

    /** Returns this form with the dimensions that the operator returns for each tensor. */
    ElementForm with(UnaryOperator<Shape> shape);

    /** Returns a collator for these elements that uses a collator for single tensors. */
    Collator<Object, Object> collator(Collator<Object, ?> tensors);

    /** Returns a splitter for batches of this form. */
    Splitter<Object, Object> splitter();

    /** A tensor of int64 or string. Dimensions may be unknown, but the rank is known. */
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

    /** A pair of forms. */
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
