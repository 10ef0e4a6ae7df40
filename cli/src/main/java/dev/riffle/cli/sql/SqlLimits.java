package dev.riffle.cli.sql;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Holds the limits of a query.
 *
 * @param threads the number of threads of DuckDB, and of threads that parse records
 * @param memory the largest memory of DuckDB in bytes; empty for DuckDB's default
 * @param temporary the directory for temporary files as typed; empty for the system's directory
 */
record SqlLimits(int threads, OptionalLong memory, Optional<String> temporary) {}
