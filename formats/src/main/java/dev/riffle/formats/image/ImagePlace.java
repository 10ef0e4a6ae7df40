package dev.riffle.formats.image;

import dev.riffle.internal.Argument;

/**
 * Describes the place of an image for messages: {@code pets.tfrecord: record 3: feature "image/encoded"}. Immutable and
 * safe for use by several threads.
 *
 * @param source the name of the file, or of another origin of the records
 * @param record the number of the record, from 0
 * @param feature the name of the feature that holds the image
 * @since 0.1
 */
public record ImagePlace(String source, long record, String feature) {

    /**
     * Creates a place.
     *
     * @throws IllegalArgumentException if {@code record} is negative
     */
    public ImagePlace {
        Argument.present(source, "source");
        Argument.present(feature, "feature");
        if (record < 0) {
            throw new IllegalArgumentException("record must not be negative: " + record);
        }
    }

    @Override
    public String toString() {
        return source + ": record " + record + ": feature \"" + feature + "\"";
    }
}
