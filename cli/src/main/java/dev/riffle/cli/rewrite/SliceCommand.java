package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle slice}. */
@Command(
        name = "slice",
        description = {
            "Writes the records from one number to another, byte for byte. Several files count as one sequence.",
            "Numbers begin at 0, and negative ones count from the end. Behind the last record nothing is read."
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
            paramLabel = "A",
            description = "The first record's number: 0 if nothing is said; -10 is the tenth from the end.")
    private long from;

    @Option(
            names = "--to",
            paramLabel = "B",
            description = "The number behind the last record: the end if nothing is said.")
    private @Nullable Long to;

    @Override
    public Request request() {
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
