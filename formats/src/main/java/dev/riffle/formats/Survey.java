package dev.riffle.formats;

import dev.riffle.internal.Argument;
import java.util.List;

/**
 * The result of a survey of the complete input. Immutable and safe for use by several threads.
 *
 * @param types the kind of each column, in the order in which the columns appear
 * @param records the number of Examples
 * @param notes remarks for the user before the import, such as why a column of numbers stays text or which integers a
 *     float rounds; each is a sentence without a period
 * @since 0.1
 */
public record Survey(ColumnTypes types, long records, List<String> notes) {

    /** Copies the list. */
    public Survey {
        Argument.present(types, "types");
        Argument.allPresent(notes, "notes");
        notes = List.copyOf(notes);
    }
}
