package dev.riffle.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle count}. */
@Command(
        name = "count",
        description = {
            "Counts the records of files.",
            "Every record is read and its checksums are verified. Of several files the total comes last."
        })
final class CountCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(names = "--json", description = "Prints a JSON object for each file.")
    private boolean json;

    @Override
    public Request request() {
        return new CountRequest(files.files(), read.settings(), json ? Style.JSON : Style.TEXT);
    }
}
