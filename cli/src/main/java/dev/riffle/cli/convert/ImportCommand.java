package dev.riffle.cli.convert;

import dev.riffle.cli.input.DuckDbMemoryFlag;
import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.output.CsvFlags;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.output.WriteFlags;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.example.MalformedTextException;
import dev.riffle.formats.ColumnTypes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle import}. */
@Command(
        name = "import",
        description = {
            "Imports CSV, JSON lines, NumPy arrays, Arrow data or Parquet as a record file of Examples.",
            "Reads text twice: the first pass infers the type of each column. The type is int64 or"
                    + " float, or bytes if a number type would change a value. An empty cell or a null becomes no"
                    + " feature. Combines several files into one. Each .npy file and each array of an .npz file becomes"
                    + " a feature, with an Example for each row. Each row of Arrow's files and streams and of"
                    + " Parquet files becomes an Example."
        })
public final class ImportCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private WriteFlags write = new WriteFlags();

    @Option(
            names = "--input-kind",
            paramLabel = "KIND",
            completionCandidates = Choices.Imports.class,
            description = FlagText.INPUT_KIND
                    + " Here: csv, tsv, jsonl, arrow or arrows. Default: detected from the content or the name of"
                    + " the input, also for arrays and Parquet.")
    private @Nullable String inputKind;

    @Option(
            names = "--types",
            paramLabel = "TYPES",
            description = "Sets the types of columns: NAME:int64,NAME:float,NAME:bytes. OFRecord also supports double"
                    + " and int32.")
    private String types = "";

    @Option(names = "--delimiter", paramLabel = "CHAR", description = FlagText.DELIMITER + " Default: a comma.")
    private @Nullable String delimiter;

    @Option(
            names = "--header",
            paramLabel = "NAMES",
            split = ",",
            description = "Names the columns of CSV without a header line: NAME,NAME,NAME.")
    private List<String> header = List.of();

    @Option(names = "--list-separator", paramLabel = "TEXT", description = FlagText.LIST_SEPARATOR)
    private @Nullable String listSeparator;

    @Option(
            names = "--float32",
            paramLabel = "HOW",
            completionCandidates = Choices.Rounding.class,
            description = FlagText.FLOAT32 + " Here: of Arrow data and Parquet. Default: exact.")
    private @Nullable String float32;

    @Mixin
    private DuckDbMemoryFlag memory = new DuckDbMemoryFlag();

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: the result.")
    private boolean json;

    @Override
    public Request request() {
        Optional<ArrowKind> arrow = Optional.ofNullable(inputKind).flatMap(ArrowKind::named);
        return new ImportRequest(
                files.files(),
                arrow.isPresent()
                        ? Optional.empty()
                        : Optional.ofNullable(inputKind).map(ImportCommand::textKind),
                arrow,
                Optional.ofNullable(float32).map(ImportCommand::rounding),
                memory.bytes(),
                new ImportRequest.Table(
                        columnTypes(),
                        Optional.ofNullable(delimiter).map(CsvFlags::delimiter),
                        List.copyOf(header),
                        Optional.ofNullable(listSeparator)),
                write.target(),
                json ? Style.JSON : Style.TEXT);
    }

    private static TextKind textKind(String name) {
        return TextKind.named(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("--input-kind must be csv, tsv, jsonl, arrow or arrows: " + name));
    }

    private static ImportRequest.Rounding rounding(String name) {
        return switch (name) {
            case "exact" -> ImportRequest.Rounding.EXACT;
            case "rounded" -> ImportRequest.Rounding.ROUNDED;
            default -> throw new IllegalArgumentException("--float32 must be exact or rounded: " + name);
        };
    }

    private ColumnTypes columnTypes() {
        try {
            return types.isEmpty() ? ColumnTypes.none() : ColumnTypes.parse(types);
        } catch (MalformedTextException e) {
            throw new IllegalArgumentException("--types: " + e.getMessage(), e);
        }
    }
}
