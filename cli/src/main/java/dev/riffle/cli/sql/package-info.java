/**
 * The command {@code riffle sql}: queries over the files that a statement names, and their results as tables, text,
 * Arrow, Parquet and record files. Begin with {@link dev.riffle.cli.sql.SqlQuery}.
 *
 * <p>Only {@link dev.riffle.cli.sql.SqlRequest} and the flags may run without the jars of Arrow and DuckDB.
 *
 * <p>One thread runs a command.
 */
@NullMarked
package dev.riffle.cli.sql;

import org.jspecify.annotations.NullMarked;
