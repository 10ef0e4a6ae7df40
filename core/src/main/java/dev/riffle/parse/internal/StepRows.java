package dev.riffle.parse.internal;

import dev.riffle.tensor.Values;

/**
 * The values of one feature list in steps, with the steps of each record of a batch.
 *
 * @param steps the values, with one row for each step of all records
 * @param recordSplits INT32: element i is the first step of record i, and element i + 1 is the end of its steps
 */
public record StepRows(ValueRows steps, Values recordSplits) {

    /** Returns the number of the record that contains a step. */
    public int recordOf(int step) {
        int record = 0;
        while (record + 2 < recordSplits.size() && recordSplits.intAt(record + 1) <= step) {
            record++;
        }
        return record;
    }
}
