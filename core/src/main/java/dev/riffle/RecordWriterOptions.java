package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.io.Compression;

/**
 * Options of a {@link RecordWriter}. Immutable and safe for use by several threads. Each method returns changed options
 * and leaves the original options unchanged.
 *
 * <p>The defaults write TFRecord without compression. The file appears complete on commit, never replaces another file,
 * and is synced to storage on commit. {@link #defaults()} returns them.
 *
 * <pre>{@code
 * RecordWriterOptions options = RecordWriterOptions.defaults().compression(Compression.GZIP).overwrite();
 * }</pre>
 *
 * @since 0.1
 */
public final class RecordWriterOptions {

    private static final int SMALLEST_BUFFER = 4 << 10;
    private static final int LARGEST_BUFFER = 64 << 20;

    /** The treatment of an existing file with the same name. */
    enum Existing {
        REJECT,
        REPLACE
    }

    /** The time at which the name of the file appears. */
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
            Existing.REJECT,
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

    /** Returns options for an uncompressed TFRecord file that appears on commit and never replaces another file. */
    public static RecordWriterOptions defaults() {
        return DEFAULTS;
    }

    /** Returns options for this format. OFRecord allows only the compressions NONE and GZIP. */
    public RecordWriterOptions format(RecordFormat format) {
        Argument.present(format, "format");
        return new RecordWriterOptions(format, compression, existing, publishing, sync, bufferSize);
    }

    /**
     * Returns options with this compression. {@code Compression.GZIP.level(9)} and {@code Gzip.cutMembers} set details
     * of a compression.
     */
    public RecordWriterOptions compression(Compression compression) {
        Argument.present(compression, "compression");
        return new RecordWriterOptions(format, compression, existing, publishing, sync, bufferSize);
    }

    /**
     * Returns options that replace a file of the same name at the commit. The old file stays until the commit, unless
     * the writer writes {@linkplain #inPlace() in place}.
     */
    public RecordWriterOptions overwrite() {
        return new RecordWriterOptions(format, compression, Existing.REPLACE, publishing, sync, bufferSize);
    }

    /**
     * Returns options that write to the final file name from the first byte. Use them for file systems without rename.
     * Readers may see an incomplete file.
     */
    public RecordWriterOptions inPlace() {
        return new RecordWriterOptions(format, compression, existing, Publishing.AT_ONCE, sync, bufferSize);
    }

    /**
     * Returns options that commit without waiting for the storage. A commit is then faster, but a power failure may
     * destroy the file.
     */
    public RecordWriterOptions withoutSync() {
        return new RecordWriterOptions(format, compression, existing, publishing, Sync.NEVER, bufferSize);
    }

    /**
     * Returns options with this size of the write buffer, which is outside the heap. The default is 256 KiB. Use a
     * smaller size to write many files at the same time.
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

    /** Returns the size of the write buffer in bytes. */
    public int bufferSize() {
        return bufferSize;
    }

    /** Returns whether the writer replaces a file of the same name. */
    public boolean overwrites() {
        return existing == Existing.REPLACE;
    }

    /** Returns whether the writer writes to the final file names from the first byte. */
    public boolean writesInPlace() {
        return publishing == Publishing.AT_ONCE;
    }

    /** Returns whether a commit waits for the storage. */
    public boolean syncs() {
        return sync == Sync.ON_COMMIT;
    }

    /** Returns the format of the records to write. */
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
