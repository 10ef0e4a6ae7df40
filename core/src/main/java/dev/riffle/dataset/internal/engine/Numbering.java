package dev.riffle.dataset.internal.engine;

/**
 * The numbers of a dataset's elements in the dataset before its division among workers. So the elements of different
 * workers have different numbers.
 *
 * @param first the number of the first element of a run
 * @param step the distance between the numbers of consecutive elements
 * @param isInLineages whether lineages hold better numbers: the first place in a lineage is the epoch and the number in
 *     the epoch, for any number of workers
 */
public record Numbering(long first, long step, boolean isInLineages) {

    /** The numbers from 0. */
    static final Numbering UNDIVIDED = new Numbering(0, 1, false);

    /** Returns the numbers of the elements that a shard selects. */
    public Numbering shard(long numShards, long index) {
        return new Numbering(first + index * step, numShards * step, isInLineages);
    }

    /** Returns these numbers for a stage whose lineages do not determine one element of one pass. */
    public Numbering counted() {
        return new Numbering(first, step, false);
    }

    /** Returns the number of the element after the first {@code count} elements of a run. */
    public long number(long count) {
        return first + count * step;
    }
}
