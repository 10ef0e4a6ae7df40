package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.print.SpecInference;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle info}. */
@Command(
        name = "info",
        description = {
            "Tells what files are: format, compression, records, sizes, what the records hold, and their features.",
            "All records are counted and verified; what they hold is a guess from the first ones."
        })
public final class InfoCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Looks into the first N records of each file; 1000 if nothing is said.")
    private int sample = SpecInference.DEFAULT_SAMPLE;

    @Option(names = "--json", description = "Prints a JSON object for each file.")
    private boolean json;

    @Override
    public Request request() {
        if (sample < 0) {
            throw new IllegalArgumentException("--sample must not be negative: " + sample);
        }
        return new InfoRequest(files.files(), read.settings(), sample, json ? Style.JSON : Style.TEXT);
    }
}
