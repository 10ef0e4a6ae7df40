package dev.riffle.tensor;

import dev.riffle.internal.QuotedBytes;
import java.util.function.IntConsumer;

/** Builds a display text of bounded length for content of any size. */
final class Excerpt {

    private static final int MOST_CHARS = 1000;

    /**
     * The largest number of items that the text contains completely. For more items, the text contains only the first
     * and the last items.
     */
    private static final int MOST_ITEMS = 8;

    private static final int EDGE_ITEMS = 3;

    private static final int MOST_TEXT_BYTES = 40;

    private final StringBuilder text = new StringBuilder();

    Excerpt add(Object piece) {
        text.append(piece);
        return this;
    }

    private boolean isFull() {
        return text.length() >= MOST_CHARS;
    }

    /** Appends all items in brackets, or only the first and the last items if their number is large. */
    Excerpt items(int count, IntConsumer item) {
        text.append('[');
        for (int i = 0; i < count && !isFull(); i++) {
            if (count > MOST_ITEMS && i == EDGE_ITEMS) {
                text.append(", ...");
                i = count - EDGE_ITEMS;
            }
            separated(i, item);
        }
        return add("]");
    }

    /**
     * Appends all items between {@code open} and {@code close}. If their number is large, appends only the first items
     * and the number of items.
     */
    Excerpt beginning(String open, int count, IntConsumer item, String close) {
        text.append(open);
        int shown = count > MOST_ITEMS ? EDGE_ITEMS : count;
        for (int i = 0; i < shown && !isFull(); i++) {
            separated(i, item);
        }
        if (shown < count) {
            text.append(", ... of ").append(count);
        }
        return add(close);
    }

    private void separated(int index, IntConsumer item) {
        if (index > 0) {
            text.append(", ");
        }
        item.accept(index);
    }

    /**
     * Appends elements in nested brackets.
     *
     * @param dimension the dimension of the outermost brackets; appends one element if the shape has no such dimension
     * @param index the number of blocks of that dimension before this one
     */
    void nested(Values values, Shape shape, int dimension, int index) {
        if (dimension == shape.rank()) {
            element(values, index);
        } else {
            int size = shape.dim(dimension);
            items(size, i -> nested(values, shape, dimension + 1, index * size + i));
        }
    }

    void element(Values values, int index) {
        switch (values.dtype().form()) {
            case INTEGER -> text.append(values.bigIntegerAt(index));
            case FLOAT -> floating(values, index);
            case COMPLEX -> {
                String imaginary = part(values, values.imaginaryAt(index));
                text.append(part(values, values.realAt(index)))
                        .append(imaginary.startsWith("-") ? "" : "+")
                        .append(imaginary)
                        .append('j');
            }
            case BOOL -> text.append(values.booleanAt(index));
            case STRING -> text.append(QuotedBytes.excerpt(values.viewAt(index), MOST_TEXT_BYTES));
        }
    }

    private static String part(Values values, double part) {
        return values.dtype() == DType.COMPLEX64 ? Float.toString((float) part) : Double.toString(part);
    }

    private void floating(Values values, int index) {
        if (values.dtype() == DType.FLOAT64) {
            text.append(values.doubleAt(index));
        } else {
            text.append(values.floatAt(index));
        }
    }

    @Override
    public String toString() {
        return text.length() <= MOST_CHARS ? text.toString() : text.substring(0, MOST_CHARS) + "...";
    }
}
