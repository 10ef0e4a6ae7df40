package dev.riffle.index;

import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.internal.Utf8;
import dev.riffle.scan.internal.OperationProgress;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sets the options of an index: keys, threads, memory limit, progress, and the use of index files.
 *
 * <p>Immutable and safe for use by several threads; each method returns other options.
 *
 * @since 0.1
 */
public final class IndexOptions {

    /** Lists the ways to use index files. */
    enum IndexFileUse {
        READ,
        READ_AND_WRITE,
        WRITE
    }

    /** Lists the numbers of records of a file that may lack a key. */
    enum MissingKeys {
        SOME,
        ALL
    }

    private static final IndexOptions DEFAULTS = new IndexOptions(
            IndexFileUse.READ,
            Optional.empty(),
            MissingKeys.SOME,
            Threads.DEFAULT,
            note -> {},
            DamagePolicy.FAIL,
            RecordReaderOptions.defaults(),
            OperationProgress.IGNORED);

    private final IndexFileUse indexFiles;
    private final Optional<String> key;
    private final MissingKeys missing;
    private final int threads;
    private final Consumer<String> notes;
    private final DamagePolicy damage;
    private final RecordReaderOptions reading;
    private final Consumer<? super Progress> progress;

    private IndexOptions(
            IndexFileUse indexFiles,
            Optional<String> key,
            MissingKeys missing,
            int threads,
            Consumer<String> notes,
            DamagePolicy damage,
            RecordReaderOptions reading,
            Consumer<? super Progress> progress) {
        this.indexFiles = indexFiles;
        this.key = key;
        this.missing = missing;
        this.threads = threads;
        this.notes = notes;
        this.damage = damage;
        this.reading = reading;
        this.progress = progress;
    }

    /**
     * Returns the default options. An index with these options uses fresh index files but writes none, has no keys, and
     * scans files with one thread. It does not report stale index files.
     */
    public static IndexOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Writes an index file for each scanned file. If an index file cannot be written, the index opens without that
     * index file and adds a note.
     */
    public IndexOptions writeIndexFiles() {
        return new IndexOptions(IndexFileUse.READ_AND_WRITE, key, missing, threads, notes, damage, reading, progress);
    }

    /** Like {@link #writeIndexFiles()}, but scans every file even if its index file is fresh. */
    public IndexOptions rebuildIndexFiles() {
        return new IndexOptions(IndexFileUse.WRITE, key, missing, threads, notes, damage, reading, progress);
    }

    /**
     * Adds keys: the index finds records by the value of this feature, one int64 or one bytes value. The index ignores
     * an index file without these keys.
     *
     * <p>Some records may lack the feature, or have no value or several values in it. The index does not find them by
     * key; {@link RecordIndex#withoutKey()} counts them. Opening or building an index throws an {@link
     * java.io.IOException} if a file has records but none has a key. It also throws if the feature of a record is a
     * list of floats. {@link #allowMissingKeys()} allows both.
     *
     * @param feature the name of a feature of Examples or OFRecords
     * @throws IllegalArgumentException if the name has an unpaired surrogate
     */
    public IndexOptions key(String feature) {
        Argument.present(feature, "feature");
        Utf8.encode(feature);
        return new IndexOptions(indexFiles, Optional.of(feature), missing, threads, notes, damage, reading, progress);
    }

    /**
     * Allows files in which no record has a key, and treats a key feature that is a list of floats as missing. Without
     * this option, such a file is an error, because the name of the feature may be wrong.
     */
    public IndexOptions allowMissingKeys() {
        return new IndexOptions(indexFiles, key, MissingKeys.ALL, threads, notes, damage, reading, progress);
    }

    /**
     * Sets the number of threads that build the index. The default is 1: the thread of the caller. {@code
     * Runtime.getRuntime().availableProcessors()} means all processors.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public IndexOptions threads(int threads) {
        return new IndexOptions(indexFiles, key, missing, Threads.checked(threads), notes, damage, reading, progress);
    }

    /**
     * Sets the receiver of notes. A note names an index file and the reason why the index does not use it or cannot
     * write it. The calling thread and the threads that scan files call the receiver, one at a time.
     */
    public IndexOptions notes(Consumer<String> notes) {
        Argument.present(notes, "notes");
        return new IndexOptions(indexFiles, key, missing, threads, notes, damage, reading, progress);
    }

    /**
     * Sets the action of a scan at damage. The default is {@link DamagePolicy#FAIL}. With another policy, the index
     * contains the intact records, and {@link RecordIndex#damagedRegions()} lists the damage. Such an index writes no
     * index file for a damaged file, and adds a note. A fresh index file means that the data file was intact, so the
     * index uses it without a scan.
     *
     * @param damage the policy; if several threads scan different files, they share its listener
     */
    public IndexOptions damage(DamagePolicy damage) {
        return new IndexOptions(
                indexFiles, key, missing, threads, notes, Argument.present(damage, "damage"), reading, progress);
    }

    /**
     * Limits the size of one record, during a scan and when the index returns a record; see {@link
     * RecordReaderOptions#maxRecordSize}. The default is half of the maximum heap.
     *
     * @param bytes the largest payload in bytes, at least 1
     * @throws IllegalArgumentException if {@code bytes} is below 1
     */
    public IndexOptions maxRecordSize(long bytes) {
        return new IndexOptions(
                indexFiles, key, missing, threads, notes, damage, reading.maxRecordSize(bytes), progress);
    }

    /**
     * Sets the progress listener. Opening or building an index sends it an event about every MiB of scanned records,
     * and a last event. The total has only the files that need a scan. The calling thread and the threads that scan
     * files call the listener, one at a time.
     */
    public IndexOptions progress(Consumer<? super Progress> listener) {
        Argument.present(listener, "listener");
        return new IndexOptions(indexFiles, key, missing, threads, notes, damage, reading, listener);
    }

    Consumer<? super Progress> progress() {
        return progress;
    }

    boolean reads() {
        return indexFiles != IndexFileUse.WRITE;
    }

    boolean writes() {
        return indexFiles != IndexFileUse.READ;
    }

    Optional<String> key() {
        return key;
    }

    MissingKeys missing() {
        return missing;
    }

    int threads() {
        return threads;
    }

    DamagePolicy damage() {
        return damage;
    }

    /** Returns the options for reading records. */
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
        return "IndexOptions[" + indexFiles + ", key=" + key.orElse("none") + ", threads=" + threads + "]";
    }
}
