package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.InputBuffer;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.ReadAhead;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One open dataset of an interleave, with or without read-ahead.
 *
 * @param of the lineage of the input's element from which the function created the dataset
 */
record InterleaveSlot<T>(ElementLineage of, Node<T> dataset, InputBuffer<T> buffer) implements Closeable {

    static final Member<ElementLineage> OF = Member.lineage("of");

    @Nullable
    T next() throws Exception {
        return buffer.next();
    }

    /** Returns the read-ahead of this slot, or null if the slot has no read-ahead. */
    @Nullable
    ReadAhead<T> ahead() {
        return buffer instanceof ReadAhead<T> ahead ? ahead : null;
    }

    ElementLineage lineage() {
        return ElementLineage.Several.of(of, buffer.lineage());
    }

    State save(LineageTable table) {
        return new Pipeline(dataset).save(buffer.save(table.state().with(OF, of)));
    }

    void restore(State state) throws Exception {
        new Pipeline(dataset).restore(state);
        buffer.restore(state);
    }

    @Override
    public void close() throws IOException {
        buffer.close();
    }
}
