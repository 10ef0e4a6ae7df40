/**
 * Access to what exported types of pipelines keep from callers. Start with {@link dev.riffle.dataset.internal.access.ExceptionAccess}.
 *
 * <p>The neighbour is {@code dev.riffle.dataset.internal.engine}, which uses it. Types are safe for several threads.
 */
@NullMarked
package dev.riffle.dataset.internal.access;

import org.jspecify.annotations.NullMarked;
