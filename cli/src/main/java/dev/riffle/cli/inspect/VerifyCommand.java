package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle verify}. */
@Command(
        name = "verify",
        description = {
            "Reads every record and tells of all damage, with file, record and offset.",
            "In TFRecord files the search goes on behind a damage, at the next header that its checksum proves. OFRecord"
                    + " has no checksums: there the first damage ends the file, and so does a break of a compressed stream."
                    + " Sets are looked at as sets, too: shards that are missing, and what the manifest says. Exit code 1 if"
                    + " anything was found."
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
            description = "Also tells of records that are not an Example (in OFRecord files: an OFRecord message).")
    private boolean examples;

    @Option(names = "--json", description = "Prints a JSON object for each finding and for each file.")
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
