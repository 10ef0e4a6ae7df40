package dev.riffle.cli.output;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Dialect;
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
 * The files that a command writes records to.
 *
 * @param output the file's name as typed, or - for standard output
 * @param shards the number of files to write; 0 for one file with just that name
 * @param naming the naming of several files
 * @param format the format of the records
 * @param existing the treatment of existing files with these names
 * @param options the options of the writer, with all of these settings
 */
public record OutputFiles(
        String output, int shards, Naming naming, RecordFormat format, Existing existing, RecordWriterOptions options) {

    /** The naming of several files. */
    public enum Naming {
        /** {@code NAME-00000-of-00010}, as TensorFlow's tools do. */
        SHARDS,
        /** {@code part-00000} in a directory, as OneFlow needs it. */
        PARTS
    }

    /** The treatment of an existing file. */
    public enum Existing {
        REJECT,
        REPLACE
    }

    /** The limit of the number of shards, because all of them are open until the last record is written. */
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
            case SHARDS -> ShardNames.of(output, shards).all();
            case PARTS ->
                IntStream.range(0, shards)
                        .mapToObj(i -> String.format(Locale.ROOT, "%s/part-%05d", output, i))
                        .toList();
        };
    }

    /** Finds obstacles to writing at the start, before hours of work. */
    public void check(Terminal terminal) throws IOException {
        if (isStandardOutput()) {
            return;
        }
        for (String name : names()) {
            Path path = terminal.path(name);
            if (Files.isDirectory(path)) {
                throw new FileSystemException(path.toString(), null, "is a directory; name a file in it");
            }
            if (existing == Existing.REJECT && Files.exists(path)) {
                throw new FileAlreadyExistsException(name, null, "exists already");
            }
        }
        new TextOutput(names().get(0), existing).check(terminal);
    }

    public Dialect dialect() {
        return format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
    }
}
