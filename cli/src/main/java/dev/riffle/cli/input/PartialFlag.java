package dev.riffle.cli.input;

import dev.riffle.cli.terminal.FlagText;
import picocli.CommandLine.Option;

/** Defines the flag that accepts incomplete sets. */
public final class PartialFlag {

    @Option(names = "--partial", description = FlagText.PARTIAL)
    private boolean partial;

    public InputFile.Sets sets() {
        return partial ? InputFile.Sets.ANY : InputFile.Sets.COMPLETE;
    }
}
