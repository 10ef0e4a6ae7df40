package dev.riffle;

import dev.riffle.internal.Argument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The part files of a directory, by index. */
final class PartListing {

    private static final int MOST_REPORTED = 5;

    private final Path directory;
    private final PartNames names;
    private final TreeMap<Integer, List<Path>> byIndex = new TreeMap<>();

    /** The name of a file whose name continues after the index, as Spark writes it. */
    private String longName = "";

    /** The files whose names continue after the index. Without this list they would be ignored silently. */
    private final List<String> others = new ArrayList<>();

    private PartListing(Path directory, PartNames names) {
        this.directory = directory;
        this.names = names;
    }

    static PartListing of(Path directory, PartNames names) throws IOException {
        PartListing listing = new PartListing(directory, names);
        try (Stream<Path> files = Files.list(directory)) {
            files.sorted().forEach(listing::add);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return listing;
    }

    private void add(Path file) {
        String name = String.valueOf(file.getFileName());
        int index = names.index(name);
        if (index >= 0 && !Files.isDirectory(file)) {
            byIndex.computeIfAbsent(index, key -> new ArrayList<>()).add(file);
        } else if (name.startsWith(names.prefix())) {
            longName = longName.isEmpty() ? name : longName;
            if (names.isLikeIndex(name) && !Files.isDirectory(file)) {
                others.add(name);
            }
        }
    }

    boolean isEmpty() {
        return byIndex.isEmpty();
    }

    /** Returns the file of each index. {@link #check()} makes sure that each index has exactly one file. */
    List<Path> files() {
        return byIndex.values().stream().map(files -> files.get(0)).toList();
    }

    /** Throws if the dataset is incomplete or ambiguous. */
    void check() throws FileSystemException {
        if (isEmpty()) {
            String instead = longName.isEmpty() ? "" : "; found " + longName + ", which must be renamed";
            throw new NoSuchFileException(
                    directory.toString(),
                    null,
                    "directory without parts: expected files named "
                            + Argument.shown(names.name(0) + ", " + names.name(1)) + " and so on"
                            + (names.suffixLength() == 0 ? ", or with leading zeros" : "") + Argument.shown(instead));
        }
        List<String> twice = byIndex.values().stream()
                .filter(files -> files.size() > 1)
                .map(files -> String.join(
                        " and ",
                        files.stream()
                                .map(file -> String.valueOf(file.getFileName()))
                                .toList()))
                .toList();
        if (!twice.isEmpty()) {
            throw failure("several files for the same part: " + reported(twice, twice.size()) + "; keep one of each");
        }
        if (!others.isEmpty() && names.suffixLength() == 0) {
            throw failure("files that are not parts but have similar names: " + reported(others, others.size())
                    + "; rename or remove them, or specify the prefix and the number of digits of the parts");
        }
        checkNoGap();
    }

    /** Throws if the dataset has another number of parts. */
    void checkCount(int expected) throws FileSystemException {
        int found = byIndex.size();
        if (found < expected) {
            throw failure("parts are missing: expected " + expected + ", found " + found + "; the last part is "
                    + shown(byIndex.lastEntry().getValue().get(0)));
        }
        if (found > expected) {
            throw failure("too many parts: expected " + expected + ", found " + found
                    + "; the first surplus part is "
                    + shown(files().get(expected)));
        }
    }

    private void checkNoGap() throws FileSystemException {
        List<String> missing = new ArrayList<>();
        int expected = 0;
        for (int index : byIndex.keySet()) {
            while (expected < index && missing.size() < MOST_REPORTED) {
                missing.add(names.name(expected++));
            }
            expected = index + 1;
        }
        int count = byIndex.lastKey() + 1 - byIndex.size();
        if (count > 0) {
            throw failure("parts are missing: " + reported(missing, count) + ", but found "
                    + shown(byIndex.lastEntry().getValue().get(0))
                    + "; without them the dataset is incomplete");
        }
    }

    private FileSystemException failure(String reason) {
        return new FileSystemException(directory.toString(), null, reason);
    }

    private static String shown(Path file) {
        return Argument.shown(String.valueOf(file.getFileName()));
    }

    private static String reported(List<String> names, int count) {
        List<String> first = names.subList(0, Math.min(names.size(), MOST_REPORTED));
        int more = count - first.size();
        return Argument.shown(String.join(", ", first)) + (more > 0 ? " and " + more + " more" : "");
    }
}
