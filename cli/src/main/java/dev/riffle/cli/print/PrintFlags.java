package dev.riffle.cli.print;

import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Defines the flags that choose the records to print, and their form. */
final class PrintFlags {

    /** Defines flags of which the user may set only one. */
    static final class FormFlags {
        @Option(names = "--json", description = "Prints each record as a line of JSON, in protobuf's JSON mapping.")
        private boolean json;

        @Option(names = "--raw", description = "Prints only the bytes of the payloads.")
        private boolean raw;

        RecordPrinter.Form printed() {
            if (json) {
                return RecordPrinter.Form.JSON;
            }
            return raw ? RecordPrinter.Form.RAW : RecordPrinter.Form.TEXT;
        }
    }

    @ArgGroup
    private FormFlags form = new FormFlags();

    @Option(names = "--from", paramLabel = "N", description = "Starts at record N of each file. The first record is 0.")
    private long from;

    @Option(
            names = "--skip-damage",
            description = "Skips damaged records, reports them on standard error, and exits with code 1.")
    private boolean skipDamage;

    Request request(List<String> files, ReadSettings read, long limit) {
        if (from < 0) {
            throw new IllegalArgumentException("--from must not be negative: " + from);
        }
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must not be negative: " + limit);
        }
        return new PrintRequest(
                files,
                read,
                form.printed(),
                from,
                limit,
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE);
    }
}
