package dev.riffle.cli.input;

import picocli.CommandLine.Option;

/** The flag that accepts incomplete sets. */
public final class PartialFlag {

    @Option(
            names = "--partial",
            description = "Takes sets of which shards are missing, doubled or of another count as they are.")
    private boolean partial;

    public InputFile.Sets sets() {
        return partial ? InputFile.Sets.ANY : InputFile.Sets.WHOLE;
    }
}
