/** Tests the Java listings of the documents that need DuckDB. See {@link dev.riffle.listings}. */
@NullMarked
package dev.riffle.sql.listings;

import org.jspecify.annotations.NullMarked;
