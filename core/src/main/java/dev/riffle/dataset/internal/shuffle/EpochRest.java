package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The remaining places of one epoch's order. Their numbers begin at 0. The workers of a group take the remaining places
 * in turn.
 *
 * <p>Without a level, all places remain. Each change of the number of workers adds a level. The level first contains
 * the places of the level below that the workers had not taken. Then it contains the places that the workers had taken
 * and returned. A worker returns a place if a buffer still held the place's record. So the size depends on the number
 * of changes and the sizes of buffers, not on the number of records.
 */
final class EpochRest {

    private static final Member<List<Long>> TAKEN = Member.count("taken").list();
    private static final Member<List<Long>> RETURNED = Member.count("returned").list();

    /**
     * A change of the number of workers.
     *
     * @param taken the number of places that each worker had taken before; if empty, the level ignores the levels below
     *     it
     * @param returned the places that workers had taken and returned
     */
    record Level(long[] taken, long[] returned) {

        /** Returns the number of places in a worker's share of {@code size} places that the worker has not taken. */
        private long left(long size, int worker) {
            return share(size, worker, taken.length) - taken[worker];
        }

        private long untaken(long size) {
            long sum = 0;
            for (int worker = 0; worker < taken.length; worker++) {
                sum += left(size, worker);
            }
            return sum;
        }
    }

    private final long records;
    private final List<Level> levels;

    /** The number of remaining places on each level; the first entry is the number of records. */
    private final long[] sizes;

    private EpochRest(long records, List<Level> levels) {
        this.records = records;
        this.levels = levels;
        this.sizes = new long[levels.size() + 1];
        sizes[0] = records;
        for (int i = 0; i < levels.size(); i++) {
            sizes[i + 1] = levels.get(i).untaken(sizes[i]) + levels.get(i).returned().length;
        }
    }

    /** Returns the rest of an epoch that has not begun. */
    static EpochRest complete(long records) {
        return new EpochRest(records, List.of());
    }

    /** Returns the number of places in one worker's share of {@code size} places. */
    static long share(long size, int worker, int workers) {
        return size <= worker ? 0 : (size - worker - 1) / workers + 1;
    }

    /** Returns the number of remaining places. */
    long size() {
        return sizes[levels.size()];
    }

    boolean isComplete() {
        return levels.isEmpty();
    }

    /** Returns the position in the epoch's order of the remaining place with this number. */
    long place(long number) {
        long at = number;
        for (int i = levels.size() - 1; i >= 0; i--) {
            Level level = levels.get(i);
            long below = sizes[i + 1] - level.returned().length;
            if (at >= below) {
                return level.returned()[(int) (at - below)];
            }
            int worker = 0;
            for (long left = level.left(sizes[i], 0); at >= left; left = level.left(sizes[i], worker)) {
                at -= left;
                worker++;
            }
            at = worker + (level.taken()[worker] + at) * level.taken().length;
        }
        return at;
    }

    /** Returns the places that remain after the workers have taken some places and returned others. */
    EpochRest after(long[] taken, long[] returned) {
        Level level = new Level(taken, returned);
        if (level.untaken(size()) == 0) {
            // No place of the levels below remains.
            return new EpochRest(records, List.of(new Level(new long[0], returned)));
        }
        boolean nothing = returned.length == 0 && Arrays.stream(taken).allMatch(count -> count == 0);
        if (nothing) {
            return this;
        }
        List<Level> more = new ArrayList<>(levels);
        more.add(level);
        return new EpochRest(records, List.copyOf(more));
    }

    /** Returns the levels in their form for a checkpoint. */
    List<State> states() {
        return levels.stream()
                .map(level -> State.empty()
                        .with(TAKEN, LongStream.of(level.taken()).boxed().toList())
                        .with(RETURNED, LongStream.of(level.returned()).boxed().toList()))
                .toList();
    }

    /** Returns the rest from the levels that {@link #states} returned. */
    static EpochRest of(List<State> states, long records) {
        List<Level> levels = new ArrayList<>();
        long size = records;
        for (State state : states) {
            Level level = new Level(array(state.get(TAKEN)), array(state.get(RETURNED)));
            check(state, level, size, records);
            size = level.untaken(size) + level.returned().length;
            levels.add(level);
        }
        return new EpochRest(records, levels);
    }

    private static long[] array(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private static void check(State state, Level level, long size, long records) {
        for (int worker = 0; worker < level.taken().length; worker++) {
            if (level.left(size, worker) < 0) {
                throw state.damaged(TAKEN, "parts of " + size + " records");
            }
        }
        for (long place : level.returned()) {
            if (place >= records) {
                throw state.damaged(RETURNED, "places below " + records);
            }
        }
    }
}
