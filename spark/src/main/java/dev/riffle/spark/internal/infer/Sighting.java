package dev.riffle.spark.internal.infer;

import java.io.Serializable;
import java.util.Comparator;

/**
 * Describes the record in which a survey found a fact. Sightings are ordered by the names of their files, then by the
 * records in a file.
 *
 * @param file the file's name
 * @param record the record's number, from 0
 * @param offset the offset of the record, in uncompressed bytes
 */
record Sighting(String file, long record, long offset) implements Serializable, Comparable<Sighting> {

    private static final Comparator<Sighting> ORDER = Comparator.comparing(Sighting::file)
            .thenComparingLong(Sighting::record)
            .thenComparingLong(Sighting::offset);

    /** Returns the earlier of two sightings. */
    static Sighting first(Sighting one, Sighting other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    @Override
    public int compareTo(Sighting other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return file + ": record " + record + " at offset " + offset;
    }
}
