/**
 * Messages inside records: TensorFlow's Example and SequenceExample, and OneFlow's OFRecord. An OFRecord is an Example
 * in another {@linkplain dev.riffle.example.Dialect dialect}.
 *
 * <p>Begin with {@link dev.riffle.example.Example}, an immutable message to build, inspect or change. {@link
 * dev.riffle.example.ExampleCursor} reads a few values of each of millions of messages without creating objects. {@code
 * dev.riffle.parse} uses the cursor to parse messages into columns. Values are immutable and safe for use by several
 * threads. One thread at a time may use a builder or a cursor.
 */
@NullMarked
package dev.riffle.example;

import org.jspecify.annotations.NullMarked;
