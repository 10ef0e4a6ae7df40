package dev.riffle.parse.internal;

import org.jspecify.annotations.Nullable;

/**
 * The fault of a record, before its position is known.
 *
 * @param key the invalid feature; null if the bytes are not a valid message
 * @param expected the content that the spec expects
 * @param found the content of the record
 * @param remedy a change to the spec with which the parser would accept the record; may be empty
 */
public record ParseFault(@Nullable String key, String expected, String found, String remedy) {}
