package dev.riffle.parse.internal;

/** Reads bodies of bytes lists that contain only values: a sequence of tag, length and bytes. */
final class Strings {

    private Strings() {}

    /** Returns the number of values, or -1 if the body contains other data. */
    static int count(byte[] array, int from, int to) {
        int count = 0;
        int at = from;
        while (at < to) {
            at = array[at] == Tags.FIELD_1 ? Lengths.bodyEnd(array, at + 1, to) : -1;
            if (at < 0) {
                return -1;
            }
            count++;
        }
        return count;
    }

    /** Appends the values to a column. Returns the number of values, or -1 if the body contains other data. */
    static int addTo(Column column, byte[] array, int from, int to) {
        int count = 0;
        int at = from;
        while (at < to) {
            int end = array[at] == Tags.FIELD_1 ? Lengths.bodyEnd(array, at + 1, to) : -1;
            if (end < 0) {
                return -1;
            }
            int value = array[at + 1] >= 0 ? at + 2 : Lengths.bodyBegin(array, at + 1);
            column.addString(array, value, end);
            at = end;
            count++;
        }
        return count;
    }
}
