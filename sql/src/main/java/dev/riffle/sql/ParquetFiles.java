package dev.riffle.sql;

/**
 * Writes records to Parquet files, and reads records from Parquet files.
 *
 * @since 0.1
 */
public final class ParquetFiles {

    private ParquetFiles() {}
}
