package dev.riffle.cli.output;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Dialect;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Describes the files that a command writes records to.
 *
 * @param output the file's name as typed, or - for standard output
 * @param shards the number of files to write; 0 for one file with exactly this name
 * @param naming the rule for the names of several files
 * @param format the format of the records
 * @param existing the way to handle existing files with these names
 * @param options the options of the writer, with all settings in this record
 */
public record OutputFiles(
        String output, int shards, Naming naming, RecordFormat format, Existing existing, RecordWriterOptions options) {

    /** Lists the rules for the names of several files. */
    public enum Naming {
        /** {@code NAME-00000-of-00010}, as in TensorFlow's tools. */
        SHARDS,
        /** {@code part-00000} in a directory, as OneFlow requires. */
        PARTS
    }

    /** Lists the ways to handle an existing file. */
    public enum Existing {
        REJECT,
        REPLACE
    }

    /** The largest number of shards. All shards are open until the last record is written. */
    public static final int MOST_SHARDS = 10_000;

    public boolean isStandardOutput() {
        return output.equals(Terminal.DASH);
    }

    /** Returns the names of the files, in the order of the records. */
    public List<String> names() {
        if (shards == 0) {
            return List.of(output);
        }
        return switch (naming) {
            case SHARDS ->
                ShardNames.of(Path.of(output), shards).paths().stream()
                        .map(Path::toString)
                        .toList();
            case PARTS ->
                IntStream.range(0, shards)
                        .mapToObj(i -> String.format(Locale.ROOT, "%s/part-%05d", output, i))
                        .toList();
        };
    }

    /** Checks at the start that the command can write the files, because the work may need hours. */
    public void check(Terminal terminal) throws IOException {
        if (isStandardOutput()) {
            return;
        }
        for (String name : names()) {
            Path path = terminal.path(name);
            if (Files.isDirectory(path)) {
                throw new FileSystemException(path.toString(), null, "is a directory; name a file in it");
            }
            TextOutput.checkRegular(path, name);
            if (existing == Existing.REJECT && Files.exists(path)) {
                throw new FileAlreadyExistsException(name, null, "exists already");
            }
        }
        new TextOutput(names().get(0), existing).check(terminal);
    }

    public Dialect dialect() {
        return ExampleContent.dialect(format);
    }
}
