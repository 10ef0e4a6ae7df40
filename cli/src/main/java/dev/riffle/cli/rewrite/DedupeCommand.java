package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.rewrite.DistinctBy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle dedupe}. */
@Command(
        name = "dedupe",
        description = {
            "Writes the first of records that are the same, byte for byte and in the order of the input.",
            "Records are the same if their payloads are, or with --key if these features have the same values. Takes 21 to"
                    + " 43 bytes of memory for each different record; RIFFLE_JAVA_OPTIONS=-Xmx8g allows more."
        })
public final class DedupeCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(
            names = "--key",
            paramLabel = "NAMES",
            split = ",",
            description = "Compares only the features of these names: NAME,NAME.")
    private @Nullable List<String> key;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            description =
                    "What happens to a record without one of the key's features: keep, if nothing is said, drop or"
                            + " fail.")
    private @Nullable String missing;

    @Option(
            names = "--dropped",
            paramLabel = "FILE",
            description = "Writes the records that are left out to this file.")
    private @Nullable String dropped;

    @Option(names = "--dry-run", description = "Writes nothing and only counts.")
    private boolean dryRun;

    @Override
    public Request request() {
        if (missing != null && key == null) {
            throw new IllegalArgumentException("--missing goes with --key");
        }
        if (dryRun && dropped != null) {
            throw new IllegalArgumentException("--dry-run writes nothing; leave out --dropped");
        }
        if (dryRun) {
            rewrite.refuseOutput("--dry-run");
        }
        if (key != null) {
            FeatureNames.check(key);
        }
        DistinctBy by = key == null ? DistinctBy.payload() : DistinctBy.features(key);
        return new DedupeRequest(
                files.files(),
                rewrite.input(),
                dryRun ? Optional.empty() : Optional.of(rewrite.output()),
                Optional.ofNullable(dropped).map(file -> rewrite.output(file, 0)),
                missing == null ? by : by.missing(missing(missing)),
                rewrite.style());
    }

    private static DistinctBy.Missing missing(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "keep" -> DistinctBy.Missing.KEEP;
            case "drop" -> DistinctBy.Missing.DROP;
            case "fail" -> DistinctBy.Missing.FAIL;
            default -> throw new IllegalArgumentException("--missing must be keep, drop or fail: " + name);
        };
    }
}
