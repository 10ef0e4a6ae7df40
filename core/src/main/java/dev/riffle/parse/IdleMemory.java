package dev.riffle.parse;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The unused memory of earlier parses, for the next parses of one parser. Threads that parse at the same time usually
 * use different slots. Thread-safe.
 */
final class IdleMemory<B> {

    private final AtomicReferenceArray<@Nullable B> slots =
            new AtomicReferenceArray<>(Runtime.getRuntime().availableProcessors());

    /** Returns memory that no other caller uses, or null. */
    @Nullable
    B take() {
        int first = slot();
        for (int i = 0; i < slots.length(); i++) {
            int slot = (first + i) % slots.length();
            B found = slots.get(slot) == null ? null : slots.getAndSet(slot, null);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Keeps memory for a later call of {@link #take}, unless other threads have filled all slots. */
    void keep(B memory) {
        int first = slot();
        for (int i = 0; i < slots.length(); i++) {
            if (slots.compareAndSet((first + i) % slots.length(), null, memory)) {
                return;
            }
        }
    }

    private int slot() {
        return (int) (Thread.currentThread().getId() % slots.length());
    }
}
