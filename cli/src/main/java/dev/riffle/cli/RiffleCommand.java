package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Defines the flags of the top-level command. */
@Command(
        name = "riffle",
        description = "Inspects, verifies, writes and transforms TFRecord and OFRecord files.",
        versionProvider = Version.class,
        subcommandsRepeatable = false,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Run 'riffle COMMAND --help' for the flags of a command, or 'riffle demo' for a tour.",
            "FILE can be a pattern such as 'data/*.tfrecord', in which * matches within one directory,"
                    + " or - for standard input.",
            "Exit codes: 0 success, 1 findings or damage, 2 wrong usage."
        })
final class RiffleCommand {

    @Mixin
    private CommonFlags common = new CommonFlags();
}
