package dev.riffle.formats.image;

/**
 * Where a picture stands, for messages: {@code pets.tfrecord: record 3: feature "image/encoded"}.
 *
 * @param source the name of the file, or what else the records are from
 * @param record its number, from 0
 * @param feature the name of the feature that holds the picture
 */
public record ImagePlace(String source, long record, String feature) {

    /**
     * A place.
     *
     * @throws IllegalArgumentException if the record is negative
     */
    public ImagePlace {
        if (record < 0) {
            throw new IllegalArgumentException("record must not be negative: " + record);
        }
    }

    @Override
    public String toString() {
        return source + ": record " + record + ": feature \"" + feature + "\"";
    }
}
