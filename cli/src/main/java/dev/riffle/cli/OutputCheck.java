package dev.riffle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the outputs of a command apart from its inputs and from each other. Whatever lies in a folder that is read counts as an
 * input: if not this run, the next one would read it.
 */
final class OutputCheck {

    private final Terminal terminal;
    private final Map<Path, String> inputs = new HashMap<>();
    private final Map<Path, String> outputs = new HashMap<>();
    private boolean standardOutput;

    OutputCheck(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Takes note of what is read; pipes and devices can be both. */
    OutputCheck reads(List<InputFile> files) {
        for (InputFile file : files) {
            file.path().ifPresent(path -> reads(path, file.name()));
        }
        return this;
    }

    /** Takes note of a file or folder that is read. */
    OutputCheck reads(Path path, String shown) {
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            inputs.putIfAbsent(place(path), shown);
        }
        return this;
    }

    /** Refuses files of records that must not be written. */
    OutputCheck writes(RecordTarget target) throws UsageException {
        for (String name : target.names()) {
            writes(name);
        }
        return this;
    }

    /** Refuses a file that must not be written, or standard output if it is taken. */
    OutputCheck writes(String output) throws UsageException {
        if (output.equals(Terminal.DASH)) {
            if (standardOutput) {
                throw new UsageException("-: standard output takes only one thing; name a file for the other");
            }
            standardOutput = true;
            return this;
        }
        Path place = place(terminal.path(output));
        for (Path at = place; at != null; at = at.getParent()) {
            String input = inputs.get(at);
            if (input != null && (at.equals(place) || Files.isDirectory(at))) {
                throw new UsageException(
                        output + (at.equals(place) ? ": is read" : ": lies in " + input + ", which is read")
                                + ", so it must not be written; name another file");
            }
        }
        if (outputs.putIfAbsent(place, output) != null) {
            throw new UsageException(output + ": would be written twice, with different content; name another file");
        }
        return this;
    }

    /** Where a file is or will be, by whatever name or link it is reached. */
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
