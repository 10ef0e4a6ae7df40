package dev.riffle.cli.print;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle cat}. */
@Command(
        name = "cat",
        description = {
            "Prints the records of each file.",
            "Prints an Example, SequenceExample or OFRecord in protobuf's text format after a comment"
                    + " line, text unchanged, and the first bytes of other payloads."
        })
public final class CatCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private PrintFlags print = new PrintFlags();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT + " Here: for each file.")
    private long limit = Long.MAX_VALUE;

    @Override
    public Request request() {
        return print.request(files.files(), read.settings(), limit);
    }
}
