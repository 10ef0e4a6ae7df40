package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
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

/** Defines the flags of {@code riffle verify}. */
@Command(
        name = "verify",
        description = {
            "Checks every record, and reports all damage.",
            "Reports file, record and offset. In a TFRecord file, the check continues after damage at"
                    + " the next header with a valid checksum. OFRecord has no checksums, so the check of a file"
                    + " ends at the first damage. It also ends at a break in a compressed stream. For sets, the"
                    + " command also reports missing shards and differences from the manifest. Exits with code 1"
                    + " if there are findings."
        })
public final class VerifyCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private ThreadsFlag threads = new ThreadsFlag();

    @Option(
            names = "--examples",
            description = "Also reports records that are not Examples (in OFRecord files: not OFRecord messages).")
    private boolean examples;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: each finding and each file.")
    private boolean json;

    @Override
    public Request request() {
        return new VerifyRequest(
                files.files(),
                read.settings(),
                threads.threads(),
                examples ? VerifyRequest.Payloads.EXAMPLES : VerifyRequest.Payloads.ANYTHING,
                json ? Style.JSON : Style.TEXT);
    }
}
