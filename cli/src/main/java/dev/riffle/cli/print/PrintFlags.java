package dev.riffle.cli.print;

import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The flags that choose the records to print, and their form. */
final class PrintFlags {

    /** Flags of which the user may set one. */
    static final class FormFlags {
        @Option(
                names = "--json",
                description = "Prints a line of JSON for each record, as protobuf maps messages to it.")
        private boolean json;

        @Option(names = "--raw", description = "Prints the bytes of the payloads and nothing else.")
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

    @Option(names = "--from", paramLabel = "N", description = "Begins at record N of each file; the first one is 0.")
    private long from;

    @Option(
            names = "--skip-damage",
            description = "Passes over damaged records, tells of them on standard error, and ends with exit code 1.")
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
                skipDamage ? PrintRequest.Damage.PASSED_OVER : PrintRequest.Damage.ENDS_THE_FILE);
    }
}
