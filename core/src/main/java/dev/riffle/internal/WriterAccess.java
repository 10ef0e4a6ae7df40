package dev.riffle.internal;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.util.ConcurrentModificationException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Decides which call may use a writer, and whether the writer may still publish its output. One call at a time may use
 * a writer. The first failure is permanent: every later call throws, with this failure as the cause.
 *
 * <p>Unlike {@link OverlapDetector}, this class never misses an overlap and keeps the overlapping call out of the
 * writer, because a published file must be correct.
 */
public final class WriterAccess {

    private enum State {
        OPEN,
        COMMITTED,
        CLOSED
    }

    /** The name of the output, for messages. */
    private final String name;

    /** The thread that is in a call, or null. Only this thread writes {@link #state}. */
    private final AtomicReference<@Nullable Thread> caller = new AtomicReference<>();

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private volatile State state = State.OPEN;

    /** The last attempt of another thread to close the output during a call, or null. */
    private volatile @Nullable Overlap closing;

    private record Overlap(Closeable output, ConcurrentModificationException thrown) {}

    public WriterAccess(String name) {
        this.name = name;
    }

    /** Returns whether the output is neither committed nor closed. Any thread may call this method. */
    public boolean isOpen() {
        return state == State.OPEN;
    }

    /**
     * Begins a call. After this method, the caller must call {@link #end}, {@link #fail} or {@link #commit}.
     *
     * @throws IllegalStateException if the writer is committed or closed, or an earlier call has failed
     * @throws ConcurrentModificationException if another call is in progress. The writer has then failed
     */
    public void begin() {
        enter();
        Throwable first = failure.get();
        if (first == null && state == State.OPEN) {
            return;
        }
        State now = state;
        caller.set(null);
        if (now != State.OPEN) {
            throw new IllegalStateException(
                    name + ": the writer is " + (now == State.COMMITTED ? "committed" : "closed"));
        }
        throw new IllegalStateException(
                name + ": an earlier write or commit failed, so the output is incomplete; write it again", first);
    }

    /**
     * Flushes an intact writer before {@link #close} discards its output. A stream keeps the bytes that it received, so
     * they must end after a complete record. Has no effect after a failure, a commit or a close, or during a call.
     *
     * @return the failure of the flush
     */
    public Optional<Throwable> flushIntact(Flushable output) {
        if (!caller.compareAndSet(null, Thread.currentThread())) {
            return Optional.empty();
        }
        try {
            if (state == State.OPEN && failure.get() == null) {
                output.flush();
            }
            return Optional.empty();
        } catch (Throwable e) {
            return Optional.of(e);
        } finally {
            leave();
        }
    }

    private void enter() {
        if (!caller.compareAndSet(null, Thread.currentThread())) {
            ConcurrentModificationException overlap = new ConcurrentModificationException(
                    name + ": calls of the writer overlap; one thread at a time may use a writer");
            failure.compareAndSet(null, overlap);
            throw overlap;
        }
    }

    /** Ends a call that left the writer intact. */
    public void end() {
        leave();
    }

    /** Ends a call that failed. The writer cannot publish its output any more. */
    public void fail(Throwable e) {
        failure.compareAndSet(null, e);
        leave();
    }

    /** Lets the next caller in, or closes the output if another thread wanted to close it during the call. */
    private void leave() {
        caller.set(null);
        Overlap late = closing;
        if (late != null && caller.compareAndSet(null, Thread.currentThread())) {
            try {
                close(late.output());
            } catch (IOException | RuntimeException e) {
                late.thrown().addSuppressed(e);
            }
        }
    }

    /** Ends a call that has published the output. */
    public void commit() {
        state = State.COMMITTED;
        leave();
    }

    /**
     * Closes the output. A call of the same thread that did not end, because an exception left it, ends here.
     *
     * @throws ConcurrentModificationException if another thread is in a call. The end of this call closes the output
     * @throws IOException if the output cannot be closed or discarded
     */
    public Closing close(Closeable output) throws IOException {
        if (caller.get() != Thread.currentThread()) {
            enterToClose(output);
        }
        State before = state;
        state = State.CLOSED;
        try {
            if (before != State.CLOSED) {
                output.close();
            }
        } finally {
            closing = null;
            caller.set(null);
        }
        return switch (before) {
            case OPEN -> Closing.DISCARDED;
            case COMMITTED -> Closing.PUBLISHED;
            case CLOSED -> Closing.REPEATED;
        };
    }

    /**
     * Closes an output that its caller abandons.
     *
     * @throws IllegalStateException if the output is committed and not closed
     */
    public void discard(Closeable output) throws IOException {
        if (state == State.COMMITTED) {
            throw new IllegalStateException(name + ": the writer is committed, so its output stays");
        }
        Closing unused = close(output);
    }

    private void enterToClose(Closeable output) {
        try {
            enter();
        } catch (ConcurrentModificationException overlap) {
            closing = new Overlap(output, overlap);
            // The call may have ended before it could see the request.
            if (!caller.compareAndSet(null, Thread.currentThread())) {
                throw overlap;
            }
        }
    }

    /** The result of a close. */
    public enum Closing {
        DISCARDED,
        PUBLISHED,
        REPEATED
    }
}
