package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle plan}. */
@Command(
        name = "plan",
        description = {
            "Recommends a number of shards for a dataset.",
            "Explains the recommendation, which is ten files for each reading host, each of at least 10"
                    + " MB and preferably 100 MB. The command compares FILE with it."
        })
public final class PlanCommand implements Flags {

    private static final int MOST_HOSTS = 1_000_000;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Reads the sizes of these files, patterns, directories, or sets such as train@10.")
    private List<String> files = List.of();

    @Option(
            names = "--bytes",
            paramLabel = "BYTES",
            description = "Sets the size of a dataset that has no files yet: 250GB, 1.5TiB.")
    private @Nullable String bytes;

    @Option(names = "--hosts", paramLabel = "N", description = FlagText.HOSTS)
    private @Nullable Integer hosts;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: the plan.")
    private boolean json;

    @Override
    public Request request() {
        if (files.isEmpty() == (bytes == null)) {
            throw new IllegalArgumentException("name either files, or a size with --bytes");
        }
        return new PlanRequest(
                List.copyOf(files),
                bytes == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse("--bytes", bytes)),
                hosts(hosts),
                json ? Style.JSON : Style.TEXT);
    }

    static int hosts(@Nullable Integer hosts) {
        if (hosts != null && (hosts < 1 || hosts > MOST_HOSTS)) {
            throw new IllegalArgumentException("--hosts must be from 1 to " + MOST_HOSTS + ": " + hosts);
        }
        return hosts == null ? 1 : hosts;
    }
}
