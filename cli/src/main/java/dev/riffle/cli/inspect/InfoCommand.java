package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.print.SpecInference;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle info}. */
@Command(
        name = "info",
        description = {
            "Prints the format, compression, records and features of each file.",
            "Counts and verifies all records. Infers message types and features from the first records."
        })
public final class InfoCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(names = "--sample", paramLabel = "N", description = FlagText.SAMPLE + " Default: 1000.")
    private int sample = SpecInference.DEFAULT_SAMPLE;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: each file.")
    private boolean json;

    @Override
    public Request request() {
        if (sample < 0) {
            throw new IllegalArgumentException("--sample must not be negative: " + sample);
        }
        return new InfoRequest(files.files(), read.settings(), sample, json ? Style.JSON : Style.TEXT);
    }
}
