package dev.riffle.cli.convert;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.CsvFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle export}. */
@Command(
        name = "export",
        description = {
            "Makes CSV or JSON lines of record files with Examples.",
            "JSON lines keep everything, and 'riffle import' reads them back without loss. CSV holds one value a cell,"
                    + " numbers and text only; what does not fit is refused."
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
            description = "The file to write; standard output, if nothing is said.")
    private String output = Terminal.DASH;

    @Option(names = "--overwrite", description = "Replaces a file that is there already.")
    private boolean overwrite;

    @Option(
            names = "--to",
            paramLabel = "KIND",
            description = "csv, tsv or jsonl. If nothing is said, the name of the output tells, or else it is jsonl.")
    private @Nullable String to;

    @Option(
            names = {"--json"},
            description = "The same as --to jsonl.")
    private boolean json;

    @Option(names = "--exact", description = "JSON lines as protobuf maps messages to JSON.")
    private boolean exact;

    @Option(
            names = "--columns",
            paramLabel = "NAMES",
            split = ",",
            description = "The columns of the CSV; all features of all records, if nothing is said.")
    private List<String> columns = List.of();

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = "What to put between CSV cells, or \\t for a tab.")
    private @Nullable String delimiter;

    @Option(
            names = "--list-separator",
            paramLabel = "TEXT",
            description = "What to put between several values in one CSV cell.")
    private @Nullable String listSeparator;

    @Override
    public Request request() {
        Optional<TextKind> said = Optional.ofNullable(to).map(TextKind::of);
        if (json) {
            if (said.isPresent() && said.get() != TextKind.JSON_LINES) {
                throw new IllegalArgumentException("--json and --to " + to + " exclude each other");
            }
            said = Optional.of(TextKind.JSON_LINES);
        }
        TextKind kind = said.or(() -> TextKind.byEnding(output)).orElse(TextKind.JSON_LINES);
        boolean csvOnly = !columns.isEmpty() || delimiter != null || listSeparator != null;
        if (kind == TextKind.JSON_LINES && csvOnly) {
            throw new IllegalArgumentException("--columns, --delimiter and --list-separator are for CSV; add --to csv");
        }
        if (kind != TextKind.JSON_LINES && exact) {
            throw new IllegalArgumentException("--exact is for JSON lines; add --to jsonl");
        }
        if (new HashSet<>(columns).size() < columns.size()) {
            throw new IllegalArgumentException("--columns names a column twice: " + String.join(",", columns));
        }
        return new ExportRequest(
                files.files(),
                partial.sets(),
                read.settings(),
                new TextOutput(output, overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE),
                kind,
                exact ? ExportRequest.JsonForm.EXACT : ExportRequest.JsonForm.PLAIN,
                new ExportRequest.Table(
                        List.copyOf(columns),
                        Optional.ofNullable(delimiter).map(CsvFlags::delimiter).orElse(kind.delimiter()),
                        Optional.ofNullable(listSeparator)));
    }
}
