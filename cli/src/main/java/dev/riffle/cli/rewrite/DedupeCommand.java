package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
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

/** Defines the flags of {@code riffle dedupe}. */
@Command(
        name = "dedupe",
        description = {
            "Removes duplicate records.",
            "Writes the first of equal records, byte for byte and in the order of the input. Records are"
                    + " equal if their payloads are equal, or with --key if these features have equal values."
                    + " Reads the input twice. Needs 24 bytes for each record, in memory or in temporary files."
        })
public final class DedupeCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Mixin
    private SpillFlags spill = new SpillFlags();

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            split = ",",
            description = FlagText.KEY + " Here: compares only the keys.")
    private @Nullable List<String> key;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            completionCandidates = Choices.MissingInDedupe.class,
            description = FlagText.MISSING + " Here: keep, drop or fail. Default: keep.")
    private @Nullable String missing;

    @Option(names = "--dropped", paramLabel = "FILE", description = "Writes the dropped records to this file.")
    private @Nullable String dropped;

    @Option(names = "--dry-run", description = FlagText.DRY_RUN)
    private boolean dryRun;

    @Override
    public Request request() {
        if (missing != null && key == null) {
            throw new IllegalArgumentException("--missing requires --key");
        }
        if (dryRun && dropped != null) {
            throw new IllegalArgumentException("--dry-run writes nothing; omit --dropped");
        }
        if (dryRun) {
            rewrite.rejectOutput("--dry-run");
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
                spill.limits(),
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
