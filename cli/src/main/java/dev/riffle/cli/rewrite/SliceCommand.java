package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle slice}. */
@Command(
        name = "slice",
        description = {
            "Writes the records in a range of numbers.",
            "Copies records byte for byte, and reads nothing after the range. Several files are one"
                    + " sequence. The first record is 0, and negative numbers count from the end."
        })
public final class SliceCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(
            names = "--from",
            paramLabel = "N",
            description = FlagText.FROM + " Here: -10 is the tenth from the end. Default: 0.")
    private long from;

    @Option(names = "--to", paramLabel = "N", description = FlagText.TO)
    private @Nullable Long to;

    @Override
    public Request request() {
        if (to != null && to < from && (from < 0) == (to < 0)) {
            throw new IllegalArgumentException("--to " + to + " is less than --from " + from);
        }
        return new SliceRequest(
                "slice",
                files.files(),
                rewrite.input(),
                rewrite.output(),
                from,
                to == null ? Long.MAX_VALUE : to,
                rewrite.style());
    }
}
