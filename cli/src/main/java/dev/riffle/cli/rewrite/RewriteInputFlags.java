package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.Style;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of a rewriting command for its inputs and its report. */
final class RewriteInputFlags {

    @Option(
            names = "--skip-damage",
            description = "Passes over damaged records, tells of them on standard error, and ends with exit code 1.")
    private boolean skipDamage;

    @Option(
            names = "--partial",
            description = "Takes sets of which shards are missing, doubled or of another count as they are.")
    private boolean partial;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Reads this format, whatever the content looks like: tfrecord or ofrecord.")
    private @Nullable String format;

    @Option(
            names = "--input-compression",
            paramLabel = "NAME",
            description = "Decompresses this way, whatever the content looks like: none, gzip, zlib or snappy.")
    private @Nullable String inputCompression;

    @Option(names = ReadFlags.MAX_RECORD, paramLabel = "SIZE", description = ReadFlags.MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    @Option(names = "--json", description = "Prints what was done as a JSON object.")
    private boolean json;

    Style style() {
        return json ? Style.JSON : Style.TEXT;
    }

    RewriteInput input() {
        return new RewriteInput(
                ReadSettings.typed(ReadFlags.FORMAT, format, inputCompression).maxRecord(maxRecord),
                skipDamage ? PrintRequest.Damage.PASSED_OVER : PrintRequest.Damage.ENDS_THE_FILE,
                partial ? InputFile.Sets.ANY : InputFile.Sets.WHOLE);
    }
}
