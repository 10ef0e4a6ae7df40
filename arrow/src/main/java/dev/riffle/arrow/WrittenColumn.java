package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * A column, or a field of a struct, that becomes a feature or a feature list of each row.
 *
 * @param name the name of the feature
 * @param structs the structs around the column; if one of them is null in a row, the row has no feature
 * @param lists the lists around the elements, outermost first: none for a single value, one for a feature, two for a
 *     feature list
 */
record WrittenColumn(String name, List<FieldVector> structs, List<ListRanges> lists, ElementValues elements) {

    Kind kind() {
        return elements.kind();
    }

    boolean isFeatureList() {
        return lists.size() == 2;
    }

    /** Returns the feature of a row, or null if the row has none. */
    @Nullable
    Feature feature(int row) {
        if (isMissing(row)) {
            return null;
        }
        if (lists.isEmpty()) {
            return elements.isNull(row) ? null : elements.feature(row, row + 1);
        }
        ListRanges list = lists.get(0);
        return list.isNull(row) ? null : elements.feature(list.start(row), list.end(row));
    }

    /** Returns the steps of a row, or null if the row has no feature list. */
    @Nullable
    List<Feature> steps(int row) {
        ListRanges outer = lists.get(0);
        if (isMissing(row) || outer.isNull(row)) {
            return null;
        }
        ListRanges inner = lists.get(1);
        List<Feature> steps = new ArrayList<>();
        for (int step = outer.start(row), end = outer.end(row); step < end; step++) {
            if (inner.isNull(step)) {
                throw LeafValues.nullInList();
            }
            steps.add(elements.feature(inner.start(step), inner.end(step)));
        }
        return steps;
    }

    private boolean isMissing(int row) {
        for (FieldVector struct : structs) {
            if (struct.isNull(row)) {
                return true;
            }
        }
        return false;
    }
}
