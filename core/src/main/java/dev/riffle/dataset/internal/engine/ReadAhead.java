package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs a stage ahead of its consumer, by a bounded number of elements.
 *
 * <p>The producer is a short task. It fills the buffer and returns when the buffer is full. The consumer submits the
 * producer again when at most half of the buffer is left. If the buffer is empty, the consumer waits for a running
 * producer. If no producer runs, the consumer pulls one element from the input itself. So an executor that is busy or
 * rejects the task never blocks a consumer. Only the thread that has set the state {@code RUNNING} uses the input: the
 * producer's thread or the consumer's thread.
 *
 * <p>One thread writes the buffer and one thread reads it, without a lock. An entry is visible when its segment counts
 * the entry. The lock protects changes of the state and waiting. {@code filled} and {@code waiting} are volatile, so
 * either the producer sees the consumer wait or the consumer sees the entry.
 */
public final class ReadAhead<T> extends InputBuffer<T> {

    private static final int SEGMENT = 64;

    private enum Producer {
        IDLE,
        SUBMITTED,
        RUNNING
    }

    private static final class Segment<T> {
        private final @Nullable Object[] entries = new @Nullable Object[SEGMENT];
        private volatile int filled;
        private volatile @Nullable Segment<T> next;
    }

    private final Executor executor;
    private final long capacity;
    private final ConsumerSignal signal;

    private volatile Producer producer = Producer.IDLE;
    private volatile boolean stop;

    // Guarded by the lock.
    private boolean submitted;
    private boolean rejected;
    private boolean closed;
    private @Nullable Thread runner;
    private boolean interrupted;

    // Used by the producer, and by the consumer while the producer is idle.
    private Segment<T> tail;
    private long produced;
    private boolean exhausted;

    // Used by the consumer.
    private Segment<T> head;
    private int position;
    private boolean ended;
    private final AtomicLong consumed = new AtomicLong();

    private @Nullable BufferedElement<T> delivered;

    public ReadAhead(Node<T> dataset, Stage<T> input, Executor executor, long capacity, ConsumerSignal signal) {
        super(dataset, input);
        this.executor = executor;
        this.capacity = capacity;
        this.signal = signal;
        this.head = new Segment<>();
        this.tail = head;
    }

    /** Waits for the next element or failure. Returns the element, or null at the end. */
    @Override
    public @Nullable T next() throws Exception {
        delivered = take();
        return delivered == null ? null : delivered.get();
    }

    @Override
    public ElementLineage lineage() {
        return BufferedElement.lineageOf(delivered);
    }

    private @Nullable BufferedElement<T> take() throws InterruptedException {
        if (ended) {
            return null;
        }
        BufferedElement<T> entry = poll();
        if (entry == null) {
            entry = awaitOrMake();
        }
        if (isEnd(entry)) {
            ended = true;
            return null;
        }
        if (producer == Producer.IDLE && !exhausted && produced - consumed.get() <= capacity / 2) {
            submit();
        }
        return entry;
    }

    /** Returns whether {@link #next} can return an element, a failure or the end without waiting. */
    public boolean isReady() {
        Segment<T> next = head.next;
        return ended || position < head.filled || (position == SEGMENT && next != null && next.filled > 0);
    }

    /** Returns whether {@link #next} would pull the next element from the input itself. */
    public boolean isIdle() {
        return producer != Producer.RUNNING;
    }

    /** Starts the producer, before the consumer requests the first element. */
    public void begin() {
        if (producer == Producer.IDLE && !exhausted) {
            submit();
        }
    }

    private @Nullable BufferedElement<T> poll() {
        if (position == SEGMENT) {
            Segment<T> next = head.next;
            if (next == null) {
                return null;
            }
            head = next;
            position = 0;
        }
        if (position == head.filled) {
            return null;
        }
        BufferedElement<T> entry = entry(head, position);
        head.entries[position++] = null;
        consumed.lazySet(consumed.getPlain() + 1);
        return entry;
    }

    @SuppressWarnings("unchecked")
    private static <T> BufferedElement<T> entry(Segment<T> segment, int index) {
        Object entry = segment.entries[index];
        if (entry == null) {
            throw new AssertionError("an entry was taken twice");
        }
        return (BufferedElement<T>) entry;
    }

