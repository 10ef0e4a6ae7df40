package dev.riffle;

import dev.riffle.io.Compression;

/**
 * How records are written. Immutable: each method gives changed options and leaves these as they are.
 *
 * <p>{@link #defaults()}: TFRecord without compression, a file that appears whole on commit and never replaces another,
 * synced to storage when it is committed.
 */
public final class RecordWriterOptions {

    private static final int SMALLEST_BUFFER = 4 << 10;
    private static final int LARGEST_BUFFER = 64 << 20;

    /** What happens to a file of the same name. */
    enum Existing {
        REFUSE,
        REPLACE
    }

    /** When a file's name appears. */
    enum Publishing {
        ON_COMMIT,
        AT_ONCE
    }

    /** Whether a commit waits for the storage. */
    enum Sync {
        ON_COMMIT,
        NEVER
    }

    private static final RecordWriterOptions DEFAULTS = new RecordWriterOptions(
            RecordFormat.TFRECORD,
            Compression.NONE,
            Existing.REFUSE,
            Publishing.ON_COMMIT,
            Sync.ON_COMMIT,
            RecordOutput.BLOCK_BYTES);

    private final RecordFormat format;
    private final Compression compression;
    private final Existing existing;
    private final Publishing publishing;
    private final Sync sync;
    private final int bufferSize;

    private RecordWriterOptions(
            RecordFormat format,
            Compression compression,
            Existing existing,
            Publishing publishing,
            Sync sync,
            int bufferSize) {
        this.format = format;
        this.compression = compression;
        this.existing = existing;
        this.publishing = publishing;
        this.sync = sync;
        this.bufferSize = bufferSize;
    }

    /** TFRecord, uncompressed, atomic, never over an existing file. */
    public static RecordWriterOptions defaults() {
        return DEFAULTS;
    }

    /** Writes this format. OFRecord takes no compression but NONE and GZIP. */
    public RecordWriterOptions format(RecordFormat format) {
        return new RecordWriterOptions(format, compression, existing, publishing, sync, bufferSize);
    }

    /** Compresses this way; {@code Compression.GZIP.level(9)} and {@code Gzip.cutMembers} say how. */
    public RecordWriterOptions compression(Compression compression) {
        return new RecordWriterOptions(format, compression, existing, publishing, sync, bufferSize);
    }

    /**
     * Replaces a file of the same name at the moment of the commit; until then the old one stays, unless the file is written
     * {@linkplain #inPlace() in place}.
     */
    public RecordWriterOptions overwrite() {
        return new RecordWriterOptions(format, compression, Existing.REPLACE, publishing, sync, bufferSize);
    }

    /** Writes under the final name from the first byte on, for file systems without rename. Readers may see half a file. */
    public RecordWriterOptions inPlace() {
        return new RecordWriterOptions(format, compression, existing, Publishing.AT_ONCE, sync, bufferSize);
    }

    /** Commits without waiting for the storage: faster, and a power failure may take the file. */
    public RecordWriterOptions withoutSync() {
        return new RecordWriterOptions(format, compression, existing, publishing, Sync.NEVER, bufferSize);
    }

    /**
     * Gathers so many bytes, outside the heap, before they are passed on: 256 KiB unless this says so. Less is for those who
     * write many files at the same time.
     *
     * @throws IllegalArgumentException if {@code bytes} is below 4 KiB or above 64 MiB
     */
    public RecordWriterOptions bufferSize(int bytes) {
        if (bytes < SMALLEST_BUFFER || bytes > LARGEST_BUFFER) {
            throw new IllegalArgumentException(
                    "bytes must be at least " + SMALLEST_BUFFER + " and at most " + LARGEST_BUFFER + ": " + bytes);
        }
        return new RecordWriterOptions(format, compression, existing, publishing, sync, bytes);
    }

    /** How many bytes are gathered before they are passed on. */
    public int bufferSize() {
        return bufferSize;
    }

    /** Whether a file of the same name is replaced. */
    public boolean overwrites() {
        return existing == Existing.REPLACE;
    }

    /** Whether files are written under their final names from the first byte on. */
    public boolean writesInPlace() {
        return publishing == Publishing.AT_ONCE;
    }

    /** Whether a commit waits for the storage. */
    public boolean syncs() {
        return sync == Sync.ON_COMMIT;
    }

    /** The format of the records that are written. */
    public RecordFormat format() {
        return format;
    }

    Compression compression() {
        return compression;
    }

    Existing existing() {
        return existing;
    }

    Publishing publishing() {
        return publishing;
    }

    Sync sync() {
        return sync;
    }
}
