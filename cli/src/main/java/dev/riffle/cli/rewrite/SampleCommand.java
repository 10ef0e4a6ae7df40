package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.DrawnSeed;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle sample}. */
@Command(
        name = "sample",
        description = {
            "Writes records that are chosen by chance, byte for byte and in the order of the input: each with the same"
                    + " probability, or just so many.",
            "The same seed chooses the same records, on every machine. If no seed is given, one is drawn and told."
        })
public final class SampleCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(names = "--rate", paramLabel = "P", description = "The probability of each record, from 0 to 1.")
    private @Nullable Double rate;

    @Option(
            names = "--count",
            paramLabel = "K",
            description = "Just so many records, every choice as likely as any other; all if there are fewer.")
    private @Nullable Long count;

    @Option(names = "--seed", paramLabel = "S", description = "The seed, any whole number.")
    private @Nullable Long seed;

    @Override
    public Request request() {
        if ((rate == null) == (count == null)) {
            throw new IllegalArgumentException("one of --rate and --count must be given");
        }
        if (rate != null && !(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("--rate must be from 0 to 1: " + rate);
        }
        if (count != null && count < 0) {
            throw new IllegalArgumentException("--count must not be negative: " + count);
        }
        if (count != null && count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("--count must be at most " + Integer.MAX_VALUE + ": " + count
                    + "; --rate chooses a part of any number of records");
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
