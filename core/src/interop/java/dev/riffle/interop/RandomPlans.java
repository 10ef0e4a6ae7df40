package dev.riffle.interop;

import dev.riffle.interop.PipelinePlan.Op;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Creates random plans for which Riffle and TensorFlow must deliver the same elements, at any speed. A prefetch follows
 * only operations whose elements do not depend on the progress of a reader.
 */
final class RandomPlans {

    private static final int MOST_STAGES = 12;
    private static final int MOST_DIMENSIONS = 3;

    /** The operations whose random numbers depend on the number of previous passes. */
    private static final Set<Op> RANDOM = EnumSet.of(Op.SHUFFLE, Op.RANDOM);

    /** The operations that begin passes over their inputs while they run, or that store their position. */
    private static final Set<Op> BEGINNING = EnumSet.of(Op.REPEAT, Op.CONCATENATE, Op.SHUFFLE);

    private final Random random;
    private final List<List<Long>> files;

    /** Creates plans over files. Each inner list contains the files of one compression. */
    RandomPlans(Random random, List<List<Long>> files) {
        this.random = random;
        this.files = files;
    }

    /** Returns the next random plan. */
    PipelinePlan next() {
        PipelinePlan plan = source();
        for (int stages = 1 + random.nextInt(7); stages > 0; stages--) {
            plan = then(plan);
        }
        return plan;
    }

    private PipelinePlan source() {
        int kind = random.nextInt(12);
        if (kind == 0) {
            long rerandomized = flag();
            PipelinePlan numbers =
                    plan(Op.RANDOM, List.of((long) random.nextInt(3), 1L + random.nextInt(9), rerandomized), List.of());
            return random.nextInt(4) == 0 ? numbers : plan(Op.TAKE, List.of(small()), List.of(numbers));
        }
        if (kind < 3) {
            List<Long> some = new ArrayList<>();
            List<Long> same = files.get(random.nextInt(files.size()));
            for (int i = random.nextInt(3); i >= 0; i--) {
                some.add(same.get(random.nextInt(same.size())));
            }
            return plan(Op.RECORDS, some, List.of());
        }
        long step = random.nextInt(5) == 0 ? -1 - random.nextInt(2) : 1 + random.nextInt(2);
        long start = random.nextInt(10);
        long count = random.nextInt(8) == 0 ? random.nextInt(2) : 2 + random.nextInt(8);
        return plan(Op.RANGE, List.of(start, start + count * step, step), List.of());
    }

    private PipelinePlan then(PipelinePlan input) {
        List<PipelinePlan> one = List.of(input);
        int kind = random.nextInt(24);
        if (mayFail(input) && (kind == 2 || kind == 3 || kind == 20 || kind == 21)) {
            return input;
        }
        return switch (kind) {
            case 0, 1 -> plan(Op.TAKE, List.of(small()), one);
            case 2 -> plan(Op.SKIP, List.of(small()), one);
            case 3 -> shard(input);
            case 4, 5, 6, 7 -> plan(Op.REPEAT, List.of(count()), one);
            case 8, 9, 10, 11 -> shuffle(input);
            case 12, 13, 14 -> batch(input);
            case 15 -> orSame(Op.UNBATCH, List.of(), one);
            case 16 -> orSame(Op.REBATCH, List.of(1L + random.nextInt(4), flag()), one);
            case 17, 18 -> plan(Op.CACHE, List.of(), one);
            case 19 -> mayBeReadAhead(input) ? plan(Op.PREFETCH, List.of((long) random.nextInt(4)), one) : input;
            case 20 -> plan(Op.ENUMERATE, List.of((long) random.nextInt(4)), one);
            case 21 -> two(Op.ZIP, input);
            case 22 -> two(Op.CONCATENATE, input);
            default -> choose(input);
        };
    }

    private PipelinePlan shard(PipelinePlan input) {
        long shards = 1 + random.nextInt(3);
        return plan(Op.SHARD, List.of(shards, (long) random.nextInt((int) shards)), List.of(input));
    }

    private PipelinePlan shuffle(PipelinePlan input) {
        long buffer = random.nextInt(6) == 0 ? 100 : 1 + random.nextInt(8);
        long reshuffles = random.nextInt(4) == 0 ? 0 : 1;
        return plan(
                Op.SHUFFLE,
                List.of(buffer, (long) random.nextInt(3), 1L + random.nextInt(9), reshuffles),
                List.of(input));
    }

    private PipelinePlan batch(PipelinePlan input) {
        if (input.form.components().stream().anyMatch(tensor -> tensor.shape().numDimensions() == MOST_DIMENSIONS)) {
            return input;
        }
        Op op = random.nextInt(3) == 0 ? Op.PADDED_BATCH : Op.BATCH;
        return plan(op, List.of(1L + random.nextInt(4), flag()), List.of(input));
    }

