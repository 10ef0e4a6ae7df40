/**
 * Runs SQL over record files with DuckDB, and converts records to Parquet and back. Begin with {@link
 * dev.riffle.sql.RecordSql}. {@link dev.riffle.sql.ParquetFiles} writes and reads Parquet files.
 *
 * @since 0.1
 */
@NullMarked
package dev.riffle.sql;

import org.jspecify.annotations.NullMarked;
