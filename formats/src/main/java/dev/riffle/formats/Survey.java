package dev.riffle.formats;

import java.util.List;

/**
 * What one look over the whole input has found.
 *
 * @param types the kind of each column, in the order in which the columns appear
 * @param records how many Examples there will be
 * @param notes what somebody may want to know before the import: why a column of numbers stays text, which integers a
 *     float rounds; each is a sentence without a period
 */
public record Survey(ColumnTypes types, long records, List<String> notes) {

    /** Copies the list. */
    public Survey {
        notes = List.copyOf(notes);
    }
}
