/**
 * The trees of SQL statements: which parts are allowed, which files and columns a statement names. Begin with {@link
 * dev.riffle.sql.internal.StatementScan}. This package runs nothing; {@link dev.riffle.sql} runs queries.
 *
 * <p>One thread at a time may use an object of this package.
 */
@NullMarked
package dev.riffle.sql.internal;

import org.jspecify.annotations.NullMarked;
