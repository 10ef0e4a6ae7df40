package dev.riffle.cli.convert;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.CsvFlags;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.print.TypedSpecs;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle export}. */
@Command(
        name = "export",
        description = {
            "Exports record files of Examples to CSV, JSON lines, NumPy arrays, Arrow data or Parquet.",
            "JSON lines keep all data, and 'riffle import' reads them back without loss. A CSV cell"
                    + " holds one number or text; any other value is an error. An array has a row for each record, and"
                    + " all records need equally many values of its feature; .npy has one array, .npz several. Arrow's"
                    + " files and streams have a column for each feature, also of SequenceExamples."
        })
public final class ExportCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = FlagText.OUTPUT + " Default: standard output.")
    private String output = Terminal.DASH;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Option(
            names = "--as",
            paramLabel = "KIND",
            completionCandidates = Choices.Exports.class,
            description = FlagText.AS
                    + " Here: csv, tsv, jsonl, npy, npz, arrow, arrows or parquet. Default: by the ending of the output,"
                    + " or else jsonl.")
    private @Nullable String as;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT + " Here: for all files together.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--exact", description = "Writes JSON lines in protobuf's JSON mapping.")
    private boolean exact;

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "NAMES",
            split = ",",
            description = "Writes these columns or arrays: NAME,NAME. Default: all features of all records.")
    private List<String> columns = List.of();

    @Option(names = "--delimiter", paramLabel = "CHAR", description = FlagText.DELIMITER + " Default: a comma.")
    private @Nullable String delimiter;

    @Option(names = "--list-separator", paramLabel = "TEXT", description = FlagText.LIST_SEPARATOR)
    private @Nullable String listSeparator;

    @Option(
            names = "--features",
            paramLabel = "SPECS",
            description = FlagText.FEATURES + " Here: for Arrow data and Parquet. Default: inferred from all records.")
    private @Nullable String features;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = FlagText.SAMPLE + " Here: a number, or all. Default: all.")
    private @Nullable String sample;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE + " Here: for Arrow data and Parquet.")
    private boolean skipDamage;

    @Override
    public Request request() {
        Optional<String> typed = Optional.ofNullable(as);
        if (ParquetTarget.isOutput(output, typed)) {
            return parquet();
        }
        Optional<ArrowKind> arrow = OutputEnding.exported(output, typed, ArrowKind::named);
        if (arrow.isPresent()) {
            return arrow(arrow.get());
        }
        Optional<ArrayExportRequest.Kind> arrays = ArrayExportRequest.Kind.of(output, typed);
        sampled();
        if (features != null || sample != null || skipDamage) {
            throw new IllegalArgumentException(
                    "--features, --sample and --skip-damage are for Arrow data and Parquet; add --as arrow or --as parquet");
        }
        return arrays.isPresent() ? arrays(arrays.get()) : text();
    }

    private ParquetExportRequest parquet() {
        checkShared();
        if (exact || delimiter != null || listSeparator != null || limit < Long.MAX_VALUE) {
            throw new IllegalArgumentException("--exact, --delimiter, --list-separator and --limit are not for Parquet;"
                    + " omit them ('riffle slice' takes the first records)");
        }
        if (features != null && !columns.isEmpty()) {
            throw new IllegalArgumentException("--features states the columns; omit --columns, or omit --features");
        }
        return new ParquetExportRequest(
                files.files(),
                partial.sets(),
                read.settings(),
                ParquetTarget.of(output, target().existing(), Optional.empty(), Optional.empty()),
                List.copyOf(columns),
                Optional.ofNullable(features).map(text -> TypedSpecs.parse("--features", text)),
                ParquetTarget.sampled(sample, features),
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE,
                Optional.empty());
    }

    private ArrowExportRequest arrow(ArrowKind kind) {
        checkShared();
        if (exact || delimiter != null || listSeparator != null) {
            throw new IllegalArgumentException(
                    "--exact, --delimiter and --list-separator are for text, not for Arrow data");
        }
        if (features != null && (sample != null || !columns.isEmpty())) {
            throw new IllegalArgumentException(
                    "--features states the columns; omit --columns and --sample, or omit --features");
        }
        return new ArrowExportRequest(
                files.files(),
                partial.sets(),
                read.settings(),
                target(),
                kind,
                List.copyOf(columns),
                Optional.ofNullable(features).map(text -> TypedSpecs.parse("--features", text)),
                sampled(),
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE,
                limit);
    }

    private long sampled() {
        if (sample == null) {
            return Long.MAX_VALUE;
        }
        if (sample.equals("all")) {
            return Long.MAX_VALUE;
        }
        try {
            long number = Long.parseLong(sample);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below also describes other texts.
        }
        throw new IllegalArgumentException("--sample must be a positive number, or all: " + sample);
    }

    private ArrayExportRequest arrays(ArrayExportRequest.Kind kind) {
        checkShared();
        if (exact || delimiter != null || listSeparator != null) {
            throw new IllegalArgumentException(
                    "--exact, --delimiter and --list-separator are for text, not for arrays");
        }
        return new ArrayExportRequest(
                files.files(), partial.sets(), read.settings(), target(), kind, List.copyOf(columns), limit);
    }

    private void checkShared() {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + limit);
        }
        if (new HashSet<>(columns).size() < columns.size()) {
            throw new IllegalArgumentException("--columns: duplicate column: " + String.join(",", columns));
        }
    }

    private TextOutput target() {
        return new TextOutput(output, overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT);
    }

    private ExportRequest text() {
        OutputEnding ending = OutputEnding.ofText(output);
        TextKind kind = ending.textOf("--as", Optional.ofNullable(as).map(name -> TextKind.of("--as", name)));
        checkShared();
        boolean csvOnly = !columns.isEmpty() || delimiter != null || listSeparator != null;
        if (kind == TextKind.JSON_LINES && csvOnly) {
            throw new IllegalArgumentException("--columns, --delimiter and --list-separator are for CSV; add --as csv");
        }
        if (ending.text().equals(Optional.of(TextKind.TSV))
                && delimiter != null
                && CsvFlags.delimiter(delimiter) != '\t') {
            throw new IllegalArgumentException(output + ": the ending means tsv, but --delimiter is " + delimiter
                    + "; omit --delimiter, or choose a name with .csv");
        }
        if (kind != TextKind.JSON_LINES && exact) {
            throw new IllegalArgumentException("--exact is for JSON lines; add --as jsonl");
        }
        return new ExportRequest(
                files.files(),
                partial.sets(),
                read.settings(),
                target(),
                ending.compression().orElse(Compression.NONE),
                kind,
                exact ? ExportRequest.JsonForm.EXACT : ExportRequest.JsonForm.PLAIN,
                new ExportRequest.Table(
                        List.copyOf(columns),
                        Optional.ofNullable(delimiter).map(CsvFlags::delimiter).orElse(kind.delimiter()),
                        Optional.ofNullable(listSeparator)),
                limit);
    }
}
