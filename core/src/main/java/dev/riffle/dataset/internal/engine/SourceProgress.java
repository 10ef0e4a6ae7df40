package dev.riffle.dataset.internal.engine;

import dev.riffle.Progress;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the records and bytes that the sources of one observed run read. Several threads may count at the same time.
 */
public final class SourceProgress {

    private final LongAdder records = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** The nodes whose first pass is in the total, and that have not begun it. */
    private final Set<Node<?>> expected = Collections.newSetFromMap(new IdentityHashMap<>());

    private OptionalLong totalBytes = OptionalLong.of(0);

    /** Creates the progress of a run of these nodes. */
    SourceProgress(List<Node<?>> nodes) {
        for (Node<?> node : nodes) {
            expected.add(node.unnamed());
            addToTotal(node.unnamed());
        }
    }

    private void addToTotal(Node<?> node) {
        OptionalLong more = totalBytes.isPresent() ? node.sourceBytes() : OptionalLong.empty();
        totalBytes = more.isPresent() ? OptionalLong.of(totalBytes.getAsLong() + more.getAsLong()) : more;
    }

    /**
     * Begins a pass of a source. Another pass of the source increases the total. If the function of another node
     * created the source, the total becomes unknown, because the function may create more sources.
     */
    synchronized void begin(Node<?> source, boolean created) {
        if (created) {
            totalBytes = OptionalLong.empty();
        } else if (!expected.remove(source)) {
            addToTotal(source);
        }
    }

    /** Counts records and bytes as read. */
    public void read(long moreRecords, long moreBytes) {
        records.add(moreRecords);
        bytes.add(moreBytes);
    }

    /** Returns the current numbers. */
    synchronized Progress progress(boolean finished) {
        long done = bytes.sum();
        OptionalLong total =
                totalBytes.isPresent() ? OptionalLong.of(Math.max(totalBytes.getAsLong(), done)) : totalBytes;
        return new Progress(records.sum(), done, total, finished);
    }
}
