package dev.riffle.rewrite;

/**
 * Holds the number of records that a filter chooses. Immutable.
 *
 * @param recordsRead number of records read
 * @param recordsChosen number of records that meet the condition
 * @since 0.1
 */
public record FilterCount(long recordsRead, long recordsChosen) {}
