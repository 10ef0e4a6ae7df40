package dev.riffle.cli.convert;

import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes the Parquet files that a command writes.
 *
 * @param output the file as typed, or the name of a set such as {@code train@10.parquet}
 * @param compression the compression as typed; empty for the usual one
 * @param rowGroup the largest number of rows of a row group; empty if the input decides
 */
record ParquetTarget(String output, OutputFiles.Existing existing, Optional<String> compression, OptionalInt rowGroup) {

    /** The name of the format, as flags and endings spell it. */
    static final String NAME = "parquet";

    private static final Set<String> COMPRESSIONS = Set.of("none", "gzip", "snappy", "zstd");

    /**
     * Returns whether an output is Parquet, by {@code --as} or else by its ending.
     *
     * @throws IllegalArgumentException if the ending contradicts the flag
     */
    static boolean isOutput(String output, Optional<String> typed) {
        return OutputEnding.exported(SetName.withoutCount(output), typed, ParquetTarget::named)
                .isPresent();
    }

    private static Optional<String> named(String word) {
        return word.equalsIgnoreCase(NAME) ? Optional.of(NAME) : Optional.empty();
    }

    /**
     * Returns a target.
     *
     * @throws IllegalArgumentException if the output is standard output, or a flag has no valid value
     */
    static ParquetTarget of(
            String output, OutputFiles.Existing existing, Optional<String> compression, Optional<Integer> rowGroup) {
        if (output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("Parquet needs a file: name it with -o");
        }
        compression.ifPresent(typed -> {
            if (!COMPRESSIONS.contains(typed.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "--compression must be none, gzip, snappy or zstd for Parquet: " + typed);
            }
        });
        rowGroup.ifPresent(rows -> {
            if (rows < 1) {
                throw new IllegalArgumentException("--row-group must be positive: " + rows);
            }
        });
        return new ParquetTarget(
                output,
                existing,
                compression.map(typed -> typed.toUpperCase(Locale.ROOT)),
                rowGroup.map(OptionalInt::of).orElse(OptionalInt.empty()));
    }

    /**
     * Returns the value of {@code --sample}, by default all records.
     *
     * @throws IllegalArgumentException if the value is not a positive number or all, or specs state the columns
     */
    static long sampled(@Nullable String sample, @Nullable String features) {
        if (sample != null && features != null) {
            throw new IllegalArgumentException("--features states the columns; omit --sample, or omit --features");
        }
        if (sample == null || sample.equals("all")) {
            return Long.MAX_VALUE;
        }
        if (!sample.matches("[0-9]{1,18}") || Long.parseLong(sample) == 0) {
            throw new IllegalArgumentException("--sample must be a positive number, or all: " + sample);
        }
        return Long.parseLong(sample);
    }

    /**
     * Returns the names of the files, in the order of the records.
     *
     * @param inputs the number of input files
     */
    List<String> names(int inputs) throws UsageException {
        Optional<SetName> set = SetName.parse(output);
        return set.isPresent() ? set.get().names(inputs) : List.of(output);
    }
}
