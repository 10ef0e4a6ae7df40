package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.UsageException;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Collects the files and directories of an extraction. Rejects conflicts, even if only a file system that ignores case
 * has them.
 */
final class PlannedPaths {

    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> folders = new HashMap<>();

    /**
     * Adds a file and its directories.
     *
     * @param place the record that needs the file
     * @throws UsageException if the name conflicts with a planned name
     */
    void add(ExtractedName name, String place) throws UsageException {
        String path = name.path();
        String taken = files.get(key(path));
        if (taken != null) {
            throw inTheWay("the file " + Escapes.visible(path) + " is that of " + taken);
        }
        String folderOf = folders.get(key(path));
        if (folderOf != null) {
            throw inTheWay("the file " + Escapes.visible(path) + " is a folder for " + folderOf);
        }
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String folder = path.substring(0, slash);
            String fileOf = files.get(key(folder));
            if (fileOf != null) {
                throw inTheWay("the folder " + Escapes.visible(folder) + " is the file of " + fileOf);
            }
        }
        files.put(key(path), place);
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            folders.putIfAbsent(key(path.substring(0, slash)), place);
        }
    }

    private static UsageException inTheWay(String what) {
        return new UsageException(what + " already; " + ExtractedName.REMEDY);
    }

    /**
     * Returns the key of a path. File names that some file system treats as equal have equal keys. Directories of
     * labels may differ only in case.
     */
    private static String key(String path) {
        int slash = path.lastIndexOf('/') + 1;
        String name = Normalizer.normalize(path.substring(slash), Normalizer.Form.NFC);
        return path.substring(0, slash) + name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
