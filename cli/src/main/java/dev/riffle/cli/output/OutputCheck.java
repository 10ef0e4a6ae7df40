package dev.riffle.cli.output;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.shard.ShardNames;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Rejects outputs of a command that are also inputs or other outputs. Every file in an input directory counts as an
 * input, because the next run would read it even if this run does not.
 */
public final class OutputCheck {

    private final Terminal terminal;
    private final Map<Path, String> inputs = new LinkedHashMap<>();
    private final Map<Path, String> outputs = new HashMap<>();
    private boolean standardOutput;

    public OutputCheck(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Adds input files. Pipes and devices may be inputs and outputs at the same time. */
    public OutputCheck reads(List<InputFile> files) {
        for (InputFile file : files) {
            file.path().ifPresent(path -> reads(path, file.name()));
        }
        return this;
    }

    /** Adds an input file or directory. */
    public OutputCheck reads(Path path, String shown) {
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            inputs.putIfAbsent(place(path), shown);
        }
        return this;
    }

    /** Rejects record files that the command must not write. */
    public OutputCheck writes(OutputFiles target) throws UsageException {
        if (target.shards() > 0 && target.naming() == OutputFiles.Naming.SHARDS) {
            checkPrefix(target.output());
        }
        for (String name : target.names()) {
            writes(name);
        }
        if (target.shards() > 0
                && target.naming() == OutputFiles.Naming.SHARDS
                && target.existing() == OutputFiles.Existing.REPLACE) {
            replacesNone(target.names().get(0));
        }
        return this;
    }

    /** Rejects shards whose number is not known yet. No input may have a name that one of the shards may get. */
    public OutputCheck writesShards(String prefix) throws UsageException {
        checkPrefix(prefix);
        String first = prefix + "-00000-of-00001";
        Optional<Path> shards = prefix(place(terminal.path(first)));
        for (Map.Entry<Path, String> input : inputs.entrySet()) {
            if (prefix(input.getKey()).equals(shards)) {
                throw new UsageException(
                        input.getValue() + ": is an input, and a shard may get its name; choose another output");
            }
        }
        return writes(first);
    }

    private static Optional<Path> prefix(Path file) {
        return ShardNames.find(file).map(member -> member.names().prefix());
    }

    /**
     * Rejects a prefix of shards that has no file name. With only the name of a directory, the shards would appear next
     * to the directory.
     */
    private void checkPrefix(String prefix) throws UsageException {
        boolean none = prefix.isEmpty() || prefix.endsWith("/") || prefix.endsWith(File.separator);
        Path name = none ? null : Path.of(prefix).getFileName();
        if (name == null
                || name.toString().equals(".")
                || name.toString().equals("..")
                || Files.isDirectory(terminal.path(prefix))) {
            throw new UsageException((prefix.isEmpty() ? "-o" : prefix) + ": is a directory; name a file in it, as in "
                    + prefix + (none ? "" : "/") + "train");
        }
    }

    /** Rejects a set that would replace an input set of the same name with another number of shards. */
    private void replacesNone(String shard) throws UsageException {
        Path path = terminal.path(shard).toAbsolutePath();
        Path directory = path.getParent();
        Path first = directory == null ? path : place(directory).resolve(path.getFileName());
        for (Map.Entry<Path, String> input : inputs.entrySet()) {
            Path place = input.getKey();
            if (Objects.equals(place.getParent(), first.getParent()) && sameSet(place, first)) {
                throw new UsageException(input.getValue()
                        + ": is an input, and the output set would replace it; choose another name for the set");
            }
        }
    }

    private static boolean sameSet(Path file, Path shard) {
        ShardNames names = ShardNames.parse(shard).names();
        return ShardNames.find(file)
                .map(ShardNames.Member::names)
                .filter(its -> its.prefix().getFileName().equals(names.prefix().getFileName())
                        && its.suffix().equals(names.suffix()))
                .isPresent();
    }

    /** Rejects a file that the command must not write, or standard output if another output uses it. */
    public OutputCheck writes(String output) throws UsageException {
        if (output.equals(Terminal.DASH)) {
            if (standardOutput) {
                throw new UsageException("-: standard output takes only one output; name a file for the other");
            }
            standardOutput = true;
            return this;
        }
        Path place = place(terminal.path(output));
        for (Path at = place; at != null; at = at.getParent()) {
            String input = inputs.get(at);
            if (input != null && (at.equals(place) || Files.isDirectory(at))) {
                throw new UsageException(
                        output + (at.equals(place) ? ": is an input" : ": is in " + input + ", which is an input")
                                + ", so it cannot be an output; choose another file");
            }
        }
        if (outputs.putIfAbsent(place, output) != null) {
            throw new UsageException(output + ": would be written twice, with different content; choose another file");
        }
        return this;
    }

    /** Returns the real path of an existing or future file. Resolves links and relative names. */
    private static Path place(Path path) {
        Path absolute = path.toAbsolutePath();
        try {
            if (Files.exists(absolute)) {
                return absolute.toRealPath();
            }
        } catch (IOException e) {
            return absolute.normalize();
        }
        Path parent = absolute.getParent();
        return parent == null
                ? absolute
                : place(parent).resolve(absolute.getFileName()).normalize();
    }
}
