/**
 * Scans messages in their usual form, collects facts about their features, and recognizes the type of payloads. The
 * package is not exported: only Riffle's own modules use it.
 *
 * <p>Begin with {@link dev.riffle.example.internal.MessageScanner} for the values of messages, with {@link
 * dev.riffle.example.internal.MessageSurvey} for the types of their features, and with {@link
 * dev.riffle.example.internal.PayloadKind} for the type of a message. Enums, records and hashes are safe for use by
 * several threads. One thread at a time may use a scanner, a survey, a {@link dev.riffle.example.internal.KeyReader} or
 * {@link dev.riffle.example.internal.OtherMessages}.
 */
@NullMarked
package dev.riffle.example.internal;

import org.jspecify.annotations.NullMarked;
