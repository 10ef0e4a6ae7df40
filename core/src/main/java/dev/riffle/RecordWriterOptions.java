package dev.riffle;

import dev.riffle.io.Compression;

/**
 * How records are written. Immutable: each method gives changed options and leaves these as they are.
 *
 * <p>{@link #defaults()}: TFRecord without compression, a file that appears whole on commit and never replaces another,
 * synced to storage when it is committed.
 */
public final class RecordWriterOptions {

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
            RecordFormat.TFRECORD, Compression.NONE, Existing.REFUSE, Publishing.ON_COMMIT, Sync.ON_COMMIT);

    private final RecordFormat format;
    private final Compression compression;
    private final Existing existing;
    private final Publishing publishing;
    private final Sync sync;

    private RecordWriterOptions(
            RecordFormat format, Compression compression, Existing existing, Publishing publishing, Sync sync) {
        this.format = format;
        this.compression = compression;
        this.existing = existing;
        this.publishing = publishing;
        this.sync = sync;
    }

    /** TFRecord, uncompressed, atomic, never over an existing file. */
    public static RecordWriterOptions defaults() {
        return DEFAULTS;
    }

    /** Writes this format. OFRecord takes no compression but NONE and GZIP. */
    public RecordWriterOptions format(RecordFormat format) {
        return new RecordWriterOptions(format, compression, existing, publishing, sync);
    }

    /** Compresses this way; {@code Compression.GZIP.level(9)} and {@code Gzip.cutMembers} say how. */
    public RecordWriterOptions compression(Compression compression) {
        return new RecordWriterOptions(format, compression, existing, publishing, sync);
    }

    /**
     * Replaces a file of the same name at the moment of the commit; until then the old one stays, unless the file is written
     * {@linkplain #inPlace() in place}.
     */
    public RecordWriterOptions overwrite() {
        return new RecordWriterOptions(format, compression, Existing.REPLACE, publishing, sync);
    }

    /** Writes under the final name from the first byte on, for file systems without rename. Readers may see half a file. */
    public RecordWriterOptions inPlace() {
        return new RecordWriterOptions(format, compression, existing, Publishing.AT_ONCE, sync);
    }

    /** Commits without waiting for the storage: faster, and a power failure may take the file. */
    public RecordWriterOptions withoutSync() {
        return new RecordWriterOptions(format, compression, existing, publishing, Sync.NEVER);
    }

    RecordFormat format() {
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
