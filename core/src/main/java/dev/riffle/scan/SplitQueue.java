package dev.riffle.scan;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The splits of a file, by number: which one is to be walked next, and what came of those that are walked. Not more than a
 * few are ahead of the one that is needed. Safe for several threads.
 */
final class SplitQueue<R> {

    private final long count;
    private final int ahead;
    private final Map<Long, ScannedSplit<R>> walked = new HashMap<>();
    private long next;
    private long needed;
    private boolean stopped;

    /** A queue of {@code count} splits of which {@code ahead} may be begun before the first one is taken. */
    SplitQueue(long count, int ahead) {
        this.count = count;
        this.ahead = ahead;
    }

    /** A split to walk, if there is one now. */
    synchronized OptionalLong claim() {
        next = Math.max(next, needed);
        return !stopped && next < count && next - needed < ahead ? OptionalLong.of(next++) : OptionalLong.empty();
    }

    /** Waits for a split to walk; empty if there will be none. */
    synchronized OptionalLong awaitClaim() throws InterruptedException {
        while (true) {
            OptionalLong claimed = claim();
            if (claimed.isPresent() || stopped || next >= count) {
                return claimed;
            }
            wait();
        }
    }

    /** A split was walked. */
    synchronized void put(long number, ScannedSplit<R> split) {
        if (number >= needed) {
            walked.put(number, split);
            notifyAll();
        }
    }

    /** Says which split is needed; those before it are not any more. */
    synchronized void need(long number) {
        for (long passed = needed; passed < number; passed++) {
            walked.remove(passed);
        }
        needed = number;
        notifyAll();
    }

    /** The split that is needed, if it was walked. */
    synchronized @Nullable ScannedSplit<R> poll() {
        return walked.remove(needed);
    }

    /** Waits until the split that is needed was walked, or another one can be claimed. */
    synchronized void await() throws InterruptedException {
        while (!walked.containsKey(needed) && !(next < count && Math.max(next, needed) - needed < ahead)) {
            wait();
        }
    }

    /** Lets everybody go. */
    synchronized void stop() {
        stopped = true;
        walked.clear();
        notifyAll();
    }

    /** Whether nobody needs a split any more. */
    synchronized boolean isPassed(long number) {
        return stopped || number < needed;
    }
}
