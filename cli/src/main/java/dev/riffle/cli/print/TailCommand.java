package dev.riffle.cli.print;

import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle tail}. */
@Command(
        name = "tail",
        description = {
            "Prints the last records of a file, like 'riffle cat'.",
            "With -f, the command continues with records that are appended later, and waits for the rest"
                    + " of an incomplete record. It exits with code 1 if the file is damaged, truncated, replaced"
                    + " or deleted."
        })
public final class TailCommand implements Flags {

    private static final long MOST_SECONDS = 1_000_000_000L;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Parameters(paramLabel = "FILE", description = "Reads this file, or standard input with -.")
    private String file = "";

    @ArgGroup
    private PrintFlags.FormFlags form = new PrintFlags.FormFlags();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT + " Here: the last N records. Default: 10.")
    private long limit = HeadCommand.DEFAULT_LIMIT;

    @Option(
            names = {"-f", "--follow"},
            description = "Continues with appended records until Ctrl-C.")
    private boolean follow;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "With -f: ends after this time without growth of the file. Exits with code 1 if the last"
                    + " record is incomplete.")
    private @Nullable Double timeout;

    @Override
    public Request request() {
        if (limit < 0 || limit > TailRequest.MOST_RECORDS) {
            throw new IllegalArgumentException("--limit must be from 0 to " + TailRequest.MOST_RECORDS + ": " + limit);
        }
        if (timeout != null && !follow) {
            throw new IllegalArgumentException("--timeout requires -f");
        }
        if (timeout != null && !(timeout >= 0 && timeout <= MOST_SECONDS)) {
            throw new IllegalArgumentException("--timeout must be from 0 to " + MOST_SECONDS + " seconds: " + timeout);
        }
        if (!follow) {
            return new TailRequest(file, read.settings(), form.printed(), (int) limit);
        }
        Optional<Duration> growthLimit = Optional.ofNullable(timeout)
                .map(seconds -> Duration.ofNanos(Math.round(Math.min(seconds, Long.MAX_VALUE / 1e9) * 1e9)));
        return new FollowRequest(file, read.settings(), form.printed(), (int) limit, new TimedPolling(growthLimit));
    }
}
