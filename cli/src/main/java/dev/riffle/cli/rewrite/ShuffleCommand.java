package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.DrawnSeed;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle shuffle}. */
@Command(
        name = "shuffle",
        description = {
            "Writes all records in a random order.",
            "Copies records byte for byte. Every order is equally likely. Several files are one"
                    + " sequence. The input can be larger than memory; the command then uses temporary files. It"
                    + " reads at most twice the bytes of the input, and writes at most twice these bytes.",
            "The same seed gives the same order with any memory, on every machine, and for any"
                    + " distribution of the records over files. Without --seed, the command draws a seed and"
                    + " prints it."
        })
public final class ShuffleCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(names = "--seed", paramLabel = "N", description = FlagText.SEED + " Default: a random seed.")
    private @Nullable Long seed;

    @Mixin
    private SpillFlags spill = new SpillFlags();

    @Override
    public Request request() {
        return new ShuffleRequest(
                files.files(), rewrite.input(), rewrite.output(), DrawnSeed.of(seed), spill.limits(), rewrite.style());
    }
}
