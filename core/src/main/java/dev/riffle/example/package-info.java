/**
 * Messages inside records: TensorFlow's Example and SequenceExample, and OneFlow's OFRecord, which is an Example in
 * another {@linkplain dev.riffle.example.Dialect dialect}.
 *
 * <p>Open {@link dev.riffle.example.Example} first: an immutable message to build, inspect or change.
 * {@link dev.riffle.example.ExampleCursor} reads a few values of each of millions of messages without creating objects.
 * {@code dev.riffle.parse} uses it to parse messages into columns. Values are immutable and safe for several threads;
 * builders and cursors are for one thread at a time.
 */
@NullMarked
package dev.riffle.example;

import org.jspecify.annotations.NullMarked;
