package dev.riffle.sql;

import dev.riffle.Progress;
import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.internal.Argument;
import dev.riffle.scan.internal.OperationProgress;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Options for reading Parquet files as records. Immutable and safe for use by several threads, if the listeners are.
 *
 * <pre>{@code
 * ParquetReadOptions options = ParquetReadOptions.defaults().notes(System.err::println);
 * ParquetFiles.read(List.of(Path.of("train.parquet")), output, options);
 * }</pre>
 *
 * @since 0.1
 */
public final class ParquetReadOptions {

    private static final ParquetReadOptions DEFAULTS = new ParquetReadOptions(
            ArrowRecordOptions.Rounding.NONE, OptionalLong.empty(), note -> {}, OperationProgress.IGNORED);

    private final ArrowRecordOptions.Rounding rounding;
    private final OptionalLong memoryBytes;
    private final Consumer<? super String> notes;
    private final Consumer<? super Progress> progress;

    private ParquetReadOptions(
            ArrowRecordOptions.Rounding rounding,
            OptionalLong memoryBytes,
            Consumer<? super String> notes,
            Consumer<? super Progress> progress) {
        this.rounding = rounding;
        this.memoryBytes = memoryBytes;
        this.notes = notes;
        this.progress = progress;
    }

    /** Returns the defaults: no rounding, and no receivers of notes and progress. */
    public static ParquetReadOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the rule for numbers that a feature does not hold exactly. Default: such a number is an error. */
    public ParquetReadOptions rounding(ArrowRecordOptions.Rounding rule) {
        return new ParquetReadOptions(Argument.present(rule, "rule"), memoryBytes, notes, progress);
    }

    /**
     * Sets the largest amount of DuckDB's memory, in bytes. Default: half of the machine's memory. A file that needs
     * more causes an {@link java.io.IOException}: a few hundred bytes can decompress to any size. The texts and binary
     * values of up to 2,048 rows of a row group may need a quarter of this memory.
     *
     * @param bytes at least 1, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is 0 or below -1
     */
    public ParquetReadOptions memoryLimit(long bytes) {
        return new ParquetReadOptions(rounding, SessionOptions.limit(bytes), notes, progress);
    }

    /**
     * Sets the receiver of notes about metadata that do not fit their file. The operation ignores such metadata, and
     * the types of the columns decide.
     */
    public ParquetReadOptions notes(Consumer<? super String> receiver) {
        return new ParquetReadOptions(rounding, memoryBytes, Argument.present(receiver, "receiver"), progress);
    }

    /** Sets the progress listener. The number of bytes of a file advances with its rows. */
    public ParquetReadOptions progress(Consumer<? super Progress> listener) {
        return new ParquetReadOptions(rounding, memoryBytes, notes, Argument.present(listener, "listener"));
    }

    ArrowRecordOptions records() {
        return ArrowRecordOptions.defaults().rounding(rounding);
    }

    OptionalLong memoryBytes() {
        return memoryBytes;
    }

    Consumer<? super String> notes() {
        return notes;
    }

    Consumer<? super Progress> progress() {
        return progress;
    }
}
