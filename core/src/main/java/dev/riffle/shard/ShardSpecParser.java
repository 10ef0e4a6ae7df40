package dev.riffle.shard;

import dev.riffle.OfRecordParts;
import dev.riffle.RecordReader;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.internal.Argument;
import dev.riffle.internal.FilePattern;
import dev.riffle.internal.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the files that a word names. */
final class ShardSpecParser {

    /** Matches {@code name@10.gz} and {@code name@*}. */
    private static final Pattern SET = Pattern.compile("(.*)@(\\d{1,8}|\\*)([^/@*?\\[]*)", Pattern.DOTALL);

    private ShardSpecParser() {}

    /** Returns the existing files that a word names, in name order. */
    static List<Path> files(Path directory, String word) throws IOException {
        Path plain;
        try {
            plain = directory.resolve(word);
        } catch (InvalidPathException e) {
            throw Argument.noPath(word, "word", "a path, a pattern or a set", e);
        }
        if (Files.isDirectory(plain)) {
            return inDirectory(plain);
        }
        if (Files.exists(plain)) {
            return List.of(plain);
        }
        Optional<List<Path>> shards = shards(directory, word);
        if (shards.isPresent()) {
            return shards.get();
        }
        List<Path> matches = FilePattern.isPattern(word) ? FilePattern.files(directory, word) : List.of();
        if (matches.isEmpty()) {
            throw new NoSuchFileException(
                    word,
                    null,
                    FilePattern.isPattern(word) ? "no file matches this pattern" : "no such file; check the path");
        }
        return matches;
    }

    private static Optional<List<Path>> shards(Path directory, String word) throws IOException {
        Matcher set = SET.matcher(word);
        if (!set.matches() || set.group(1).isEmpty() || set.group(1).endsWith("/")) {
            return Optional.empty();
        }
        if (!set.group(2).equals("*")) {
            checkCount(word, Integer.parseInt(set.group(2)));
        }
        Path first = directory.resolve(set.group(1));
        Path parent = first.getParent();
        String prefix = first.getFileName().toString();
        List<Path> found = new ArrayList<>();
        Path listed = parent == null ? first.getFileSystem().getPath("") : parent;
        if (Files.isDirectory(listed)) {
            for (Path entry :
                    Directories.entries(listed, each -> isOf(each.getFileName(), prefix, set.group(2), set.group(3)))) {
                found.add(listed.resolve(entry.getFileName()));
            }
        }
        if (found.isEmpty()) {
            if (FilePattern.isPattern(word)
                    && !FilePattern.files(directory, word).isEmpty()) {
                return Optional.empty();
            }
            throw new NoSuchFileException(
                    word,
                    null,
                    "no such set: expected files like " + prefix + "-00000-of-"
                            + (set.group(2).equals("*")
                                    ? "*" + set.group(3)
                                    : new ShardNames(first.getFileName(), Integer.parseInt(set.group(2)), set.group(3))
                                            .path(0)
                                            .toString()
                                            .substring(prefix.length() + "-00000-of-".length())));
        }
        found.sort(Comparator.comparing(Path::toString));
        return Optional.of(found);
    }

    private static void checkCount(String word, int count) {
        if (count < 1 || count > ShardNames.MAX_SHARDS) {
            throw new IllegalArgumentException(
                    word + ": number of shards must be at least 1 and at most " + ShardNames.MAX_SHARDS);
        }
    }

    private static boolean isOf(Path name, String prefix, String count, String suffix) {
        return ShardNames.find(name)
                .map(ShardNames.Member::names)
                .filter(names -> names.prefix().toString().equals(prefix)
                        && names.suffix().equals(suffix)
                        && (count.equals("*") || names.count() == Integer.parseInt(count)))
                .isPresent();
    }

    /** Returns the record files of a directory: its shards, and other files that a reader recognizes. */
    private static List<Path> inDirectory(Path directory) throws IOException {
        Optional<OfRecordParts> parts = OfRecordParts.find(directory);
        if (parts.isPresent()) {
            return List.of(directory);
        }
        List<Path> files = Directories.entries(directory, entry -> {
            String name = entry.getFileName().toString();
            return !name.startsWith(".") && !name.startsWith("_") && Files.isRegularFile(entry);
        });
        files.sort(Comparator.comparing(Path::toString));
        List<Path> records = new ArrayList<>();
        for (Path file : files) {
            if (ShardGroups.isShard(file) || isRecordFile(file)) {
                records.add(file);
            }
        }
        if (records.isEmpty()) {
            throw new NoSuchFileException(directory.toString(), null, "no record files in this directory");
        }
        return records;
    }

    private static boolean isRecordFile(Path file) throws IOException {
        try {
            RecordReader.open(file).close();
            return true;
        } catch (UnrecognizedFileException e) {
            return false;
        }
    }
}
