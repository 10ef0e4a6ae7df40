/**
 * Typed records: Java records that are written as Examples and SequenceExamples, and read back.
 *
 * <p>Open {@link dev.riffle.typed.RecordCodec} first. It maps the components of a record class to features. For
 * messages whose features are known only at run time, use {@link dev.riffle.example.Example}. To parse many messages
 * into columns, use {@code dev.riffle.parse}; the specs of a codec describe the same features there.
 *
 * <p>Codecs are immutable and safe for several threads; builders are for one thread at a time.
 */
@NullMarked
package dev.riffle.typed;

import org.jspecify.annotations.NullMarked;
