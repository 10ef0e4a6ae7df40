package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.internal.frame.FrameWriter;
import dev.riffle.io.Compression;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link RecordWriter}. Immutable and safe for use by several threads. Each method returns changed options
 * and leaves the original options unchanged.
 *
 * <p>The defaults write TFRecord. The ending of the file's name chooses the compression: {@code .gz}, {@code .zlib} or
 * {@code .snappy}, before or after the numbers of a shard. Files with other names are not compressed. The file appears
 * complete on commit, never replaces another file, and is synced to storage on commit. {@link #defaults()} returns
 * these options.
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

    private static final RecordWriterOptions DEFAULTS = new RecordWriterOptions(
            new Settings(RecordFormat.TFRECORD, null, false, false, true, FrameWriter.BLOCK_BYTES, Threads.DEFAULT));

    private final Settings settings;

    private record Settings(
            RecordFormat format,
            @Nullable Compression compression,
            boolean overwrites,
            boolean inPlace,
            boolean syncs,
            int bufferSize,
            int threads) {}

    private RecordWriterOptions(Settings settings) {
        this.settings = settings;
    }

    private RecordWriterOptions with(
            RecordFormat format, @Nullable Compression compression, int bufferSize, int threads) {
        return new RecordWriterOptions(new Settings(
                format, compression, settings.overwrites, settings.inPlace, settings.syncs, bufferSize, threads));
    }

    private RecordWriterOptions with(boolean overwrites, boolean inPlace, boolean syncs) {
        return new RecordWriterOptions(new Settings(
                settings.format,
                settings.compression,
                overwrites,
                inPlace,
                syncs,
                settings.bufferSize,
                settings.threads));
    }

    /** Returns options for a TFRecord file that appears on commit and never replaces another file. */
    public static RecordWriterOptions defaults() {
        return DEFAULTS;
    }

    /** Returns options for this format. OFRecord allows only the compressions NONE and GZIP. */
    public RecordWriterOptions format(RecordFormat format) {
        Argument.present(format, "format");
        return with(format, settings.compression, settings.bufferSize, settings.threads);
    }

    /**
     * Returns options with this compression, whatever the name of a sink is. The name of a file must not contradict it:
     * see {@link #forFile}. {@code Compression.GZIP.level(9)} and {@code Gzip.cutMembers} set details of a compression.
     */
    public RecordWriterOptions compression(Compression compression) {
        Argument.present(compression, "compression");
        return with(settings.format, compression, settings.bufferSize, settings.threads);
    }

    /**
     * Returns options for a file with this name. If no compression is set, the ending of the name chooses it. Writers
     * call this method for the files that they write.
     *
     * @throws IllegalArgumentException if the ending means a different compression than the one that is set, which may
     *     be {@link Compression#NONE}. An ending without a compression, such as {@code .tfrecord}, allows all of them
     */
    public RecordWriterOptions forFile(Path file) {
        Compression named = Compression.ofFileName(
                        Argument.present(file, "file").toString())
                .orElse(null);
        Compression chosen = settings.compression;
        if (named == null || chosen == null) {
            return named == null ? this : compression(named);
        }
        if (!named.name().equals(chosen.name())) {
            throw new IllegalArgumentException(file + ": the ending of the name means " + named.name()
                    + ", but the options set " + chosen.name() + "; omit compression(), or choose another name");
        }
        return this;
    }

    /**
     * Returns options that replace a file of the same name at the commit. The old file stays until the commit, unless
     * the writer writes {@linkplain #inPlace() in place}.
     */
    public RecordWriterOptions overwrite() {
        return with(true, settings.inPlace, settings.syncs);
    }

    /**
     * Returns options that write to the final file name from the first byte. Use them for file systems without rename.
     * Readers may see an incomplete file.
     */
    public RecordWriterOptions inPlace() {
        return with(settings.overwrites, true, settings.syncs);
    }

    /**
     * Returns options that commit without waiting for the storage. A commit is then faster, but a power failure may
     * destroy the file.
     */
    public RecordWriterOptions withoutSync() {
        return with(settings.overwrites, settings.inPlace, false);
    }

    /**
     * Returns options with this size of the write buffer, which is outside the heap. The default is 256 KiB. Use a
     * smaller size to write many files at the same time.
     *
     * @param bytes 4 KiB to 64 MiB, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public RecordWriterOptions bufferSize(int bytes) {
        if (bytes != -1 && (bytes < SMALLEST_BUFFER || bytes > LARGEST_BUFFER)) {
            throw new IllegalArgumentException("bytes must be at least " + SMALLEST_BUFFER + " and at most "
                    + LARGEST_BUFFER + Argument.OR_CHOSEN + ": " + bytes);
        }
        return with(
                settings.format, settings.compression, bytes == -1 ? FrameWriter.BLOCK_BYTES : bytes, settings.threads);
    }

    /**
     * Returns options with this number of threads that compress the files of a set. The default is 1: the thread of the
     * caller. -1 means the number of processors. With more than one thread, the thread of the caller only encodes the
     * records. The bytes of the files do not depend on the number of threads.
     *
     * <p>A {@code ShardedRecordWriter} uses the threads if it has several open files, as it has with {@code ShardNames}
     * and with keys. One thread at a time compresses a file. All other writers have one open file, and compress on the
     * thread of the caller; {@code Gzip.cutMembers} with {@code Gzip.threads} compresses one file on several threads.
     *
     * <p>A write returns before its record is compressed. If the compression fails, a later write or the commit throws.
     * For each thread, at most 16 buffers wait for it. They have about 16 KiB, or at most {@link #bufferSize()} for
     * larger records.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public RecordWriterOptions threads(int threads) {
        return with(settings.format, settings.compression, settings.bufferSize, Threads.checked(threads));
    }

    /** Returns the number of threads that compress the files of a set. */
    public int threads() {
        return settings.threads;
    }

    /** Returns the size of the write buffer in bytes. */
    public int bufferSize() {
        return settings.bufferSize;
    }

    /** Returns whether the writer replaces a file of the same name. */
    public boolean overwrites() {
        return settings.overwrites;
    }

    /** Returns whether the writer writes to the final file names from the first byte. */
    public boolean writesInPlace() {
        return settings.inPlace;
    }

    /** Returns whether a commit waits for the storage. */
    public boolean syncs() {
        return settings.syncs;
    }

    /** Returns the format of the records to write. */
    public RecordFormat format() {
        return settings.format;
    }

    /** Returns the compression; empty if it is not set, so that the name of the file chooses it. */
    public Optional<Compression> compression() {
        return Optional.ofNullable(settings.compression);
    }

    /** Returns the format, the compression, if it is set, and what differs from the defaults, as text. */
    @Override
    public String toString() {
        return "RecordWriterOptions[" + settings.format.name()
                + (settings.compression == null ? "" : ", " + settings.compression.name())
                + (settings.overwrites ? ", overwrite" : "")
                + (settings.inPlace ? ", inPlace" : "")
                + (settings.syncs ? "" : ", withoutSync")
                + (settings.bufferSize == FrameWriter.BLOCK_BYTES ? "" : ", bufferSize " + settings.bufferSize)
                + (settings.threads == Threads.DEFAULT ? "" : ", " + settings.threads + " threads")
                + "]";
    }
}
