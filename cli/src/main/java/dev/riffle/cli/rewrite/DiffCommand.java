package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code riffle diff}. */
@Command(
        name = "diff",
        description = {
            "Compares the records of two sets: what is missing in the second, what was added in it, what changed, and which"
                    + " feature how. Compression and how records are shared among files do not matter.",
            "The first record is compared with the first, and so on, unless --key or --bag says otherwise. Exit code 0 if"
                    + " all are equal, 1 if not."
        })
public final class DiffCommand implements Flags {

    private static final long DEFAULT_LIMIT = 100;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private RewriteInputFlags input = new RewriteInputFlags();

    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "A file, a pattern or a set of files, or - for standard input.")
    private String left = "";

    @Parameters(index = "1", paramLabel = "B", description = "What it is compared with.")
    private String right = "";

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            split = ",",
            description = "Compares records that have the same values in these features, wherever they are.")
    private @Nullable List<String> key;

    @Option(
            names = "--bag",
            description = "Compares only which records there are, and how many of each, not where they are.")
    private boolean bag;

    @Option(
            names = "--features",
            description = "Takes Examples with the same features as equal, also if their bytes differ: in the order of"
                    + " features, or the packing of numbers.")
    private boolean features;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Prints at most N differences, 100 if nothing is said; the counts are always complete.")
    private long limit = DEFAULT_LIMIT;

    @Override
    public Request request() {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + limit);
        }
        if (bag && key != null) {
            throw new IllegalArgumentException("--key and --bag exclude each other");
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
                features ? DiffRequest.Content.FEATURES : DiffRequest.Content.BYTES,
                limit,
                input.style());
    }
}
