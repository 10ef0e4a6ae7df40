package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The top-level command. */
@Command(
        name = "riffle",
        description = "Looks into TFRecord and OFRecord files, checks them, makes them and takes them apart.",
        versionProvider = Version.class,
        subcommandsRepeatable = false,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "'riffle COMMAND --help' tells more about a command; 'riffle demo' shows them at work.",
            "FILE may be a pattern (data/*.tfrecord; a * stays in its directory), and - is standard input.",
            "Exit codes: 0 fine, 1 findings or damage, 2 wrong use."
        })
final class RiffleCommand {

    @Mixin
    private CommonFlags common = new CommonFlags();
}
