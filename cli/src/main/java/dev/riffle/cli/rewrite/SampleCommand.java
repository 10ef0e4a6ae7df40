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

/** Defines the flags of {@code riffle sample}. */
@Command(
        name = "sample",
        description = {
            "Writes a random sample of the records.",
            "Copies records byte for byte, in the order of the input. Selects each record with the same"
                    + " probability, or an exact number of records. The same seed selects the same records on"
                    + " every machine. Without --seed, the command draws a seed and prints it."
        })
public final class SampleCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(names = "--rate", paramLabel = "P", description = "Selects each record with this probability, from 0 to 1.")
    private @Nullable Double rate;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT
                    + " Here: selects exactly N records; every selection is equally likely. If there are fewer records,"
                    + " selects all.")
    private @Nullable Long count;

    @Option(names = "--seed", paramLabel = "N", description = FlagText.SEED + " Default: a random seed.")
    private @Nullable Long seed;

    @Override
    public Request request() {
        if ((rate == null) == (count == null)) {
            throw new IllegalArgumentException("--rate or --limit is missing");
        }
        if (rate != null && !(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("--rate must be from 0 to 1: " + rate);
        }
        if (count != null && count < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + count);
        }
        if (count != null && count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "--limit must be at most " + Integer.MAX_VALUE + ": " + count + "; --rate has no limit");
        }
        return new SampleRequest(
                files.files(),
                rewrite.input(),
                rewrite.output(),
                rate == null ? -1 : rate,
                count == null ? 0 : Math.toIntExact(count),
                DrawnSeed.of(seed),
                rewrite.style());
    }
}
