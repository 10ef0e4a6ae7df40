package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
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

/** Defines the flags of {@code riffle split}. */
@Command(
        name = "split",
        description = {
            "Splits files into a set of shards.",
            "Writes FILE-00000-of-0000N and so on, byte for byte and in order. --shards, --size or"
                    + " --records sets the size of the shards. Without them, the command writes the number of"
                    + " shards that 'riffle plan' recommends for --hosts. With --key, the value of a feature"
                    + " chooses the shard of a record. Either all shards appear, with a manifest, or none."
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
            description = "Limits each shard to this number of bytes before compression: 100MB, 1.5GiB, 4096.")
    private @Nullable String size;

    @Option(names = "--records", paramLabel = "N", description = "Limits each shard to N records.")
    private @Nullable Long records;

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            description =
                    FlagText.KEY
                            + " Here: writes all records with the same value of one feature to the same shard. Requires --shards.")
    private @Nullable String key;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            completionCandidates = Choices.MissingInSplit.class,
            description =
                    FlagText.MISSING + " Here: fail, or first, which writes them to the first shard. Default: fail.")
    private @Nullable String missing;

    @Option(names = "--hosts", paramLabel = "N", description = FlagText.HOSTS)
    private @Nullable Integer hosts;

    @Override
    public Request request() {
        RewriteOutput output = rewrite.output();
        if (output.isStandardOutput()) {
            throw new IllegalArgumentException("split needs file names: standard output is one stream");
        }
        int ways = (output.shards() > 0 ? 1 : 0) + (size == null ? 0 : 1) + (records == null ? 0 : 1);
        if (ways + (hosts == null ? 0 : 1) > 1) {
            throw new IllegalArgumentException("--shards, --size, --records and --hosts cannot be combined; use one");
        }
        if (records != null && records < 1) {
            throw new IllegalArgumentException("--records must be positive: " + records);
        }
        if (key != null && output.shards() == 0) {
            throw new IllegalArgumentException("--key requires --shards N");
        }
        if (missing != null && key == null) {
            throw new IllegalArgumentException("--missing requires --key");
        }
        return new SplitRequest(
                files.files(),
                rewrite.input(),
                output,
                size == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse("--size", size)),
                records == null ? OptionalLong.empty() : OptionalLong.of(records),
                Optional.ofNullable(key),
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
