package dev.riffle.cli.convert;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.file.FileEnding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Finds Parquet files among the inputs of a command: by their content, or by their names if they are damaged. */
final class ParquetInput {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private ParquetInput() {}

    /**
     * Returns the words with the Parquet files of a folder instead of the folder, in the order of their names. Prints a
     * note about other files in the folder.
     */
    static List<String> words(Terminal terminal, List<String> words) throws IOException {
        List<String> found = new ArrayList<>();
        for (String word : words) {
            Path path = word.equals(Terminal.DASH) ? Path.of("") : terminal.path(word);
            List<String> data = !word.equals(Terminal.DASH) && Files.isDirectory(path) ? data(path) : List.of();
            List<String> inside = data.stream().filter(ParquetInput::isNamed).toList();
            if (!inside.isEmpty() && inside.size() < data.size()) {
                terminal.note(word + ": reads only its Parquet files, and ignores "
                        + Sizes.count(data.size() - inside.size(), "other file"));
            }
            if (inside.isEmpty()) {
                found.add(word);
            } else {
                inside.forEach(name -> found.add(word.endsWith("/") ? word + name : word + "/" + name));
            }
        }
        return found;
    }

    /** Returns the names of the files in a folder. Hidden files and files such as {@code _metadata} are not data. */
    private static List<String> data(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isNamed(String name) {
        return FileEnding.extension(FileEnding.fileName(name)).equalsIgnoreCase(ParquetTarget.NAME);
    }

    /**
     * Returns whether the files are Parquet files.
     *
     * @throws UsageException if some are and others are not
     */
    static boolean isIn(List<InputFile> files) throws IOException {
        List<String> others = new ArrayList<>();
        for (InputFile file : files) {
            if (!isParquet(file)) {
                others.add(file.name());
            }
        }
        if (!others.isEmpty() && others.size() < files.size()) {
            throw new UsageException(
                    others.get(0)
                            + ": not a Parquet file; read Parquet and other files with two commands, and join the records then");
        }
        return others.isEmpty() && !files.isEmpty();
    }

    private static boolean isParquet(InputFile file) throws IOException {
        if (file.path().isEmpty() || !Files.isRegularFile(file.path().get())) {
            return false;
        }
        if (isNamed(file.name())) {
            return true;
        }
        try (InputStream in = Channels.newInputStream(file.source().open(0))) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }

    /** Returns the paths of Parquet files. DuckDB reads only files. */
    static List<Path> paths(List<InputFile> files) throws UsageException {
        List<Path> paths = new ArrayList<>();
        for (InputFile file : files) {
            paths.add(file.path()
                    .orElseThrow(() -> new UsageException(
                            file.name() + ": Parquet can be read only from files; copy the stream to a file first")));
        }
        return paths;
    }
}
