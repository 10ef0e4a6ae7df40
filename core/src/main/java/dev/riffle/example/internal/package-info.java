/**
 * Recognises what payloads are. Not exported: only Riffle's own modules use this package.
 *
 * <p>Open {@link dev.riffle.example.internal.PayloadKind} first. Everything here is safe for several threads.
 */
@NullMarked
package dev.riffle.example.internal;

import org.jspecify.annotations.NullMarked;
