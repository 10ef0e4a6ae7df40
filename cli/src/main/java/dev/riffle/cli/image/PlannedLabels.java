package dev.riffle.cli.image;

import dev.riffle.io.Bytes;

/**
 * Writes the labels of images as a table that {@code --labels} reads. An extraction needs the table if a label is not
 * the directory of its image. If records contain paths for the images, the table lists all images, because no other
 * list of them exists.
 */
final class PlannedLabels {

    private final StringBuilder besideFolders = new StringBuilder();
    private final StringBuilder all = new StringBuilder();
    private boolean ownPaths;

    /** Adds a record's label. */
    void add(ExtractedName name, ImageFeatures features) {
        String text = features.text("image/class/text").orElse("");
        String label = text.isEmpty()
                ? features.number("image/class/label").map(String::valueOf).orElse("")
                : text;
        if (label.isEmpty()) {
            return;
        }
        boolean inFolder = name.folder().isPresent() && name.folder().get().equals(text);
        String row = cell(name.path()) + "," + cell(label) + "\n";
        all.append(row);
        if (!inFolder) {
            besideFolders.append(row);
            ownPaths |= name.folder().isPresent();
        }
    }

    boolean isNeeded() {
        return besideFolders.length() > 0;
    }

    Bytes csv() {
        return Bytes.ofUtf8("file,label\n" + (ownPaths ? all : besideFolders));
    }

    private static String cell(String text) {
        return text.matches("[^,\"\r\n]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
