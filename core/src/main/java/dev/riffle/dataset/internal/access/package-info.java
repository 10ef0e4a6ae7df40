/**
 * Access to hidden members of the exported pipeline types. Start with
 * {@link dev.riffle.dataset.internal.access.ExceptionAccess}.
 *
 * <p>{@code dev.riffle.dataset.internal.engine} uses it. Types are safe for several threads.
 */
@NullMarked
package dev.riffle.dataset.internal.access;

import org.jspecify.annotations.NullMarked;
