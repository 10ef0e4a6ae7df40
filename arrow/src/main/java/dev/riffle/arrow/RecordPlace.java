package dev.riffle.arrow;

/**
 * The place of a record, for messages.
 *
 * @param file the name of the file
 * @param record the number of the record in the file
 * @param offset the offset of the record in the file, in uncompressed bytes
 */
record RecordPlace(String file, long record, long offset) {

    @Override
    public String toString() {
        return file + ": record " + record + " at offset " + offset;
    }
}
