package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Names the file for a record's image, below the directory of the extraction.
 *
 * @param folder the path of its directory, with slashes: the label, or the directory of {@code image/filename}; empty
 *     for
 *     none
 * @param file the name of the file
 */
record ExtractedName(Optional<String> folder, String file) {

    private static final int MOST_BYTES = 255;
    private static final int MOST_PATH_LENGTH = 1024;
    private static final String RESERVED = ":*?\"<>|";
    private static final String FILENAME = "image/filename";
    private static final String LABEL_TEXT = "image/class/text";
    private static final List<String> DEVICES = List.of("con", "prn", "aux", "nul");

    /** The remedy for an invalid name. */
    static final String REMEDY = "--numbered names files by record number";

    /** Lists the sources of the file names. */
    enum Source {
        /**
         * The feature {@code image/filename}, or without it the number of the record. Labels must be valid names of
         * directories.
         */
        FILENAME_FEATURE,
        /** The number of the record. A label that is not a valid name of a directory is ignored. */
        RECORD_NUMBER
    }

    /**
     * Returns the name for a record.
     *
     * @param number the number of the record in all files, from 0
     * @throws UsageException if the name in the record is not a plain file name on every system
     */
    static ExtractedName of(ImageFeatures features, StoredImage image, Source source, long number)
            throws UsageException {
        boolean named = source == Source.FILENAME_FEATURE && features.has(FILENAME);
        String file = named
                ? checkedPath(text(features, FILENAME))
                : String.format(Locale.ROOT, "%08d.%s", number, ImageFile.ending(image));
        int slash = file.lastIndexOf('/');
        return slash < 0
                ? new ExtractedName(labelFolder(features, source), file)
                : new ExtractedName(Optional.of(file.substring(0, slash)), file.substring(slash + 1));
    }

    private static Optional<String> labelFolder(ImageFeatures features, Source source) throws UsageException {
        if (!features.has(LABEL_TEXT)) {
            return Optional.empty();
        }
        if (source == Source.RECORD_NUMBER) {
            return features.text(LABEL_TEXT).filter(text -> problem(text).isEmpty());
        }
        return Optional.of(checked(LABEL_TEXT, text(features, LABEL_TEXT)));
    }

    private static String text(ImageFeatures features, String feature) throws UsageException {
        return features.text(feature)
                .orElseThrow(() ->
                        new UsageException(feature + " is not one UTF-8 text, so it cannot name a file; " + REMEDY));
    }

    private static String checkedPath(String path) throws UsageException {
        if (path.length() > MOST_PATH_LENGTH) {
            throw rejection(
                    FILENAME, "is longer than " + MOST_PATH_LENGTH + " characters", path.substring(0, 40) + "...");
        }
        if (path.startsWith("/")) {
            throw rejection(FILENAME, "begins with a slash", path);
        }
        for (String name : path.split("/", -1)) {
            String problem = problem(name);
            if (!problem.isEmpty()) {
                throw rejection(FILENAME, name.equals(path) ? problem : "has a part that " + problem, path);
            }
        }
        return path;
    }

    private static String checked(String feature, String name) throws UsageException {
        String problem = problem(name);
        if (!problem.isEmpty()) {
            throw rejection(feature, problem, name);
        }
        return name;
    }

    private static UsageException rejection(String feature, String problem, String name) {
        return new UsageException(
                feature + " " + problem + ", so it cannot name a file: \"" + Escapes.visible(name) + "\"; " + REMEDY);
    }

    /** Returns the reason why a text is not a plain file name; empty for a plain file name. */
    static String problem(String name) {
        if (name.isEmpty()) {
            return "is empty";
        }
        if (name.startsWith(".")) {
            return "begins with a period";
        }
        if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
            return "is a path";
        }
        if (!Escapes.visible(name).equals(name)) {
            return "has invisible characters";
        }
        if (name.chars().anyMatch(c -> RESERVED.indexOf(c) >= 0)) {
            return "has one of " + RESERVED;
        }
        if (name.endsWith(".") || name.endsWith(" ")) {
            return "ends with a period or a space";
        }
        int dot = name.indexOf('.');
        String first = (dot < 0 ? name : name.substring(0, dot)).strip().toLowerCase(Locale.ROOT);
        if (DEVICES.contains(first) || first.matches("(com|lpt)[0-9\u00b9\u00b2\u00b3]")) {
            return "is the name of a device on Windows";
        }
        return name.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES ? "is longer than 255 bytes" : "";
    }

    /** Returns the path below the directory of the extraction, with a slash. */
    String path() {
        return folder.map(label -> label + "/").orElse("") + file;
    }
}
