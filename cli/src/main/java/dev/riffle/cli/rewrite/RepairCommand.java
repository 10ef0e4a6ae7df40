package dev.riffle.cli.rewrite;

import dev.riffle.NestedRecords;
import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle repair}. */
@Command(
        name = "repair",
        description = {
            "Copies the intact records of damaged files to new files.",
            "Reports the losses. In a TFRecord file, checksums identify intact records. OFRecord has no"
                    + " checksums, so the command copies the records before the first damage. From a broken"
                    + " compressed file, it copies the records before the break. In a gzip file of several"
                    + " members, it continues at the next member. The damaged file stays unchanged. Exits with"
                    + " code 0 if nothing is lost, otherwise 1."
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
            description = FlagText.OUTPUT + " Here: with several inputs, to files of the same names in this"
                    + " directory. Keeps the format and compression of the input.")
    private @Nullable String output;

    @Option(names = "--dry-run", description = FlagText.DRY_RUN)
    private boolean dryRun;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Also writes the report to this file, a line of JSON for each input.")
    private @Nullable String report;

    @Option(
            names = NESTED,
            paramLabel = "CHOICE",
            completionCandidates = Choices.Nested.class,
            description = "Handles intact records that may be nested in the payload of a damaged record: keep writes"
                    + " them and marks them in the report, drop omits them. Default: keep.")
    private String nested = "keep";

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: the losses of each file.")
    private boolean json;

    @Override
    public Request request() {
        if (dryRun == (output != null)) {
            throw new IllegalArgumentException(
                    dryRun
                            ? "--dry-run writes nothing; omit -o"
                            : "no output; use -o FILE, or --dry-run to write nothing");
        }
        List<String> words = files.files();
        return new RepairRequest(
                words,
                read.settings(),
                nestedRecords(),
                Optional.ofNullable(output),
                Optional.ofNullable(report),
                overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT,
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
