package dev.riffle.rewrite;

import java.util.Arrays;

/**
 * Keeps the numbers with the smallest hashes, in a heap with the largest hash at the top, with 16 bytes for each
 * number.
 */
final class SmallestHashes {

    private final int max;
    private long[] hashes = new long[16];
    private long[] numbers = new long[16];
    private int size;

    SmallestHashes(int max) {
        this.max = max;
    }

    /** Adds a number. Returns the dropped number, which may be {@code number}; -1 if all numbers are kept. */
    long offer(long hash, long number) {
        if (size < max) {
            makeRoom();
            up(size++, hash, number);
            return -1;
        }
        if (max == 0 || !before(hash, number, hashes[0], numbers[0])) {
            return number;
        }
        long dropped = numbers[0];
        down(hash, number);
        return dropped;
    }

    private void makeRoom() {
        if (size == hashes.length) {
            int room = (int) Math.min(max, Math.min(2L * size, Integer.MAX_VALUE - 8));
            hashes = Arrays.copyOf(hashes, room);
            numbers = Arrays.copyOf(numbers, room);
        }
    }

    /** Returns the kept numbers in ascending order. */
    long[] numbers() {
        long[] sorted = Arrays.copyOf(numbers, size);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Compares hashes; for equal hashes, which are very rare, compares numbers. */
    private static boolean before(long hash, long number, long otherHash, long otherNumber) {
        return hash != otherHash ? hash < otherHash : number < otherNumber;
    }

    private void up(int from, long hash, long number) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!before(hashes[parent], numbers[parent], hash, number)) {
                break;
            }
            hashes[at] = hashes[parent];
            numbers[at] = numbers[parent];
            at = parent;
        }
        hashes[at] = hash;
        numbers[at] = number;
    }

    private void down(long hash, long number) {
        int at = 0;
        while (at < size >>> 1) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(hashes[child], numbers[child], hashes[child + 1], numbers[child + 1])) {
                child++;
            }
            if (!before(hash, number, hashes[child], numbers[child])) {
                break;
            }
            hashes[at] = hashes[child];
            numbers[at] = numbers[child];
            at = child;
        }
        hashes[at] = hash;
        numbers[at] = number;
    }
}
