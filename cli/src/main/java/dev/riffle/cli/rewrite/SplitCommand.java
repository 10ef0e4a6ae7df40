package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.shard.MissingKey;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle split}. */
@Command(
        name = "split",
        description = {
            "Makes a set of shards of files, byte for byte and in order: FILE-00000-of-0000N and so on.",
            "--shards, --size or --records says how they are cut; if none does, there are as many as 'riffle plan' finds"
                    + " best for --hosts. With --by-key a feature's value chooses the shard of a record. The shards appear together, with a manifest, or not at all."
        })
public final class SplitCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description = "Fills each shard up to so many bytes before compression: 100MB, 1.5GiB, 4096.")
    private @Nullable String size;

    @Option(names = "--records", paramLabel = "N", description = "Fills each shard up to so many records.")
    private @Nullable Long records;

    @Option(
            names = "--by-key",
            paramLabel = "FEATURE",
            description = "Puts all records with the same value of this feature into the same of --shards N files.")
    private @Nullable String byKey;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            description =
                    "What happens to a record without one value in that feature: fail, if nothing is said, or first,"
                            + " which puts it into the first file.")
    private @Nullable String missing;

    @Option(
            names = "--hosts",
            paramLabel = "N",
            description = "How many hosts will read the set at the same time: 1 if nothing is said.")
    private @Nullable Integer hosts;

    @Override
    public Request request() {
        RewriteOutput output = rewrite.output();
        if (output.isStandardOutput()) {
            throw new IllegalArgumentException("split needs files: standard output is only one");
        }
        int ways = (output.shards() > 0 ? 1 : 0) + (size == null ? 0 : 1) + (records == null ? 0 : 1);
        if (ways + (hosts == null ? 0 : 1) > 1) {
            throw new IllegalArgumentException("--shards, --size, --records and --hosts exclude each other; name one");
        }
        if (records != null && records < 1) {
            throw new IllegalArgumentException("--records must be positive: " + records);
        }
        if (byKey != null && output.shards() == 0) {
            throw new IllegalArgumentException(
                    "--by-key needs --shards N: how many files there are decides where a key goes");
        }
        if (missing != null && byKey == null) {
            throw new IllegalArgumentException("--missing goes with --by-key");
        }
        return new SplitRequest(
                files.files(),
                rewrite.input(),
                output,
                size == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse("--size", size)),
                records == null ? OptionalLong.empty() : OptionalLong.of(records),
                Optional.ofNullable(byKey),
                missing == null ? MissingKey.FAIL : missing(missing),
                PlanCommand.hosts(hosts),
                rewrite.style());
    }

    private static MissingKey missing(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "first" -> MissingKey.FIRST;
            case "fail" -> MissingKey.FAIL;
            default -> throw new IllegalArgumentException("--missing must be first or fail: " + name);
        };
    }
}
