package dev.riffle.index;

import dev.riffle.RecordReaderOptions;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How an index comes about: whether side files are believed and written, and what they hold.
 *
 * <p>Immutable; each method gives other options.
 */
public final class IndexOptions {

    /** What is done with side files. */
    enum SideFiles {
        READ,
        READ_AND_WRITE,
        WRITE
    }

    private static final IndexOptions DEFAULTS = new IndexOptions(
            SideFiles.READ,
            Optional.empty(),
            Runtime.getRuntime().availableProcessors(),
            note -> {},
            RecordReaderOptions.defaults());

    private final SideFiles sideFiles;
    private final Optional<String> key;
    private final int threads;
    private final Consumer<String> notes;
    private final RecordReaderOptions reading;

    private IndexOptions(
            SideFiles sideFiles,
            Optional<String> key,
            int threads,
            Consumer<String> notes,
            RecordReaderOptions reading) {
        this.sideFiles = sideFiles;
        this.key = key;
        this.threads = threads;
        this.notes = notes;
        this.reading = reading;
    }

    /** Uses side files that are fresh, writes none, has no keys, uses all processors, and tells nobody of stale ones. */
    public static IndexOptions defaults() {
        return DEFAULTS;
    }

    /** Writes a side file for each file that had to be walked. Where that fails the index is there all the same, and a note says so. */
    public IndexOptions writeSideFiles() {
        return new IndexOptions(SideFiles.READ_AND_WRITE, key, threads, notes, reading);
    }

    /** As {@link #writeSideFiles()}, and walks every file, however fresh its side file is. */
    public IndexOptions rebuildSideFiles() {
        return new IndexOptions(SideFiles.WRITE, key, threads, notes, reading);
    }

    /**
     * Has keys: the value of this feature, one int64 or one bytes value, finds its record. A side file without them, or with
     * those of another feature, is as good as none.
     *
     * @param feature the name of a feature of Examples or OFRecords
     */
    public IndexOptions key(String feature) {
        return new IndexOptions(sideFiles, Optional.of(feature), threads, notes, reading);
    }

    /**
     * Builds with so many threads.
     *
     * @throws IllegalArgumentException if there are none
     */
    public IndexOptions threads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be positive: " + threads);
        }
        return new IndexOptions(sideFiles, key, threads, notes, reading);
    }

    /**
     * Tells why a side file is not used, or could not be written; each note is a sentence that names the file. Called by the
     * threads that build, one at a time.
     */
    public IndexOptions notes(Consumer<String> notes) {
        return new IndexOptions(sideFiles, key, threads, notes, reading);
    }

    /**
     * Limits the memory for one record, both where a file is walked and where the index gives a record; see {@link
     * RecordReaderOptions#maxRecordSize}. If nothing is set, the limit is half of the maximum heap.
     *
     * @param bytes the largest payload, at least 1
     * @throws IllegalArgumentException if {@code bytes} is below 1
     */
    public IndexOptions maxRecordSize(long bytes) {
        return new IndexOptions(sideFiles, key, threads, notes, reading.maxRecordSize(bytes));
    }

    boolean reads() {
        return sideFiles != SideFiles.WRITE;
    }

    boolean writes() {
        return sideFiles != SideFiles.READ;
    }

    Optional<String> key() {
        return key;
    }

    int threads() {
        return threads;
    }

    /** How the records are read. */
    RecordReaderOptions reading() {
        return reading;
    }

    void note(String note) {
        synchronized (notes) {
            notes.accept(note);
        }
    }

    @Override
    public String toString() {
        return "IndexOptions[" + sideFiles + ", key=" + key.orElse("none") + ", threads=" + threads + "]";
    }
}
