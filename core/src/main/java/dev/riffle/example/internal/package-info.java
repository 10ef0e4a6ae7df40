/**
 * Recognizes the type of payloads. Not exported: only Riffle's own modules use this package.
 *
 * <p>Open {@link dev.riffle.example.internal.PayloadKind} first. Enums, records and hashes are safe for several
 * threads; {@link dev.riffle.example.internal.KeyReader} and {@link dev.riffle.example.internal.OtherMessages} are for
 * one thread at a time.
 */
@NullMarked
package dev.riffle.example.internal;

import org.jspecify.annotations.NullMarked;
