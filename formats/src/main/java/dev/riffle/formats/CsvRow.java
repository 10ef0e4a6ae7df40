package dev.riffle.formats;

import java.util.BitSet;
import java.util.List;

/**
 * One row of a CSV file.
 *
 * @param line the line on which it begins, from 1
 * @param cells the texts of its cells
 * @param quoted which cells are in quotes
 */
record CsvRow(long line, List<String> cells, BitSet quoted) {

    /** Whether the line has nothing on it, not even a quote. */
    boolean isBlank() {
        return cells.size() == 1 && cells.get(0).isEmpty() && !quoted.get(0);
    }
}
