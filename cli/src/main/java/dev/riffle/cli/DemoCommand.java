package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle demo}. */
@Command(
        name = "demo",
        description = {
            "Runs a tour of the main commands on real data.",
            "Prints each command. Converts a table of penguins, two photographs and 10,000 generated"
                    + " observations to TFRecord and OFRecord files. Verifies, counts, prints and reads back these"
                    + " files."
        })
final class DemoCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Writes the files to this directory, which must be new or empty. Default: a temporary"
                    + " directory. Both kinds of directory are kept.")
    private @Nullable String directory;

    @Override
    public Request request() {
        return new DemoRequest(Optional.ofNullable(directory));
    }
}
