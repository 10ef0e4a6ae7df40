package dev.riffle.cli.input;

import dev.riffle.OfRecordParts;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.FilePattern;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
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
 * @param sets the sets that words name: {@code name@10}, and the sets in directories
 * @param named the files that the words name one by one, or by a pattern; the result is the same if the shell expands
 *     the pattern
 * @param folders the directories that words name, or whose files a pattern or a set names
 */
public record InputSets(List<InputFile> files, List<RecordSet> sets, List<Path> named, Set<Path> folders) {

    private static final Pattern SET = Pattern.compile("(.*)@(\\d{1,8}|\\*)([^/@*?\\[]*)", Pattern.DOTALL);

    /**
     * Finds the files and sets.
     *
     * @throws UsageException if a pattern matches no file, or two words name standard input
     */
    public static InputSets find(Terminal terminal, List<String> words) throws IOException {
        return find(terminal, words, (found, word) -> found.add(terminal, word));
    }

    /** Like {@link #find}, but a pattern or a set without files becomes a file whose opening fails. */
    static InputSets findForProof(Terminal terminal, List<String> words) throws IOException {
        return find(terminal, words, (found, word) -> {
            try {
                found.add(terminal, word);
            } catch (IOException e) {
                found.files.add(InputFile.failing(terminal, terminal.path(word), e));
            }
        });
    }

    /** Adds the files of a word. */
    private interface Addition {
        void to(InputSets found, String word) throws IOException;
    }

    private static InputSets find(Terminal terminal, List<String> words, Addition addition) throws IOException {
        InputSets found = new InputSets(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashSet<>());
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
                addition.to(found, word);
            }
        }
        return found;
    }

    private void add(Terminal terminal, String word) throws IOException {
        Path path = terminal.path(word);
        if (Files.exists(path)) {
            addPath(terminal, path);
        } else if (SET.matcher(word).matches()) {
            addSet(terminal, word);
        } else if (FilePattern.isPattern(word)) {
            addPattern(terminal, word);
        } else {
            // The error for a missing file appears when the command opens the file.
            addPath(terminal, path);
        }
    }

    private void addPath(Terminal terminal, Path path) throws IOException {
        if (Files.isDirectory(path)) {
            folders.add(path);
            if (!hasParts(path)) {
                addDirectory(terminal, path);
                return;
            }
        }
        named.add(path);
        files.add(InputFile.of(terminal, path));
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

    /** Adds the record files of a directory. Errors appear when the command opens the directory. */
    private void addDirectory(Terminal terminal, Path directory) throws IOException {
        List<Path> found;
        try {
            found = RecordSet.findPartial(directory, "").files();
        } catch (NoSuchFileException e) {
            IOException failure = new UsageException("no record files in " + InputFile.shown(terminal, directory));
            files.add(
                    InputFile.isSavedModel(directory)
                            ? InputFile.of(terminal, directory)
                            : InputFile.failing(terminal, directory, failure));
            return;
        }
        byPrefix(found).values().forEach(shards -> sets.add(RecordSet.ofPartial(shards)));
        found.forEach(file -> files.add(InputFile.of(terminal, file)));
    }

    private void addSet(Terminal terminal, String word) throws IOException {
        RecordSet set;
        try {
            set = RecordSet.findPartial(terminal.directory(), word);
        } catch (NoSuchFileException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        sets.add(set);
        for (Path file : set.files()) {
            addParent(file);
            files.add(InputFile.of(terminal, file));
        }
    }

    private void addPattern(Terminal terminal, String word) throws IOException {
        List<Path> matches;
        try {
            matches = FilePattern.expand(terminal.directory(), word);
        } catch (AccessDeniedException e) {
            throw InputFile.explained(InputFile.shown(terminal, Path.of(e.getFile())), e);
        }
        if (matches.isEmpty()) {
            throw new UsageException(word + ": no file matches this pattern");
        }
        for (Path match : matches) {
            addParent(match);
            addPath(terminal, match);
        }
    }

    private void addParent(Path file) {
        Path parent = file.getParent();
        folders.add(parent == null ? Path.of("") : parent);
    }

    /**
     * Returns the missing, duplicate or foreign shards of the sets. One file alone is not a set if a word or a pattern
     * names it, but it is one in a directory.
     */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        sets.forEach(set -> problems.addAll(set.problems()));
        for (List<Path> shards : byPrefix(named).values()) {
            if (shards.size() > 1 && groups(shards).stream().anyMatch(InputSets::isIncomplete)) {
                problems.addAll(RecordSet.ofPartial(shards).problems());
            }
        }
        return problems;
    }

    private static boolean isIncomplete(RecordSet set) {
        return !set.problems().isEmpty();
    }

    /** Returns the shards by the prefixes of their names, in any directory. */
    private static Map<String, List<Path>> byPrefix(List<Path> paths) {
        Map<String, List<Path>> shards = new LinkedHashMap<>();
        for (Path file : paths) {
            beginning(file)
                    .ifPresent(beginning -> shards.computeIfAbsent(
                                    beginning.getFileName().toString(), none -> new ArrayList<>())
                            .add(file));
        }
        return shards;
    }

    /**
     * Returns the sets of the files, by the names and directories of the files. One shard of several is not a set.
     */
    public List<RecordSet> groups() {
        List<Path> paths = new ArrayList<>();
        files.forEach(file -> file.path().ifPresent(paths::add));
        return groups(paths).stream()
                .filter(set -> set.files().size() > 1 || isWhole(set.files().get(0)))
                .toList();
    }

    /** Returns the shards of each directory and prefix. */
    private static List<RecordSet> groups(List<Path> paths) {
        Map<Path, List<Path>> shards = new LinkedHashMap<>();
        for (Path file : paths) {
            beginning(file)
                    .ifPresent(beginning -> shards.computeIfAbsent(beginning, none -> new ArrayList<>())
                            .add(file));
        }
        return shards.values().stream().map(RecordSet::ofPartial).toList();
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
        return ShardNames.find(file.toAbsolutePath().normalize())
                .map(member -> member.names().prefix());
    }
}
