package dev.riffle.dataset.internal.cache;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a full pass in memory. The start of the pass identifies the elements, so that a resumed run can
 * compute them again.
 */
final class CacheContent<T> {

    private static final Member<ElementLineage.Replayed> START = Member.replayed("start");
    private static final Member<Long> SIZE = Member.count("size");

    private final State start;
    private final long size;
    private @Nullable List<T> elements;

    CacheContent(State start, long size, @Nullable List<T> elements) {
        this.start = start;
        this.size = size;
        this.elements = elements;
    }

    State start() {
        return start;
    }

    long size() {
        return size;
    }

    /** Returns whether the elements are from a pass that began at {@code other}. */
    boolean isOf(State other) {
        return start == other || start.toString().equals(other.toString());
    }

    /** Returns the elements. After a resume, first computes the elements again. */
    synchronized List<T> elements(Node<T> input, Run run) throws Exception {
        List<T> known = elements;
        if (known == null) {
            known = new ArrayList<>();
            Replay.elements(input, start, size, run, known::add);
            elements = known;
        }
        return known;
    }

    State save(LineageTable table) {
        return table.state().with(START, new ElementLineage.Replayed(start, 0)).with(SIZE, size);
    }

    static <T> CacheContent<T> restored(State state) {
        return new CacheContent<>(state.get(START).start(), state.get(SIZE), null);
    }
}
