package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle diff}. */
@Command(
        name = "diff",
        description = {
            "Compares the records of two sets.",
            "Prints missing, added and changed records, with their changed features. Ignores compression"
                    + " and the distribution of records over files. Compares records with the same number, unless"
                    + " --key or --bag is set. Exits with code 0 if all records are equal, otherwise 1."
        })
public final class DiffCommand implements Flags {

    private static final long DEFAULT_LIMIT = 100;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private RewriteInputFlags input = new RewriteInputFlags();

    @Mixin
    private SpillFlags spill = new SpillFlags();

    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "Reads this first input: a file, a pattern, a set, or - for standard input.")
    private String left = "";

    @Parameters(index = "1", paramLabel = "B", description = "Compares A with this second input.")
    private String right = "";

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            split = ",",
            description = FlagText.KEY + " Here: compares records with the same key, at any position.")
    private @Nullable List<String> key;

    @Option(
            names = "--bag",
            description =
                    "Compares the inputs as bags: the distinct records and their counts, but not their positions.")
    private boolean bag;

    @Option(
            names = "--ignore-encoding",
            description = "Treats Examples with the same features as equal, even if their bytes differ in the order of"
                    + " features or the packing of numbers.")
    private boolean ignoreEncoding;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT
                    + " Here: the number of printed differences; the counts are always complete. Default: 100.")
    private long limit = DEFAULT_LIMIT;

    @Override
    public Request request() {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + limit);
        }
        if (bag && key != null) {
            throw new IllegalArgumentException("--key and --bag cannot be combined");
        }
        SpillLimits limits = spill.limits();
        if (!bag && key == null && spill.isTyped()) {
            throw new IllegalArgumentException("--memory and --temp require --key or --bag");
        }
        if (key != null) {
            FeatureNames.check(key);
        }
        DiffRequest.Matching matching = DiffRequest.Matching.POSITION;
        if (key != null) {
            matching = DiffRequest.Matching.KEY;
        } else if (bag) {
            matching = DiffRequest.Matching.BAG;
        }
        return new DiffRequest(
                left,
                right,
                input.input(),
                matching,
                key == null ? List.of() : key,
                ignoreEncoding ? DiffRequest.Content.FEATURES : DiffRequest.Content.BYTES,
                limit,
                limits,
                input.style());
    }
}
