package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle count}. */
@Command(
        name = "count",
        description = {
            "Counts the records of each file.",
            "Reads every record and verifies its checksums, unless --trust-index is set. Prints a total"
                    + " after several files."
        })
public final class CountCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private ThreadsFlag threads = new ThreadsFlag();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @Option(
            names = "--trust-index",
            description = "Takes the number of records from a fresh index (see 'riffle index'). Reads only files"
                    + " without one.")
    private boolean trustIndex;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: each file.")
    private boolean json;

    @Override
    public Request request() {
        return new CountRequest(
                files.files(),
                partial.sets(),
                read.settings(),
                threads.threads(),
                trustIndex ? CountRequest.Trust.INDEX : CountRequest.Trust.RECORDS,
                json ? Style.JSON : Style.TEXT);
    }
}
