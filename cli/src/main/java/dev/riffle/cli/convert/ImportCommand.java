package dev.riffle.cli.convert;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.output.CsvFlags;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.output.WriteFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.formats.ColumnTypes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle import}. */
@Command(
        name = "import",
        description = {
            "Makes a record file of Examples from CSV or JSON lines.",
            "The types of columns are found by reading the whole input first: int64, float, or bytes for anything that"
                    + " those would change. An empty cell or a null is no feature. Several files become one."
        })
public final class ImportCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private WriteFlags write = new WriteFlags();

    @Option(
            names = "--from",
            paramLabel = "KIND",
            description =
                    "What the input is: csv, tsv or jsonl. If nothing is said, its name or its first character tells.")
    private @Nullable String from;

    @Option(
            names = "--types",
            paramLabel = "TYPES",
            description =
                    "Types of some or all columns: NAME:int64,NAME:float,NAME:bytes; for OFRecord double and int32 too.")
    private String types = "";

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = "What separates cells: a comma, if nothing is said, or \\t for a tab.")
    private @Nullable String delimiter;

    @Option(
            names = "--header",
            paramLabel = "NAMES",
            split = ",",
            description = "The names of the columns, for CSV without a header line: NAME,NAME,NAME.")
    private List<String> header = List.of();

    @Option(
            names = "--list-separator",
            paramLabel = "TEXT",
            description = "What separates several values in one CSV cell.")
    private @Nullable String listSeparator;

    @Option(names = "--json", description = "Prints what was done as a JSON object.")
    private boolean json;

    @Override
    public Request request() {
        return new ImportRequest(
                files.files(),
                Optional.ofNullable(from).map(TextKind::of),
                new ImportRequest.Table(
                        types.isEmpty() ? ColumnTypes.none() : ColumnTypes.parse(types),
                        Optional.ofNullable(delimiter).map(CsvFlags::delimiter),
                        List.copyOf(header),
                        Optional.ofNullable(listSeparator)),
                write.target(),
                json ? Style.JSON : Style.TEXT);
    }
}
