package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle append}. */
@Command(
        name = "append",
        description = {
            "Puts the records of files behind those of another, byte for byte.",
            "The other file is verified first and replaced at the end by one with all records, so that nobody ever sees half"
                    + " of it. It keeps its format and compression. 'riffle merge' makes a new file of several."
        })
public final class AppendCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteInputFlags input = new RewriteInputFlags();

    @Option(names = "--to", paramLabel = "FILE", required = true, description = "The file to append to.")
    private String to = "";

    @Option(
            names = "--in-place",
            description = "Writes behind the end of the file itself, for logs that are followed. For plain files.")
    private boolean inPlace;

    @Override
    public Request request() {
        return new AppendRequest(
                files.files(),
                input.input(),
                to,
                inPlace ? AppendRequest.Manner.IN_PLACE : AppendRequest.Manner.AS_A_WHOLE,
                input.style());
    }
}
