package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.util.OptionalInt;

/**
 * Options for writing Parquet files. Immutable and safe for use by several threads.
 *
 * <pre>{@code
 * ParquetOptions options = ParquetOptions.defaults().compression(ParquetCompression.SNAPPY).rowGroup(10_000);
 * long rows = ParquetFiles.write(batches, Path.of("train.parquet"), options);
 * }</pre>
 *
 * @since 0.1
 */
public final class ParquetOptions {

    private static final ParquetOptions DEFAULTS =
            new ParquetOptions(ParquetCompression.ZSTD, OptionalInt.empty(), Existing.REJECTED);

    /** Lists the ways to handle existing files. */
    private enum Existing {
        REJECTED,
        REPLACED
    }

    private final ParquetCompression compression;
    private final OptionalInt rowGroup;
    private final Existing existing;

    private ParquetOptions(ParquetCompression compression, OptionalInt rowGroup, Existing existing) {
        this.compression = compression;
        this.rowGroup = rowGroup;
        this.existing = existing;
    }

    /** Returns the defaults: zstd, and an error for existing files. */
    public static ParquetOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the compression. Default: {@link ParquetCompression#ZSTD}. */
    public ParquetOptions compression(ParquetCompression other) {
        return new ParquetOptions(Argument.present(other, "other"), rowGroup, existing);
    }

    /**
     * Sets the largest number of rows of a row group. The writer holds complete row groups in memory. Default: 122,880
     * rows, or fewer rows of about 64 MiB if the first records of the input are large.
     *
     * @param rows at least 1, or -1 for the default
     * @throws IllegalArgumentException if {@code rows} is 0 or below -1
     */
    public ParquetOptions rowGroup(int rows) {
        int size = Argument.positiveOrChosen(rows, -1, "rows");
        return new ParquetOptions(compression, size == -1 ? OptionalInt.empty() : OptionalInt.of(size), existing);
    }

    /** Replaces existing files when the new files are complete. Without this option, an existing file is an error. */
    public ParquetOptions overwrite() {
        return new ParquetOptions(compression, rowGroup, Existing.REPLACED);
    }

    ParquetCompression compression() {
        return compression;
    }

    /** Returns the number of rows of a row group. Empty if the input decides. */
    OptionalInt rowGroup() {
        return rowGroup;
    }

    boolean overwrites() {
        return existing == Existing.REPLACED;
    }
}
