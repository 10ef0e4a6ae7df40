package dev.riffle.cli.rewrite;

import dev.riffle.NestedRecords;
import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle repair}. */
@Command(
        name = "repair",
        description = {
            "Writes every record that is whole to a new file, and tells what is lost.",
            "In TFRecord files the checksums prove what is whole. OFRecord has none: there everything up to the first damage"
                    + " is rescued. Of a compressed file that is broken everything is taken that comes out before the"
                    + " break; a gzip file of several members goes on at the next member. The damaged file stays as it"
                    + " is. Exit code 0 if nothing is lost, 1 if something is."
        })
public final class RepairCommand implements Flags {

    private static final String NESTED = "--nested";

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write, with several inputs a directory for files of the same names, or - for"
                    + " standard output. Format and compression are those of the input.")
    private @Nullable String output;

    @Option(names = "--dry-run", description = "Writes nothing, and tells what would be lost.")
    private boolean dryRun;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Also writes the report as JSON to this file, a line for each input.")
    private @Nullable String report;

    @Option(
            names = NESTED,
            paramLabel = "CHOICE",
            description = "What to do with intact records that may be nested in the payload of a damaged record: keep"
                    + " writes them and marks them in the report, drop leaves them out. Default: keep.")
    private String nested = "keep";

    @Option(names = "--overwrite", description = "Replaces files that are there already.")
    private boolean overwrite;

    @Option(names = "--json", description = "Prints the report as a JSON object for each file.")
    private boolean json;

    @Override
    public Request request() {
        if (dryRun == (output != null)) {
            throw new IllegalArgumentException(
                    dryRun ? "--dry-run writes nothing; leave out -o" : "say -o FILE, or --dry-run to write nothing");
        }
        List<String> words = files.files();
        return new RepairRequest(
                words,
                read.settings(),
                nestedRecords(),
                Optional.ofNullable(output),
                Optional.ofNullable(report),
                overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE,
                json ? Style.JSON : Style.TEXT);
    }

    private NestedRecords nestedRecords() {
        for (NestedRecords choice : NestedRecords.values()) {
            if (choice.name().equalsIgnoreCase(nested)) {
                return choice;
            }
        }
        throw new IllegalArgumentException(NESTED + " must be keep or drop: " + nested);
    }
}
