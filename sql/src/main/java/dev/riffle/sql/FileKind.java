package dev.riffle.sql;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.UnrecognizedFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of files that DuckDB reads. */
enum FileKind {
    PARQUET("Parquet file", "read_parquet", ".parquet"),
    CSV("CSV file", "read_csv", ".csv", ".tsv"),
    JSON("JSON file", "read_json", ".json", ".jsonl", ".ndjson");

    private static final byte[] PARQUET_MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final String GZIP_ENDING = ".gz";

    private final String title;
    private final String function;
    private final List<String> endings;

    FileKind(String title, String function, String... endings) {
        this.title = title;
        this.function = function;
        this.endings = List.of(endings);
    }

    /** Returns the name of the kind for messages. */
    String title() {
        return title;
    }

    /** Returns DuckDB's function that reads the files. */
    String function() {
        return function;
    }

    /**
     * Returns the kind of all files. Empty if all are record files.
     *
     * @throws IOException if a file is of another kind than the first file
     */
    static Optional<FileKind> ofAll(List<Path> files, RecordReaderOptions options) throws IOException {
        Optional<FileKind> first = Optional.empty();
        for (int i = 0; i < files.size(); i++) {
            Optional<FileKind> kind = of(files.get(i), options);
            if (i == 0) {
                first = kind;
            } else if (!kind.equals(first)) {
                throw new IOException(files.get(i) + ": " + title(kind) + ", but " + files.get(0) + " is "
                        + title(first) + "; a table needs files of one kind");
            }
        }
        return first;
    }

    private static String title(Optional<FileKind> kind) {
        return kind.map(found -> "a " + found.title()).orElse("a record file");
    }

    /**
     * Returns the kind of a file. Empty if the file is a record file.
     *
     * @param options the options with which the records are read
     */
    static Optional<FileKind> of(Path file, RecordReaderOptions options) throws IOException {
        if (Files.isDirectory(file)) {
            return Optional.empty();
        }
        Optional<FileKind> named = named(file.getFileName().toString());
        if (Files.size(file) == 0 && named.isPresent()) {
            return named;
        }
        if (isParquet(file)) {
            return Optional.of(PARQUET);
        }
        try {
            RecordReader.open(file).close();
            return Optional.empty();
        } catch (UnrecognizedFileException e) {
            if (named.isPresent() && named.get() != PARQUET) {
                return named;
            }
            RecordReader.open(file, options).close();
            return Optional.empty();
        }
    }

    /** Returns whether a file begins like a Parquet file. */
    static boolean isParquet(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(PARQUET_MAGIC.length), PARQUET_MAGIC);
        }
    }

    private static Optional<FileKind> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(GZIP_ENDING) ? lower.substring(0, lower.length() - GZIP_ENDING.length()) : lower;
        return Arrays.stream(values())
                .filter(kind -> kind.endings.stream().anyMatch(plain::endsWith))
                .findFirst();
    }
}
