package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle demo}. */
@Command(
        name = "demo",
        description = {
            "Shows the main job on real data, step by step, each with the command that it stands for.",
            "A table of penguins, two photographs and 10,000 made-up observations become TFRecord and OFRecord files, are"
                    + " verified, counted, printed and read back."
        })
final class DemoCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Keeps the files there; the directory must be new or empty. If nothing is said, they are in a"
                    + " temporary directory, which stays too.")
    private @Nullable String directory;

    @Override
    public Request request() {
        return new DemoRequest(Optional.ofNullable(directory));
    }
}
