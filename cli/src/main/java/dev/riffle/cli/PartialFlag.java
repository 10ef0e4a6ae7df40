package dev.riffle.cli;

import picocli.CommandLine.Option;

/** Whether sets that are not whole are taken. */
final class PartialFlag {

    @Option(
            names = "--partial",
            description = "Takes sets of which shards are missing, doubled or of another count as they are.")
    private boolean partial;

    InputFile.Sets sets() {
        return partial ? InputFile.Sets.ANY : InputFile.Sets.WHOLE;
    }
}
