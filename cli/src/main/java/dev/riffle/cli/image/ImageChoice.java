package dev.riffle.cli.image;

import dev.riffle.RecordReader;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.internal.RecordPlace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Chooses an image of a file.
 *
 * @param record the number of the record, from 0
 * @param feature the name of the feature, or empty for the most likely feature
 * @param value the index of the value in the feature, from 0
 */
record ImageChoice(long record, Optional<String> feature, int value) {

    /**
     * Holds the image found.
     *
     * @param feature the name of the feature; empty if the payload itself is an image
     * @param others the names of other features that may be images
     */
    record Found(String feature, StoredImage image, List<String> others) {}

    /** Advances to the record and finds the image in it. */
    Found find(RecordReader reader) throws IOException {
        long records = 0;
        while (reader.next()) {
            if (reader.index() == record) {
                ImageFeatures features = ImageFeatures.of(reader.payloadBytes(), reader.format());
                if (features.otherType().isPresent()) {
                    throw new IOException(
                            RecordPlace.of(reader) + " " + features.otherType().get());
                }
                return find(features, reader.name());
            }
            records = reader.index() + 1;
        }
        throw new UsageException(reader.name() + ": no record " + record + "; the file has "
                + (records == 0 ? "no records" : "records 0 to " + (records - 1)));
    }

    private Found find(ImageFeatures features, String file) throws UsageException {
        String place = file + ": record " + record + ": ";
        if (feature.isEmpty()) {
            List<String> candidates = features.candidates();
            if (candidates.isEmpty()) {
                throw new UsageException(place + "no feature is an image: " + features.described());
            }
            return found(features, candidates.get(0), place, candidates.subList(1, candidates.size()));
        }
        String name = feature.get();
        if (!features.has(name) || name.equals(ImageFeatures.WHOLE_PAYLOAD)) {
            throw new UsageException(
                    place + "no feature " + Escapes.visible(name) + " of bytes: " + features.described());
        }
        return found(features, name, place, List.of());
    }

    private Found found(ImageFeatures features, String name, String place, List<String> others) throws UsageException {
        int size = features.size(name);
        if (value >= size) {
            throw new UsageException(place + title(name) + " has " + Sizes.count(size, "value")
                    + ", so --value must be below " + size + ": " + value);
        }
        StoredImage image = features.image(name, value)
                .orElseThrow(() -> new UsageException(place + title(name)
                        + " is not an image of a known format, and its size does not fit raw pixels with features"
                        + " height, width and depth"));
        return new Found(name, image, others);
    }

    /** Returns the name of a feature in messages. */
    static String title(String feature) {
        return feature.equals(ImageFeatures.WHOLE_PAYLOAD)
                ? "the record itself"
                : "feature " + Escapes.visible(feature);
    }
}
