/**
 * The columns of Arrow schemas of records: types, and the features that they describe. Begin with {@link
 * dev.riffle.arrow.internal.schema.ReadColumns}.
 *
 * <p>All types are immutable and safe for use by several threads.
 */
@NullMarked
package dev.riffle.arrow.internal.schema;

import org.jspecify.annotations.NullMarked;
