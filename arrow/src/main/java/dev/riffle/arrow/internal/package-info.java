/**
 * The metadata of Arrow schemas of records, and checks of the JVM. Begin with {@link
 * dev.riffle.arrow.internal.RecordMetadata}. Riffle's modules for SQL and the command line use this package.
 *
 * <p>All methods are safe for use by several threads.
 */
@NullMarked
package dev.riffle.arrow.internal;

import org.jspecify.annotations.NullMarked;
