package dev.riffle.cli.convert;

import dev.riffle.Progress;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Dialect;
import dev.riffle.formats.ColumnTypes;
import dev.riffle.formats.Survey;
import dev.riffle.formats.numpy.ArrayExamples;
import dev.riffle.formats.numpy.NpyReader;
import dev.riffle.formats.numpy.NpzReader;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Reads NumPy's files as Examples: an Example for each row, and a feature for each array. The feature has the name of
 * the file without {@code .npy}, or the name of the array in the archive.
 */
final class ArrayInput implements Closeable {

    private static final String ARRAY = ".npy";
    private static final String ARCHIVE = ".npz";

    /** The first bytes of an array. */
    private static final byte[] SIGNATURE = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    private final List<Closeable> open = new ArrayList<>();
    private final Map<String, NpyReader> arrays = new LinkedHashMap<>();
    private long totalBytes;
    private long rowsRead;

    /** Returns whether the files are NumPy's, by their names. Rejects other files among them. */
    static boolean isNamedBy(List<InputFile> files) throws UsageException {
        List<String> others = files.stream()
                .map(InputFile::name)
                .filter(name -> !ends(name, ARRAY) && !ends(name, ARCHIVE))
                .toList();
        if (others.isEmpty() || others.size() == files.size()) {
            return others.isEmpty();
        }
        throw new UsageException(
                others.get(0) + ": not an array; import arrays and text with two commands, and join the records then");
    }

    private static boolean ends(String name, String ending) {
        return name.toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /** Rejects an array in a source that {@link #isNamedBy} does not recognise, such as standard input. */
    static void rejectUnnamed(ByteSource source) throws IOException {
        byte[] start;
        try (InputStream in = Channels.newInputStream(source.open(0))) {
            start = in.readNBytes(SIGNATURE.length);
        }
        if (Arrays.equals(start, SIGNATURE)) {
            throw new UsageException(source.name()
                    + ": an array of NumPy; import reads arrays only from uncompressed files with names that end in"
                    + " .npy or .npz");
        }
    }

    /** Opens all arrays of all files. */
    ArrayExamples examples(List<InputFile> files, Dialect dialect) throws IOException {
        for (InputFile file : files) {
            totalBytes += file.source().size().orElse(0);
            if (ends(file.name(), ARRAY)) {
                NpyReader array = NpyReader.open(file.source());
                open.add(array);
                add(file, arrayName(file), array);
            } else {
                NpzReader archive = NpzReader.open(path(file));
                open.add(archive);
                for (String name : archive.names()) {
                    add(file, name, archive.array(name));
                }
            }
        }
        if (arrays.isEmpty()) {
            throw new UsageException(files.get(0).name() + ": the archive has no arrays");
        }
        return ArrayExamples.of(arrays, dialect);
    }

    private static Path path(InputFile file) throws UsageException {
        return file.path().orElseThrow(() -> new UsageException(file.name() + ": an archive must be a file"));
    }

    private static String arrayName(InputFile file) throws UsageException {
        String name = String.valueOf(path(file).getFileName());
        return name.substring(0, name.length() - ARRAY.length());
    }

    private void add(InputFile file, String name, NpyReader array) throws UsageException {
        if (arrays.put(name, array) != null) {
            throw new UsageException(
                    file.name() + ": a second array is named " + name + "; rename one file, or import them separately");
        }
    }

    /** Advances to the next Example. An error of memory names the row. */
    boolean next(ArrayExamples examples) throws IOException {
        try {
            rowsRead++;
            return examples.next();
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(names() + ": row " + (rowsRead - 1), e);
        }
    }

    private String names() {
        return arrays.values().stream().map(NpyReader::name).collect(Collectors.joining(", "));
    }

    /**
     * Returns the progress of an import. The rows that were read have an equal share of the bytes of all files, because
     * an archive does not show how many of its bytes were read.
     */
    Progress progress(ArrayExamples examples) {
        long bytes = (long) ((double) totalBytes * rowsRead / Math.max(1, examples.rows()));
        return new Progress(rowsRead, bytes, OptionalLong.of(totalBytes), rowsRead == examples.rows());
    }

    /** Returns the types of the features and the number of Examples. */
    static Survey survey(ArrayExamples examples) {
        return new Survey(ColumnTypes.of(examples.kinds()), examples.rows(), List.of());
    }

    @Override
    public void close() throws IOException {
        for (Closeable each : open) {
            each.close();
        }
    }
}
