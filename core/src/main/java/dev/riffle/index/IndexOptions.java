package dev.riffle.index;

import dev.riffle.DamagePolicy;
import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.internal.Utf8;
import dev.riffle.io.internal.resume.AccessPoints;
import dev.riffle.io.internal.resume.ConcurrentReads;
import dev.riffle.io.internal.resume.SpanCache;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sets the options of an index: keys, threads, memory limits, progress, and the use of index files.
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

    /** The feature with the keys, if any, and the memory for them in bytes. */
    private record Keys(Optional<String> feature, MissingKeys missing, long memory) {}

    /** Lists the ways to read single records. */
    enum Access {
        BY_SIZE,
        MAPPED,
        READ
    }

    /** How a reader of single records reads, and how many reads run at the same time if it does not map. */
    private record Reads(Access access, int concurrent) {}

    /** How a scan reads the records, and what a reader of single records does. */
    private record Scan(int threads, DamagePolicy damage, RecordReaderOptions reading) {}

    /** The spacing of access points, and the size of the cache in bytes. Riffle chooses a number that is -1. */
    private record Compressed(int spacing, long cacheBytes) {}

    private static final int LEAST_SPACING = 32 << 10;
    private static final int MOST_SPACING = 8 << 20;

    private static final IndexOptions DEFAULTS = new IndexOptions(
            IndexFileUse.READ,
            new Keys(Optional.empty(), MissingKeys.SOME, Runtime.getRuntime().maxMemory() / 2),
            new Scan(Threads.DEFAULT, DamagePolicy.FAIL, RecordReaderOptions.defaults()),
            new Compressed(-1, -1),
            new Reads(Access.BY_SIZE, ConcurrentReads.USUAL),
            note -> {},
            OperationProgress.IGNORED);

    private final IndexFileUse indexFiles;
    private final Keys keys;
    private final Scan scan;
    private final Compressed compressed;
    private final Reads reads;
    private final Consumer<String> notes;
    private final Consumer<? super Progress> progress;

    private IndexOptions(
            IndexFileUse indexFiles,
            Keys keys,
            Scan scan,
            Compressed compressed,
            Reads reads,
            Consumer<String> notes,
            Consumer<? super Progress> progress) {
        this.indexFiles = indexFiles;
        this.keys = keys;
        this.scan = scan;
        this.compressed = compressed;
        this.reads = reads;
        this.notes = notes;
        this.progress = progress;
    }

    private IndexOptions with(Keys changed) {
        return new IndexOptions(indexFiles, changed, scan, compressed, reads, notes, progress);
    }

    private IndexOptions with(Scan changed) {
        return new IndexOptions(indexFiles, keys, changed, compressed, reads, notes, progress);
    }

    private IndexOptions with(Compressed changed) {
        return new IndexOptions(indexFiles, keys, scan, changed, reads, notes, progress);
    }

    private IndexOptions with(Reads changed) {
        return new IndexOptions(indexFiles, keys, scan, compressed, changed, notes, progress);
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
        return new IndexOptions(IndexFileUse.READ_AND_WRITE, keys, scan, compressed, reads, notes, progress);
    }

    /** Like {@link #writeIndexFiles()}, but scans every file even if its index file is fresh. */
    public IndexOptions rebuildIndexFiles() {
        return new IndexOptions(IndexFileUse.WRITE, keys, scan, compressed, reads, notes, progress);
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
        return with(new Keys(Optional.of(feature), keys.missing(), keys.memory()));
    }

    /**
     * Allows files in which no record has a key, and treats a key feature that is a list of floats as missing. Without
     * this option, such a file is an error, because the name of the feature may be wrong.
     */
    public IndexOptions allowMissingKeys() {
        return with(new Keys(keys.feature(), MissingKeys.ALL, keys.memory()));
    }

    /**
     * Limits the memory for keys while {@link IndexFile#build} builds an index file. Other keys go to a temporary file
     * beside the index file, 12 bytes for each. The default is half of the maximum heap.
     *
     * @param bytes the memory in bytes, at least 1; a build may use about a megabyte more
     * @throws IllegalArgumentException if {@code bytes} is below 1
     */
    public IndexOptions keyMemory(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("keyMemory must be positive: " + bytes);
        }
        return with(new Keys(keys.feature(), keys.missing(), bytes));
    }

    IndexOptions withoutKey() {
        return with(new Keys(Optional.empty(), keys.missing(), keys.memory()));
    }

    /**
     * Sets the number of threads that build the index. The default is 1: the thread of the caller. -1 means the number
     * of processors.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public IndexOptions threads(int threads) {
        return with(new Scan(Threads.checked(threads), scan.damage(), scan.reading()));
    }

    /**
     * Sets the receiver of notes. A note names an index file and the reason why the index does not use it or cannot
     * write it. The calling thread and the threads that scan files call the receiver, one at a time.
     */
    public IndexOptions notes(Consumer<String> notes) {
        Argument.present(notes, "notes");
        return new IndexOptions(indexFiles, keys, scan, compressed, reads, notes, progress);
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
        return with(new Scan(scan.threads(), Argument.present(damage, "damage"), scan.reading()));
    }

    /**
     * Limits the size of one record, during a scan and when the index returns a record; see {@link
     * RecordReaderOptions#maxRecordSize}. The default is half of the maximum heap.
     *
     * @param bytes the largest payload in bytes, at least 1, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is 0 or below -1
     */
    public IndexOptions maxRecordSize(long bytes) {
        return with(new Scan(scan.threads(), scan.damage(), scan.reading().maxRecordSize(bytes)));
    }

    /**
     * Sets the distance between the access points inside a gzip member or zlib stream. To return a record, an index
     * decompresses all bytes between two access points, so a smaller spacing makes single records faster. Each access
     * point takes up to 32 KiB of memory and of the index file. Without this option, a scan uses 1 MiB, and an index
     * file keeps the spacing with which it was built. With this option, the index ignores an index file with a larger
     * spacing, unless its access points are close enough. Uncompressed files, Snappy files, and short gzip members have
     * no such access points.
     *
     * @param bytes the distance in uncompressed bytes, from 32 KiB to 8 MiB, or -1 for the default. The actual distance
     *     is up to four times larger, because the end of a deflate block or of a member is a better place
     * @throws IllegalArgumentException if {@code bytes} is out of its range
     */
    public IndexOptions accessPointSpacing(int bytes) {
        if (bytes != -1 && (bytes < LEAST_SPACING || bytes > MOST_SPACING)) {
            throw new IllegalArgumentException("bytes must be at least " + LEAST_SPACING + " and at most "
                    + MOST_SPACING + Argument.OR_CHOSEN + ": " + bytes);
        }
        return with(new Compressed(bytes, compressed.cacheBytes()));
    }

    /**
     * Gives the index a cache of its own for the decompressed bytes of compressed files. All threads share the cache,
     * and closing the index releases it. Without this option, all indexes of the program share one cache of 64 MiB, or
     * of a sixteenth of the maximum heap if that is smaller.
     *
     * @param bytes the largest number of decompressed bytes to keep, or -1 for the shared cache. 0 keeps none
     * @throws IllegalArgumentException if {@code bytes} is below -1
     */
    public IndexOptions decompressedCache(long bytes) {
        if (bytes < -1) {
            throw new IllegalArgumentException("bytes must be at least 0" + Argument.OR_CHOSEN + ": " + bytes);
        }
        return with(new Compressed(compressed.spacing(), bytes));
    }

    /**
     * Reads records from mapped files, also if the files have more bytes than the process may use. This is faster if
     * most reads hit records that are in memory. By default, the index maps files if they have at most 1 GiB together,
     * or at most half of the memory that the process may use.
     */
    public IndexOptions withMapping() {
        return with(new Reads(Access.MAPPED, reads.concurrent()));
    }

    /**
     * Reads records with {@link #concurrentReads(int) several reads} at the same time instead of from mapped files, as
     * the index does by default if the files are larger than half of the memory. Also scans files without a mapping,
     * like {@link RecordReaderOptions#withoutMapping()}.
     */
    public IndexOptions withoutMapping() {
        return with(new Reads(Access.READ, reads.concurrent()));
    }

    /**
     * Sets the number of reads at the same time from files that are not mapped. The default is 16. Daemon threads of
     * the index read, so that an interrupt of the caller closes no file. They start with the first read, and end after
     * {@link RecordIndex#close()}.
     *
     * @param count the number of reads, at least 1, or -1 for the default
     * @throws IllegalArgumentException if {@code count} is 0 or below -1
     */
    public IndexOptions concurrentReads(int count) {
        return with(
                new Reads(reads.access(), Argument.positiveOrChosen(count, ConcurrentReads.USUAL, "concurrentReads")));
    }

    /**
     * Sets the progress listener. Opening or building an index sends it an event about every MiB of scanned records,
     * and a last event. The total has only the files that need a scan. The calling thread and the threads that scan
     * files call the listener, one at a time.
     */
    public IndexOptions progress(Consumer<? super Progress> listener) {
        Argument.present(listener, "listener");
        return new IndexOptions(indexFiles, keys, scan, compressed, reads, notes, listener);
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
        return keys.feature();
    }

    MissingKeys missing() {
        return keys.missing();
    }

    long memory() {
        return keys.memory();
    }

    int threads() {
        return scan.threads();
    }

    DamagePolicy damage() {
        return scan.damage();
    }

    /** Returns the options for reading records. */
    RecordReaderOptions reading() {
        return access() == Access.READ ? scan.reading().withoutMapping() : scan.reading();
    }

    Access access() {
        return reads.access();
    }

    int concurrentReads() {
        return reads.concurrent();
    }

    int accessPointSpacing() {
        return compressed.spacing() < 0 ? AccessPoints.DEFAULT_SPACING : compressed.spacing();
    }

    boolean isCloseEnough(AccessPoints accessPoints) throws IOException {
        return compressed.spacing() < 0 || accessPoints.areAsCloseAs(compressed.spacing());
    }

    SpanCache cache() {
        return compressed.cacheBytes() < 0 ? SpanCache.SHARED : new SpanCache(compressed.cacheBytes());
    }

    void note(String note) {
        synchronized (notes) {
            notes.accept(note);
        }
    }

    @Override
    public String toString() {
        return "IndexOptions[" + indexFiles + ", key=" + key().orElse("none") + ", threads=" + threads() + "]";
    }
}
