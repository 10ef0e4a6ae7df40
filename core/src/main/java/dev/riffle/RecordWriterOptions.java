package dev.riffle;

import dev.riffle.io.Compression;

/**
 * How records are written. Immutable: each method gives changed options and leaves these as they are.
 *
 * <p>{@link #defaults()}: TFRecord without compression, a file that appears whole on commit and never replaces another,
 * synced to storage when it is committed.
 */
public final class RecordWriterOptions {

    /** What happens to a file of the same name, and when the name appears. */
    enum Target {
        NEW_ATOMIC,
        REPLACE_ATOMIC,
        NEW_IN_PLACE
    }

    /** Whether a commit waits for the storage. */
    enum Sync {
        ON_COMMIT,
        NEVER
    }

    private static final RecordWriterOptions DEFAULTS =
            new RecordWriterOptions(RecordFormat.TFRECORD, Compression.NONE, Target.NEW_ATOMIC, Sync.ON_COMMIT);

    private final RecordFormat format;
    private final Compression compression;
    private final Target target;
    private final Sync sync;

    private RecordWriterOptions(RecordFormat format, Compression compression, Target target, Sync sync) {
        this.format = format;
        this.compression = compression;
        this.target = target;
        this.sync = sync;
    }

    /** TFRecord, uncompressed, atomic, never over an existing file. */
    public static RecordWriterOptions defaults() {
        return DEFAULTS;
    }

    /** Writes this format. OFRecord takes no compression but NONE and GZIP. */
    public RecordWriterOptions format(RecordFormat format) {
        return new RecordWriterOptions(format, compression, target, sync);
    }

    /** Compresses this way; {@code Compression.GZIP.level(9)} and {@code Gzip.cutMembers} say how. */
    public RecordWriterOptions compression(Compression compression) {
        return new RecordWriterOptions(format, compression, target, sync);
    }

    /** Replaces a file of the same name at the moment of the commit; until then the old one stays. */
    public RecordWriterOptions overwrite() {
        return new RecordWriterOptions(format, compression, Target.REPLACE_ATOMIC, sync);
    }

    /** Writes under the final name from the first byte on, for file systems without rename. Readers may see half a file. */
    public RecordWriterOptions inPlace() {
        return new RecordWriterOptions(format, compression, Target.NEW_IN_PLACE, sync);
    }

    /** Commits without waiting for the storage: faster, and a power failure may take the file. */
    public RecordWriterOptions withoutSync() {
        return new RecordWriterOptions(format, compression, target, Sync.NEVER);
    }

    RecordFormat format() {
        return format;
    }

    Compression compression() {
        return compression;
    }

    Target target() {
        return target;
    }

    Sync sync() {
        return sync;
    }
}
