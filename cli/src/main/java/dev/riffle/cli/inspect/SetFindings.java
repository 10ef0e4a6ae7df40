package dev.riffle.cli.inspect;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports the problems of sets: missing, duplicate or foreign shards, and shards that contradict the manifest of
 * the set.
 */
final class SetFindings {

    private final Terminal terminal;
    private final Style style;
    private final int threads;
    private final Map<Path, Long> counted = new ConcurrentHashMap<>();
    private final Set<Path> failed = ConcurrentHashMap.newKeySet();
    private long count;

    SetFindings(Terminal terminal, Style style, int threads) {
        this.terminal = terminal;
        this.style = style;
        this.threads = threads;
    }

    /**
     * Marks a file that already has a finding, unless {@link #counted} adds its count later. Any thread may call this
     * method.
     */
    void failed(Path file) {
        failed.add(file);
    }

    /** Adds the count of a file without damage. Any thread may call this method. */
    void counted(Path file, long records) {
        failed.remove(file);
        counted.put(file, records);
    }

    /** Reports the problems of these sets, without the problems of single files. */
    ExitCode report(InputSets sets) throws IOException {
        for (String problem : sets.problems()) {
            problem(problem);
        }
        for (RecordSet set : sets.groups()) {
            checkManifest(set);
        }
        return count == 0 ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private void problem(String problem) throws IOException {
        int colon = problem.indexOf(": ");
        print(problem.substring(0, Math.max(colon, 0)), "set", "a complete set", problem, problem);
    }

    private void checkManifest(RecordSet set) throws IOException {
        Optional<SetManifest> manifest;
        try {
            manifest = manifest(set);
        } catch (IOException e) {
            String said = String.valueOf(e.getMessage());
            print(said.substring(0, Math.max(said.indexOf(": "), 0)), "manifest", "a manifest", said, said);
            return;
        }
        if (manifest.isPresent()) {
            compare(set, manifest.get());
        }
    }

    private void compare(RecordSet set, SetManifest manifest) throws IOException {
        Map<String, Long> records = new HashMap<>();
        Set<String> reported = new HashSet<>();
        List<InputFile> files = new ArrayList<>();
        for (Path file : set.files()) {
            String name = file.getFileName().toString();
            Long its = counted.get(file);
            // Without a number, the check would read a damaged file again.
            records.put(name, its == null ? 0L : its);
            if (failed.contains(file)) {
                reported.add(name);
            }
            files.add(InputFile.of(terminal, file));
        }
        Path directory = Optional.ofNullable(set.files().get(0).toAbsolutePath().getParent())
                .orElseThrow();
        List<SetManifest.Finding> findings;
        try (ProgressBar progress = ProgressBar.over(terminal, "compare with manifest", InputFile.sources(files))) {
            findings = manifest.check(directory, records, threads, progress::moved);
        }
        long before = count;
        for (SetManifest.Finding finding : findings) {
            boolean ofSet = set.problems().stream().anyMatch(problem -> problem.contains(finding.file()));
            if (!ofSet && !reported.contains(finding.file())) {
                print(
                        finding.file(),
                        "manifest_" + finding.kind().name().toLowerCase(Locale.ROOT),
                        finding.expected(),
                        finding.found(),
                        finding.toString());
            }
        }
        if (count > before && style == Style.TEXT) {
            Path first = directory.resolve(manifest.shards().get(0).name());
            terminal.printLine("the manifest is "
                    + SetManifest.pathOf(ShardNames.parse(first).names())
                    + "; if the files are correct, delete it, or write the set again with 'riffle split'");
        }
    }

    /** Returns the manifest of a set, even if shards are missing, because the manifest lists them. */
    private static Optional<SetManifest> manifest(RecordSet set) throws IOException {
        if (set.names().isPresent() || set.problems().isEmpty()) {
            return set.manifest();
        }
        for (Path file : set.files()) {
            Optional<Path> path = manifestOf(file).filter(Files::exists);
            if (path.isPresent()) {
                return Optional.of(SetManifest.read(path.get()));
            }
        }
        return Optional.empty();
    }

    /** Returns the path of the manifest of the set to which a file belongs by its name. */
    private static Optional<Path> manifestOf(Path file) {
        return ShardNames.find(file).map(member -> SetManifest.pathOf(member.names()));
    }

    private void print(String file, String reason, String expected, String found, String text) throws IOException {
        count++;
        if (style == Style.TEXT) {
            terminal.printLine(Paint.BAD, text);
            return;
        }
        StringBuilder line = new StringBuilder();
        new JsonWriter(line)
                .beginObject()
                .name("file")
                .string(file)
                .name("reason")
                .string(reason)
                .name("expected")
                .string(expected)
                .name("found")
                .string(found)
                .endObject();
        terminal.printLine(line.toString());
    }
}
