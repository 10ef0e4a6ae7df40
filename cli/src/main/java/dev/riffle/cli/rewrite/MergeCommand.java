package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Defines the flags of {@code riffle merge}. */
@Command(
        name = "merge",
        description = {
            "Merges several files, or a set, into one file.",
            "Copies records byte for byte, in the order of the arguments. A set with a missing shard is"
                    + " an error, unless --partial is set."
        })
public final class MergeCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Override
    public Request request() {
        return new MergeRequest(files.files(), rewrite.input(), rewrite.output(), rewrite.style());
    }
}
