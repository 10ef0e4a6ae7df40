package dev.riffle.cli.input;

import dev.riffle.OfRecordParts;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Holds the files that the words of a command line name, and their sets.
 *
 * @param files the files, in the order of the words
 * @param sets the sets of words that name sets: {@code name@10}, patterns and directories
 * @param named the files that the words name one by one
 */
public record InputSets(List<InputFile> files, List<RecordSet> sets, List<Path> named) {

    private static final Pattern SET = Pattern.compile("(.*)@(\\d{1,8}|\\*)([^/@*?\\[]*)", Pattern.DOTALL);

    /**
     * Finds the files and sets.
     *
     * @throws UsageException if a pattern matches no file, or two words name standard input
     */
    public static InputSets find(Terminal terminal, List<String> words) throws IOException {
        InputSets found = new InputSets(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        boolean standardInput = false;
        for (String word : words) {
            if (word.equals(Terminal.DASH)) {
                if (standardInput) {
                    throw new UsageException("-: standard input can be read only once; name it once");
                }
                standardInput = true;
                found.files.add(
                        new InputFile(Optional.empty(), ByteSource.of(terminal.in(), InputFile.STANDARD_INPUT)));
            } else {
                found.add(terminal, word);
            }
        }
        return found;
    }

    private void add(Terminal terminal, String word) throws IOException {
        Path path = terminal.path(word);
        Optional<RecordSet> set = isPlain(path, word) ? Optional.empty() : set(terminal, path, word);
        if (set.isEmpty()) {
            named.add(path);
            files.add(InputFile.of(terminal, path));
            return;
        }
        sets.add(set.get());
        set.get().files().forEach(file -> files.add(InputFile.of(terminal, file)));
    }

    /**
     * Returns whether a word names one file, or a directory of parts, which counts as one file. The error for a missing
     * file appears when the command opens the file.
     */
    private static boolean isPlain(Path path, String word) {
        if (Files.isDirectory(path)) {
            return hasParts(path);
        }
        boolean means = SET.matcher(word).matches() || word.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
        return Files.exists(path) || !means;
    }

    /**
     * Returns whether a directory has parts. Errors of the parts appear when the command opens them, so that the
     * command can read its other files.
     */
    private static boolean hasParts(Path directory) {
        try {
            return OfRecordParts.find(directory).isPresent();
        } catch (IOException e) {
            return true;
        }
    }

    private static Optional<RecordSet> set(Terminal terminal, Path path, String word) throws IOException {
        try {
            return Optional.of(RecordSet.findPartial(terminal.directory(), word));
        } catch (NoSuchFileException e) {
            if (Files.isDirectory(path)) {
                return Optional.empty();
            }
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the problems of the sets that words name: missing, duplicate or foreign shards. */
    List<String> problems() {
        return sets.stream().flatMap(set -> set.problems().stream()).toList();
    }

    /**
     * Like {@link #problems}, but also lists missing shards if the words name several files of a set one by one,
     * perhaps by a shell pattern.
     */
    public List<String> strictProblems() {
        List<String> problems = new ArrayList<>(problems());
        for (RecordSet several : groups(named)) {
            problems.addAll(several.problems());
        }
        return problems;
    }

    /**
     * Returns the sets of the files, by the names and directories of the files. One shard of several is not a set.
     */
    public List<RecordSet> groups() {
        List<Path> paths = new ArrayList<>();
        files.forEach(file -> file.path().ifPresent(paths::add));
        return groups(paths);
    }

    private static List<RecordSet> groups(List<Path> paths) {
        Map<Path, List<Path>> shards = new LinkedHashMap<>();
        for (Path file : paths) {
            beginning(file)
                    .ifPresent(beginning -> shards.computeIfAbsent(beginning, none -> new ArrayList<>())
                            .add(file));
        }
        return shards.values().stream()
                .filter(files -> files.size() > 1 || isWhole(files.get(0)))
                .map(RecordSet::ofPartial)
                .toList();
    }

    /** Returns the directories that words name, and the directories of the sets that words name. */
    Set<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        named.stream().filter(Files::isDirectory).forEach(folders::add);
        for (RecordSet set : sets) {
            for (Path file : set.files()) {
                Path parent = file.getParent();
                folders.add(parent == null ? Path.of("") : parent);
            }
        }
        return folders;
    }

    /**
     * Reports missing, duplicate or foreign shards. Returns {@code FINDINGS} if the sets have any. Only commands that
     * do not write files use this method.
     */
    public ExitCode report(Terminal terminal) {
        List<String> problems = problems();
        problems.forEach(problem -> terminal.report("note: " + problem));
        return problems.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    /** Returns whether a file is the only shard of its set. */
    private static boolean isWhole(Path file) {
        return ShardNames.parse(file.getFileName()).names().count() == 1;
    }

    /** Returns the path of the directory with the common prefix of the shard names. */
    private static Optional<Path> beginning(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        try {
            return Optional.of(ShardNames.parse(absolute).names().prefix());
        } catch (IllegalArgumentException noShard) {
            return Optional.empty();
        }
    }
}
