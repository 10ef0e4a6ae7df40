package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Keeps the events of one operation, and checks the rules for every sequence of events. */
public final class ProgressEvents implements Consumer<Progress> {

    private final List<Progress> events = new ArrayList<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private AssertionError overlap;

    @Override
    public void accept(Progress progress) {
        if (!busy.compareAndSet(false, true)) {
            overlap = new AssertionError("calls overlap");
        }
        events.add(progress);
        busy.set(false);
    }

    /** Returns all events so far. */
    public List<Progress> all() {
        return List.copyOf(events);
    }

    /** Forgets the events, so that another operation can use this listener. */
    public void clear() {
        events.clear();
    }

    /** Returns the differences between the byte counts of consecutive events. */
    public List<Long> steps() {
        List<Long> steps = new ArrayList<>();
        long before = 0;
        for (Progress progress : events) {
            steps.add(progress.bytes() - before);
            before = progress.bytes();
        }
        return steps;
    }

    /** Returns the last event of an operation that has ended. */
    public Progress last() {
        if (overlap != null) {
            throw overlap;
        }
        assertThat(events).isNotEmpty();
        Progress before = events.get(0);
        for (int i = 0; i < events.size(); i++) {
            Progress progress = events.get(i);
            assertThat(progress.finished())
                    .as("event %d of %d", i, events.size())
                    .isEqualTo(i == events.size() - 1);
            assertThat(progress.records()).isGreaterThanOrEqualTo(before.records());
            assertThat(progress.bytes()).isGreaterThanOrEqualTo(before.bytes());
            assertThat(progress.totalBytes().isPresent())
                    .isEqualTo(before.totalBytes().isPresent());
            assertThat(progress.totalBytes().orElse(0))
                    .isGreaterThanOrEqualTo(before.totalBytes().orElse(0));
            before = progress;
        }
        return before;
    }
}