    private BufferedElement<T> awaitOrMake() throws InterruptedException {
        signal.lock();
        try {
            for (; ; ) {
                signal.waiting(true);
                BufferedElement<T> entry = poll();
                if (entry != null) {
                    return entry;
                }
                if (producer != Producer.RUNNING) {
                    producer = Producer.RUNNING;
                    break;
                }
                signal.await();
            }
        } finally {
            signal.waiting(false);
            signal.unlock();
        }
        BufferedElement<T> made = make();
        exhausted = isEnd(made);
        signal.lock();
        producer = Producer.IDLE;
        signal.unlock();
        return made;
    }

    private void submit() {
        signal.lock();
        try {
            if (producer != Producer.IDLE || closed || rejected) {
                return;
            }
            producer = Producer.SUBMITTED;
            if (submitted) {
                // An earlier task is still in the executor's queue and will do this work.
                return;
            }
            submitted = true;
        } finally {
            signal.unlock();
        }
        try {
            executor.execute(this::produce);
        } catch (RuntimeException | Error e) {
            // The executor may also have no free threads. The consumer then pulls its elements itself.
            signal.lock();
            rejected = true;
            submitted = false;
            producer = Producer.IDLE;
            signal.unlock();
        }
    }

    private void produce() {
        signal.lock();
        try {
            submitted = false;
            if (producer != Producer.SUBMITTED) {
                return;
            }
            producer = Producer.RUNNING;
            runner = Thread.currentThread();
        } finally {
            signal.unlock();
        }
        try {
            while (!stop
                    && !exhausted
                    && produced - consumed.get() < capacity
                    && !Thread.currentThread().isInterrupted()) {
                BufferedElement<T> made = make();
                if (made.failure() instanceof Exception failure && Stage.isInterruption(failure)) {
                    // The next run of the producer requests the element again, so no element is lost.
                    break;
                }
                exhausted = isEnd(made);
                hold(made);
            }
        } finally {
            signal.lock();
            if (interrupted) {
                // The interrupt was for this task. It must not reach the next task of the thread.
                Thread.interrupted();
            }
            runner = null;
            producer = Producer.IDLE;
            signal.signal();
            signal.unlock();
        }
    }

    private BufferedElement<T> make() {
        try {
            T element = input().next();
            return element == null
                    ? new BufferedElement<>(null, null, null)
                    : BufferedElement.of(element, input().lineage());
        } catch (Throwable e) {
            return BufferedElement.failed(e);
        }
    }

    private static boolean isEnd(BufferedElement<?> entry) {
        return entry.element() == null && entry.failure() == null;
    }

    @Override
    protected void hold(BufferedElement<T> entry) {
        int filled = tail.filled;
        if (filled == SEGMENT) {
            Segment<T> next = new Segment<>();
            tail.next = next;
            tail = next;
            filled = 0;
        }
        tail.entries[filled] = entry;
        tail.filled = filled + 1;
        produced++;
        signal.signalIfWaiting();
    }

    @Override
    protected Collection<? extends BufferedElement<?>> held() {
        pause();
        List<BufferedElement<T>> buffered = new ArrayList<>();
        int from = position;
        for (Segment<T> segment = head; segment != null; segment = segment.next) {
            for (int i = from; i < segment.filled; i++) {
                BufferedElement<T> entry = entry(segment, i);
                if (!isEnd(entry)) {
                    buffered.add(entry);
                }
            }
            from = 0;
        }
        return buffered;
    }

    /**
     * Waits until the producer has ended, between two elements. The producer starts again when the consumer continues.
     */
    private void pause() {
        signal.lock();
        try {
            stop = true;
            if (producer == Producer.SUBMITTED) {
                producer = Producer.IDLE;
            }
            while (producer == Producer.RUNNING) {
                signal.awaitUninterruptibly();
            }
            stop = closed;
        } finally {
            signal.unlock();
        }
    }

    /** Interrupts the producer, waits until it has ended, and closes the input. */
    @Override
    public void close() throws IOException {
        signal.lock();
        try {
            closed = true;
            if (runner != null) {
                interrupted = true;
                runner.interrupt();
            }
        } finally {
            signal.unlock();
        }
        pause();
        super.close();
    }
}
