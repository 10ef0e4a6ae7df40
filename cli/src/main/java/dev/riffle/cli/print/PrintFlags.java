package dev.riffle.cli.print;

import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Defines the flags that choose the records to print, and their form. */
final class PrintFlags {

    /** Defines flags of which the user may set only one. */
    static final class FormFlags {
        @Option(
                names = {"-j", "--json"},
                description = FlagText.JSON + " Here: each record, in protobuf's JSON mapping.")
        private boolean json;

        @Option(names = "--raw", description = FlagText.RAW)
        private boolean raw;

        @Option(names = "--full", description = FlagText.FULL)
        private boolean full;

        RecordPrinter.Form printed() {
            if (full) {
                return RecordPrinter.Form.FULL_TEXT;
            }
            if (json) {
                return RecordPrinter.Form.JSON;
            }
            return raw ? RecordPrinter.Form.RAW : RecordPrinter.Form.TEXT;
        }
    }

    @ArgGroup
    private FormFlags form = new FormFlags();

    @Option(names = "--from", paramLabel = "N", description = FlagText.FROM)
    private long from;

    @Option(names = "--to", paramLabel = "N", description = FlagText.TO)
    private @Nullable Long to;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE)
    private boolean skipDamage;

    /** Returns whether the user has set the end of the range. */
    boolean hasEnd() {
        return to != null;
    }

    Request request(List<String> files, ReadSettings read, long limit) {
        if (from < 0) {
            throw new IllegalArgumentException("--from must not be negative: " + from);
        }
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + limit);
        }
        if (to != null && to < from) {
            throw new IllegalArgumentException("--to " + to + " is less than --from " + from);
        }
        return new PrintRequest(
                files,
                read,
                form.printed(),
                from,
                to == null ? limit : Math.min(limit, to - from),
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE);
    }
}
