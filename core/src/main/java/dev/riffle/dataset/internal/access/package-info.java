/**
 * Access to hidden members of the exported pipeline types. Start with
 * {@link dev.riffle.dataset.internal.access.ExceptionAccess}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} uses this access, because only stages create failures, and
 * their constructors would otherwise be a part of the public API. All types are safe for use by several threads.
 */
@NullMarked
package dev.riffle.dataset.internal.access;

import org.jspecify.annotations.NullMarked;
