package dev.riffle.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Collects the key hashes and the numbers of the records with a key, during a scan. */
final class KeyCollector {

    static final int MAX = Integer.MAX_VALUE - 8;
    private static final int FIRST_CAPACITY = 256;

    private final Optional<KeyRuns> runs;
    private final int most;
    private final List<KeyRuns.Run> added = new ArrayList<>();
    private long[] hashes = new long[FIRST_CAPACITY];
    private int[] records = new int[FIRST_CAPACITY];
    private int count;
    private int kinds;

    /** Creates a collector that adds its keys to these runs if they are too many, or keeps all keys in memory. */
    KeyCollector(Optional<KeyRuns> runs) {
        this.runs = runs;
        this.most = runs.map(KeyRuns::mostKeys).orElse(MAX);
    }

    /** Adds the key of a record. {@code kind} is a constant of {@code IndexKey}. */
    void add(long hash, int record, int kind) throws IOException {
        kinds |= 1 << kind;
        add(hash, record);
    }

    private void add(long hash, int record) throws IOException {
        if (count == most) {
            endRun();
        }
        if (count == hashes.length) {
            int grown = (int) Math.min(count + (count >> 1) + 1L, most);
            hashes = Arrays.copyOf(hashes, grown);
            records = Arrays.copyOf(records, grown);
        }
        hashes[count] = hash;
        records[count++] = record;
    }

    private void endRun() throws IOException {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a file must not have more than " + MAX + " keys");
        }
        added.add(runs.get().add(inMemory("")));
        hashes = new long[FIRST_CAPACITY];
        records = new int[FIRST_CAPACITY];
        count = 0;
    }

    /** Adds the keys of the following records. The number of the first of these records is {@code first}. */
    void addAll(KeyCollector next, long first) throws IOException {
        kinds |= next.kinds;
        next.added.forEach(run -> added.add(run.after(first)));
        for (int i = 0; i < next.count; i++) {
            add(next.hashes[i], Math.toIntExact(first + next.records[i]));
        }
    }

    /** Returns all keys in order. If keys are in runs, the caller reads each block of keys once, in order. */
    KeyColumn sorted(String feature) throws IOException {
        if (added.isEmpty()) {
            return inMemory(feature);
        }
        if (count > 0) {
            endRun();
        }
        long keys = added.stream().mapToLong(KeyRuns.Run::keys).sum();
        return new KeyColumn(feature, kinds, keys, runs.orElseThrow().merged(added));
    }

    private KeyColumn inMemory(String feature) {
        return KeyColumn.sorted(feature, kinds, Arrays.copyOf(hashes, count), Arrays.copyOf(records, count));
    }
}
