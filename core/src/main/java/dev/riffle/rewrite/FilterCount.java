package dev.riffle.rewrite;

/**
 * What a filter would choose.
 *
 * @param recordsRead how many records were read
 * @param recordsChosen how many of them are chosen
 */
public record FilterCount(long recordsRead, long recordsChosen) {}
