package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle take}. */
@Command(
        name = "take",
        description = {
            "Writes the first records.",
            "Copies records byte for byte, and reads no further. Several files are one sequence. For"
                    + " other ranges use 'riffle slice', for random records 'riffle sample'."
        })
public final class TakeCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            required = true,
            description = FlagText.LIMIT)
    private long limit;

    @Override
    public Request request() {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + limit);
        }
        return new SliceRequest("take", files.files(), rewrite.input(), rewrite.output(), 0, limit, rewrite.style());
    }
}
