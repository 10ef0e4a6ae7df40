package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle append}. */
@Command(
        name = "append",
        description = {
            "Appends the records of files to another file, byte for byte.",
            "Verifies the other file first, and replaces it at the end by a file with all records, so"
                    + " that readers never see a partial file. Keeps its format and compression. To write a new"
                    + " file instead, use 'riffle merge'."
        })
public final class AppendCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteInputFlags input = new RewriteInputFlags();

    @Option(names = "--into", paramLabel = "FILE", required = true, description = "Appends to this file.")
    private String into = "";

    @Option(
            names = "--in-place",
            description = "Writes at the end of the file itself, for logs that other programs follow. Requires an"
                    + " uncompressed file.")
    private boolean inPlace;

    @Override
    public Request request() {
        return new AppendRequest(
                files.files(),
                input.input(),
                into,
                inPlace ? AppendRequest.Manner.IN_PLACE : AppendRequest.Manner.REPLACE,
                input.style());
    }
}
