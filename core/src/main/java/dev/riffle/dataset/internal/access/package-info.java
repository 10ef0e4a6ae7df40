/**
 * Access to hidden members of the exported pipeline types. Start with
 * {@link dev.riffle.dataset.internal.access.ExceptionAccess}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} uses this access. All types are safe for use by several threads.
 */
@NullMarked
package dev.riffle.dataset.internal.access;

import org.jspecify.annotations.NullMarked;
