package dev.riffle.cli.input;

import picocli.CommandLine.Option;

/** Defines the flag that accepts incomplete sets. */
public final class PartialFlag {

    @Option(
            names = "--partial",
            description = "Accepts sets with missing shards, duplicate shards, or shards of a set of another size.")
    private boolean partial;

    public InputFile.Sets sets() {
        return partial ? InputFile.Sets.ANY : InputFile.Sets.COMPLETE;
    }
}