    /** Combines this plan with another plan, which is sometimes the same dataset. */
    private PipelinePlan two(Op op, PipelinePlan input) {
        for (int tries = 0; tries < 10; tries++) {
            PipelinePlan other = random.nextInt(4) == 0 ? input : random.nextBoolean() ? next() : then(input);
            List<PipelinePlan> inputs = random.nextBoolean() ? List.of(input, other) : List.of(other, input);
            PipelinePlan both = PipelinePlan.of(op, List.of(), inputs).orElse(input);
            if (both != input && both.size() <= MOST_STAGES && !isRejected(both) && (op != Op.ZIP || !mayFail(other))) {
                return both;
            }
        }
        return input;
    }

    /**
     * Returns whether TensorFlow rejects the plan. TensorFlow does not know the rank of batches of records and random
     * numbers, and treats these batches as scalars here.
     */
    private static boolean isRejected(PipelinePlan plan) {
        return plan.op == Op.CONCATENATE
                && has(plan, EnumSet.of(Op.RECORDS, Op.RANDOM))
                && plan.form.components().stream()
                        .anyMatch(tensor -> tensor.shape().numDimensions() > 0);
    }

    private PipelinePlan choose(PipelinePlan input) {
        PipelinePlan other = random.nextBoolean() ? input : then(input);
        // Sometimes allows one number too many, which is an error.
        long choices = random.nextInt(6) == 0 ? 3 : 2;
        PipelinePlan chosen = plan(Op.RANGE, List.of(0L, choices, 1L), List.of());
        chosen = plan(Op.REPEAT, List.of(2L + random.nextInt(5)), List.of(chosen));
        chosen = random.nextBoolean() ? shuffle(chosen) : chosen;
        PipelinePlan both = PipelinePlan.of(Op.CHOOSE, List.of(flag()), List.of(input, other, chosen))
                .orElse(input);
        return both.size() <= MOST_STAGES ? both : input;
    }

    private static PipelinePlan orSame(Op op, List<Long> numbers, List<PipelinePlan> inputs) {
        return PipelinePlan.of(op, numbers, inputs).orElse(inputs.get(0));
    }

    private static PipelinePlan plan(Op op, List<Long> numbers, List<PipelinePlan> inputs) {
        return PipelinePlan.of(op, numbers, inputs).orElseThrow();
    }

    private static boolean mayBeReadAhead(PipelinePlan plan) {
        return !has(plan, EnumSet.of(Op.CACHE)) && !beginsRandomPasses(plan);
    }

    private static boolean beginsRandomPasses(PipelinePlan plan) {
        // A shuffle in the plan itself begins with the pass, so the result depends only on the inputs.
        return plan.inputs.stream()
                .anyMatch(input -> BEGINNING.contains(plan.op) && has(input, RANDOM) || beginsRandomPasses(input));
    }

    /**
     * Returns whether the plan may fail. Such plans contain no skip, shard or zip. After a failure, TensorFlow does not
     * remember how many elements it has skipped. Its zip treats the failure of a last batch as the end.
     */
    private static boolean mayFail(PipelinePlan plan) {
        boolean fails = switch (plan.op) {
            case BATCH -> !isStatic(plan.input());
            case REBATCH ->
                plan.form.components().stream()
                        .anyMatch(tensor -> tensor.shape().numDimensions() > 1);
            case CHOOSE -> plan.inputs.get(2).toString().startsWith("range(0, 3");
            default -> false;
        };
        return fails || plan.inputs.stream().anyMatch(RandomPlans::mayFail);
    }

    /**
     * Returns whether a run may deliver other elements after a checkpoint. The reason is a cache that draws its seeds
     * in turns with another user of the same shuffle.
     */
    static boolean mayResumeElsewhere(PipelinePlan plan) {
        List<PipelinePlan> randoms = new ArrayList<>();
        addRandoms(plan, randoms);
        return has(plan, EnumSet.of(Op.CACHE))
                && randoms.size() > Set.copyOf(randoms).size();
    }

    private static void addRandoms(PipelinePlan plan, List<PipelinePlan> randoms) {
        if (RANDOM.contains(plan.op)) {
            randoms.add(plan);
        }
        plan.inputs.forEach(input -> addRandoms(input, randoms));
    }

    private static boolean isStatic(PipelinePlan plan) {
        return plan.form.components().stream().allMatch(tensor -> tensor.shape().size() >= 0);
    }

    private static boolean has(PipelinePlan plan, Set<Op> ops) {
        return ops.contains(plan.op) || plan.inputs.stream().anyMatch(input -> has(input, ops));
    }

    /** Returns a number of elements: sometimes zero, sometimes all elements. */
    private long small() {
        return random.nextInt(10) == 0 ? random.nextInt(2) - 1 : 1 + random.nextInt(12);
    }

    /** Returns a number of passes: sometimes zero, sometimes infinite. */
    private long count() {
        int kind = random.nextInt(10);
        return kind == 0 ? 0 : kind < 4 ? -1 : 1 + random.nextInt(3);
    }

    private long flag() {
        return random.nextInt(2);
    }
}
