package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What is left of one epoch: places of its order. They are numbered from 0 on, and the workers of a group take them in turn.
 *
 * <p>Without a level that is all places. Each time the number of workers changes, a level is put on top: of what was left
 * before, the places that its workers had not yet taken, and behind them those that were taken but given back, because
 * they were still held in buffers. So it grows with the changes and the buffers, not with the records.
 */
final class EpochRest {

    private static final StateKey<List<Long>> TAKEN = StateKey.count("taken").list();
    private static final StateKey<List<Long>> RETURNED =
            StateKey.count("returned").list();

    /**
     * One change.
     *
     * @param taken how many places each of the workers before the change had taken; nothing below counts if it is empty
     * @param returned places that were taken and given back
     */
    record Level(long[] taken, long[] returned) {

        /** How many of {@code size} places one of the workers has not taken. */
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

    /** How many places are left on each level, those below the first included. */
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

    /** All of an epoch. */
    static EpochRest whole(long records) {
        return new EpochRest(records, List.of());
    }

    /** How many of {@code size} places one worker gets. */
    static long share(long size, int worker, int workers) {
        return size <= worker ? 0 : (size - worker - 1) / workers + 1;
    }

    /** How many places are left. */
    long size() {
        return sizes[levels.size()];
    }

    boolean isWhole() {
        return levels.isEmpty();
    }

    /** The place in the epoch's order of the one of the places left with this number. */
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

    /** What is left when each worker has taken so many of these places, and some were given back. */
    EpochRest after(long[] taken, long[] returned) {
        Level level = new Level(taken, returned);
        if (level.untaken(size()) == 0) {
            // What was below is of no more use.
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

    /** Returns the levels, for a checkpoint. */
    List<State> states() {
        return levels.stream()
                .map(level -> State.empty()
                        .with(TAKEN, LongStream.of(level.taken()).boxed().toList())
                        .with(RETURNED, LongStream.of(level.returned()).boxed().toList()))
                .toList();
    }

    /** Returns the rest whose levels {@link #states} gave. */
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
