package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
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
            names = {"-n", "--records"},
            paramLabel = "N",
            required = true,
            description = "Writes at most N records.")
    private long records;

    @Override
    public Request request() {
        if (records < 0) {
            throw new IllegalArgumentException("--records must not be negative: " + records);
        }
        return new SliceRequest("take", files.files(), rewrite.input(), rewrite.output(), 0, records, rewrite.style());
    }
}
