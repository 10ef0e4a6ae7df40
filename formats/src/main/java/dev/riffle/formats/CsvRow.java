package dev.riffle.formats;

import java.util.BitSet;
import java.util.List;

/**
 * Holds a row of a CSV file.
 *
 * @param line the line on which the row begins, from 1
 * @param cells the texts of the cells
 * @param quoted the numbers of the cells that are in quotes
 */
record CsvRow(long line, List<String> cells, BitSet quoted) {

    /** Returns whether the line is empty, without even a quote. */
    boolean isBlank() {
        return cells.size() == 1 && cells.get(0).isEmpty() && !quoted.get(0);
    }
}
