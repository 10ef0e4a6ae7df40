package dev.riffle.parse.internal;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a record, before its place is known.
 *
 * @param key the feature at fault; null if the bytes are no message
 * @param expected what the spec asks for
 * @param found what the record has instead
 * @param remedy what to change in the spec; may be empty
 */
public record ParseFault(@Nullable String key, String expected, String found, String remedy) {}
