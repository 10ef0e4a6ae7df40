package dev.riffle.sql;

/**
 * Lists the compressions of the pages of a Parquet file that Riffle writes. Every reader of Parquet supports them. Safe
 * for use by several threads.
 *
 * @since 0.1
 */
public enum ParquetCompression {
    /** Zstandard, the default. */
    ZSTD,
    /** Snappy, which is faster and has larger files. */
    SNAPPY,
    /** GZIP, for old readers without Zstandard. */
    GZIP,
    /** No compression. */
    NONE;

    /** Returns the name of the compression as DuckDB spells it. */
    String codec() {
        return switch (this) {
            case ZSTD -> "zstd";
            case SNAPPY -> "snappy";
            case GZIP -> "gzip";
            case NONE -> "uncompressed";
        };
    }
}
