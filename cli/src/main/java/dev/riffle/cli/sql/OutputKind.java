package dev.riffle.cli.sql;

import dev.riffle.RecordFormat;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.file.FileEnding;
import dev.riffle.io.Compression;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Lists the forms of a result. */
enum OutputKind {
    /** An aligned table for people. */
    TABLE,
    CSV,
    TSV,
    /** One JSON array. */
    JSON,
    /** A JSON object on each line. */
    JSONL,
    PARQUET,
    /** An Arrow file. */
    ARROW,
    /** An Arrow stream. */
    ARROWS,
    TFRECORD,
    OFRECORD;

    private static final String ALL = "csv, tsv, json, jsonl, parquet, arrow, arrows, tfrecord or ofrecord";

    /**
     * Returns the kind that {@code --as} or else the ending of the output states. Without both, standard output gets a
     * table.
     *
     * @throws IllegalArgumentException if the flag and the ending contradict each other, or neither states a kind
     */
    static OutputKind of(String output, Optional<String> typed) {
        Optional<OutputKind> byFlag = typed.map(OutputKind::typed);
        Optional<OutputKind> byEnding = output.equals(Terminal.DASH) ? Optional.empty() : byEnding(output);
        if (byFlag.isPresent() && byEnding.isPresent() && !byFlag.equals(byEnding)) {
            throw new IllegalArgumentException(
                    output + ": the ending means " + byEnding.get().word() + ", but --as is "
                            + byFlag.get().word() + "; omit --as, or choose another name");
        }
        if (byFlag.isEmpty() && byEnding.isEmpty() && !output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException(
                    output + ": the ending does not state the kind of output; add --as with " + ALL);
        }
        return byFlag.or(() -> byEnding).orElse(TABLE);
    }

    private static OutputKind typed(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind != TABLE && kind.word().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--as must be " + ALL + ": " + word));
    }

    private static Optional<OutputKind> byEnding(String output) {
        String name = OutputEnding.withoutCompression(FileEnding.fileName(output));
        String extension = FileEnding.extension(name).toLowerCase(Locale.ROOT);
        Optional<OutputKind> records =
                RecordFormat.ofEnding(extension).map(format -> format == RecordFormat.OFRECORD ? OFRECORD : TFRECORD);
        if (records.isPresent()) {
            return records;
        }
        return switch (extension) {
            case "csv" -> Optional.of(CSV);
            case "tsv", "tab" -> Optional.of(TSV);
            case "json" -> Optional.of(JSON);
            case "jsonl", "ndjson" -> Optional.of(JSONL);
            case "parquet" -> Optional.of(PARQUET);
            case "arrow" -> Optional.of(ARROW);
            case "arrows" -> Optional.of(ARROWS);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the compression that the ending of the output states.
     *
     * @throws IllegalArgumentException if outputs of this kind cannot have this compression
     */
    Compression compression(String output) {
        if (isRecords()) {
            return OutputEnding.ofRecords(output).compression().orElse(Compression.NONE);
        }
        if (this == TABLE || output.equals(Terminal.DASH)) {
            return Compression.NONE;
        }
        if (isText()) {
            return OutputEnding.ofText(output).compression().orElse(Compression.NONE);
        }
        if (!OutputEnding.withoutCompression(output).equals(output)) {
            throw new IllegalArgumentException(
                    output + ": " + word() + " files cannot be compressed again; choose a name without "
                            + output.substring(output.lastIndexOf('.')));
        }
        return Compression.NONE;
    }

    /** Returns the name of the kind as flags spell it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the result becomes text. */
    boolean isText() {
        return this == CSV || this == TSV || this == JSON || this == JSONL;
    }

    /** Returns whether the rows become records. */
    boolean isRecords() {
        return this == TFRECORD || this == OFRECORD;
    }

    /** Returns the format of the records. */
    RecordFormat format() {
        return this == OFRECORD ? RecordFormat.OFRECORD : RecordFormat.TFRECORD;
    }
}
