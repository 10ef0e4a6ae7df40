package dev.riffle.cli.image;

import dev.riffle.io.Bytes;

/**
 * The labels of images as a table that {@code --labels} reads. The table is needed if a label is not the folder of
 * its image. If the images have their own paths, the table lists all of them, because it then is the only list of
 * the images.
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
