package dev.riffle.arrow;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.jspecify.annotations.Nullable;

/**
 * Finds the elements of the lists of a vector. Checks every range, because Arrow's readers do not check the offsets of
 * a file.
 */
abstract class ListRanges {

    private final FieldVector lists;
    private final FieldVector elements;

    private ListRanges(FieldVector lists) {
        this.lists = lists;
        this.elements = lists.getChildrenFromFields().get(0);
    }

    /** Returns the ranges of a vector of lists, or null for another vector. */
    static @Nullable ListRanges of(FieldVector vector) {
        if (vector instanceof FixedSizeListVector fixed) {
            return new OfFixedSize(fixed);
        } else if (vector instanceof ListVector list) {
            return new OfList(list);
        } else if (vector instanceof LargeListVector large) {
            return new OfLargeList(large);
        } else if (vector instanceof ListViewVector view) {
            return new OfListView(view);
        }
        return vector instanceof LargeListViewVector view ? new OfLargeListView(view) : null;
    }

    abstract long unchecked(int list);

    abstract long uncheckedEnd(int list);

    final boolean isFixedSize() {
        return lists instanceof FixedSizeListVector;
    }

    /** Returns the vector of the elements of all lists. */
    final FieldVector elements() {
        return elements;
    }

    final boolean isNull(int list) {
        return lists.isNull(list);
    }

    /** Returns the position of the first element of a list. */
    final int start(int list) {
        long start = unchecked(list);
        if (start < 0 || start > uncheckedEnd(list)) {
            throw invalid(list);
        }
        return (int) start;
    }

    /** Returns the position after the last element of a list. */
    final int end(int list) {
        long end = uncheckedEnd(list);
        if (end < 0 || end > elements.getValueCount()) {
            throw invalid(list);
        }
        return (int) end;
    }

    private ArrowColumnException invalid(int list) {
        return ArrowColumnException.ofValue("the list has the elements " + unchecked(list) + " to " + uncheckedEnd(list)
                + " of " + elements.getValueCount() + ", so its offsets are damaged; write the data again");
    }

    private static final class OfFixedSize extends ListRanges {
        private final long size;

        OfFixedSize(FixedSizeListVector vector) {
            super(vector);
            this.size = vector.getListSize();
        }

        @Override
        long unchecked(int list) {
            return size * list;
        }

        @Override
        long uncheckedEnd(int list) {
            return size * (list + 1L);
        }
    }

    static final class OfList extends ListRanges {
        private final ListVector vector;

        OfList(ListVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        long unchecked(int list) {
            return vector.getOffsetBuffer().getInt((long) Integer.BYTES * list);
        }

        @Override
        long uncheckedEnd(int list) {
            return vector.getOffsetBuffer().getInt(Integer.BYTES * (list + 1L));
        }
    }

    private static final class OfLargeList extends ListRanges {
        private final LargeListVector vector;

        OfLargeList(LargeListVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        long unchecked(int list) {
            return vector.getOffsetBuffer().getLong((long) Long.BYTES * list);
        }

        @Override
        long uncheckedEnd(int list) {
            return vector.getOffsetBuffer().getLong(Long.BYTES * (list + 1L));
        }
    }

    private static final class OfListView extends ListRanges {
        private final ListViewVector vector;

        OfListView(ListViewVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        long unchecked(int list) {
            return vector.getOffsetBuffer().getInt((long) Integer.BYTES * list);
        }

        @Override
        long uncheckedEnd(int list) {
            return unchecked(list) + vector.getSizeBuffer().getInt((long) Integer.BYTES * list);
        }
    }

    private static final class OfLargeListView extends ListRanges {
        private final LargeListViewVector vector;

        OfLargeListView(LargeListViewVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        long unchecked(int list) {
            return vector.getOffsetBuffer().getLong((long) Long.BYTES * list);
        }

        @Override
        long uncheckedEnd(int list) {
            return unchecked(list) + vector.getSizeBuffer().getLong((long) Long.BYTES * list);
        }
    }
}
