/**
 * Prints the payloads of records: Examples and their relatives, TensorBoard events, and protobuf messages of unknown
 * types.
 *
 * <p>Open {@link dev.riffle.cli.payload.PayloadPrinter} first: it selects the form of a payload by its type. One thread
 * at a time may use an object.
 */
@NullMarked
package dev.riffle.cli.payload;

import org.jspecify.annotations.NullMarked;
