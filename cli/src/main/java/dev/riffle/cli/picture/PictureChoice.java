package dev.riffle.cli.picture;

import dev.riffle.RecordReader;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Chooses a picture of a file.
 *
 * @param record the number of the record, from 0
 * @param feature the name of the feature, or empty for the most likely one
 * @param value the index of the value in the feature, from 0
 */
record PictureChoice(long record, Optional<String> feature, int value) {

    /**
     * The picture found.
     *
     * @param feature the name of the feature; empty if the payload itself is a picture
     * @param others the names of other features that may be pictures
     */
    record Found(String feature, StoredPicture picture, List<String> others) {}

    /** Advances to the record and finds the picture in it. */
    Found find(RecordReader reader) throws IOException {
        long records = 0;
        while (reader.next()) {
            if (reader.index() == record) {
                return find(PictureFeatures.of(reader.payloadBytes(), reader.format()), reader.name());
            }
            records = reader.index() + 1;
        }
        throw new UsageException(reader.name() + ": there is no record " + record + ", but "
                + (records == 0 ? "none at all" : "0 to " + (records - 1) + " only"));
    }

    private Found find(PictureFeatures features, String file) throws UsageException {
        String place = file + ": record " + record + ": ";
        if (feature.isEmpty()) {
            List<String> candidates = features.candidates();
            if (candidates.isEmpty()) {
                throw new UsageException(place + "no feature is a picture: " + features.described());
            }
            return found(features, candidates.get(0), place, candidates.subList(1, candidates.size()));
        }
        String name = feature.get();
        if (!features.has(name) || name.equals(PictureFeatures.WHOLE_PAYLOAD)) {
            throw new UsageException(
                    place + "there is no feature " + Escapes.visible(name) + " of bytes: " + features.described());
        }
        return found(features, name, place, List.of());
    }

    private Found found(PictureFeatures features, String name, String place, List<String> others)
            throws UsageException {
        int size = features.size(name);
        if (value >= size) {
            throw new UsageException(place + title(name) + " has " + Sizes.count(size, "value")
                    + ", so --value must be below " + size + ": " + value);
        }
        StoredPicture picture = features.picture(name, value)
                .orElseThrow(
                        () -> new UsageException(place + title(name) + " is no picture of a known format, nor are there"
                                + " features height, width and depth with which it could be raw pixels"));
        return new Found(name, picture, others);
    }

    /** Returns the name of a feature in messages. */
    static String title(String feature) {
        return feature.equals(PictureFeatures.WHOLE_PAYLOAD)
                ? "the record itself"
                : "feature " + Escapes.visible(feature);
    }
}
