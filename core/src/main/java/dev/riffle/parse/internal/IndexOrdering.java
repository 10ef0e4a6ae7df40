package dev.riffle.parse.internal;

/**
 * Sorts entries with several coordinates by the first coordinate, then by the second, and so on. The sort is a stable
 * bottom-up merge sort over positions. It creates no object for an entry, and skips ranges that are already sorted.
 */
public final class IndexOrdering {

    private final long[][] coordinates;
    private int[] order;
    private int[] spare;

    /** Creates an ordering of entries whose coordinate {@code d} is {@code coordinates[d][i]}. */
    public IndexOrdering(long[][] coordinates) {
        this.coordinates = coordinates;
        this.order = new int[coordinates[0].length];
        this.spare = new int[0];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
    }

    /** Returns the positions in sorted order. */
    public int[] order() {
        return order;
    }

    /**
     * Sorts the positions from {@code from}, inclusive, to {@code to}, exclusive. Returns whether a position changed.
     */
    public boolean sort(int from, int to) {
        if (isSorted(from, to)) {
            return false;
        }
        if (spare.length == 0) {
            spare = new int[order.length];
        }
        long size = (long) to - from;
        for (long width = 1; width < size; width *= 2) {
            for (long begin = from; begin < to; begin += 2 * width) {
                merge((int) begin, (int) Math.min(begin + width, to), (int) Math.min(begin + 2 * width, to));
            }
            System.arraycopy(spare, from, order, from, to - from);
        }
        return true;
    }

    private boolean isSorted(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (compare(order[i - 1], order[i]) > 0) {
                return false;
            }
        }
        return true;
    }

    private void merge(int from, int middle, int to) {
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft = right >= to || (left < middle && compare(order[left], order[right]) <= 0);
            spare[i] = takeLeft ? order[left++] : order[right++];
        }
    }

    private int compare(int a, int b) {
        for (long[] coordinate : coordinates) {
            int compared = Long.compare(coordinate[a], coordinate[b]);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }
}
