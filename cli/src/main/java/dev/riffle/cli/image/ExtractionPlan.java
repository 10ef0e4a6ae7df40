package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Notes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps records to files. */
final class ExtractionPlan {

    /** The file with the labels that the paths of the images do not show. */
    static final ExtractedName LABELS = new ExtractedName(Optional.empty(), "labels.csv");

    private final ExtractedName.Source source;
    private final Notes notes;
    private final List<@Nullable ExtractedName> names = new ArrayList<>();
    private final Map<ExtractedName, String> places = new LinkedHashMap<>();
    private final PlannedPaths paths = new PlannedPaths();
    private final PlannedLabels labels = new PlannedLabels();

    ExtractionPlan(ExtractedName.Source source, Notes notes) {
        this.source = source;
        this.notes = notes;
    }

    /**
     * Plans the next record.
     *
     * @throws UsageException if the record has no image, or its name is invalid or already planned
     */
    void add(ImageFeatures features, String place) throws UsageException {
        ExtractedName name = ExtractedName.of(features, image(features), source, names.size());
        paths.add(name, place);
        labels.add(name, features);
        places.put(name, place);
        names.add(name);
        List<String> candidates = features.candidates();
        if (candidates.size() > 1) {
            notes.once(
                    place,
                    "only " + candidates.get(0) + " is written, not " + candidates.subList(1, candidates.size()));
        }
    }

    /** Plans no file for the next record. */
    void leaveOut() {
        names.add(null);
    }

    /** Ends the plan after the last record. */
    void end() throws UsageException {
        if (hasLabels()) {
            try {
                paths.add(LABELS, "the table of labels");
            } catch (UsageException e) {
                throw new UsageException("the table of labels cannot be written: " + e.getMessage());
            }
        }
    }

    private static StoredImage image(ImageFeatures features) throws UsageException {
        List<String> candidates = features.candidates();
        if (candidates.isEmpty()) {
            throw new UsageException("no feature is an image: " + features.described());
        }
        String name = candidates.get(0);
        if (features.size(name) > 1) {
            throw new UsageException(ImageChoice.title(name) + " has " + features.size(name)
                    + " values, but --extract needs records with one image");
        }
        return features.image(name, 0).orElseThrow();
    }

    /** Returns the content of a record's file: the stored bytes, or a PNG or JPEG of raw pixels. */
    Bytes content(ImageFeatures features, ExtractedName name) throws UsageException {
        StoredImage image = image(features);
        if (image instanceof StoredImage.Encoded encoded) {
            return encoded.bytes();
        }
        boolean jpeg = name.file().matches("(?i).*\\.(jpg|jpeg|jpe)");
        return ImageFile.content(image, jpeg ? "image.jpg" : "image.png");
    }

    /** Returns the name for a record by its number in all files; null if the plan has no file for the record. */
    @Nullable
    ExtractedName name(int record) {
        return names.get(record);
    }

    /** Returns all files to write. */
    Collection<ExtractedName> paths() {
        List<ExtractedName> all = new ArrayList<>(places.keySet());
        if (hasLabels()) {
            all.add(LABELS);
        }
        return all;
    }

    int images() {
        return places.size();
    }

    boolean hasLabels() {
        return labels.isNeeded();
    }

    Bytes labelsCsv() {
        return labels.csv();
    }
}
