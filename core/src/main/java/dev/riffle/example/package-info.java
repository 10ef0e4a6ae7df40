/**
 * The messages inside records: TensorFlow's Example and SequenceExample, and OneFlow's OFRecord, which is the same thing
 * in another {@linkplain dev.riffle.example.Dialect dialect}.
 *
 * <p>Open {@link dev.riffle.example.Example} first: immutable values for people who build, look at or change messages.
 * {@link dev.riffle.example.ExampleCursor} below it walks the bytes without making objects, for code that reads millions
 * of messages and wants a few values of each; {@code dev.riffle.parse} turns messages into columns with it. Values are
 * immutable and safe for several threads; builders and cursors belong to one thread at a time.
 */
@NullMarked
package dev.riffle.example;

import org.jspecify.annotations.NullMarked;
