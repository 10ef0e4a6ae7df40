package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.Style;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags of a rewriting command for its inputs and its report. */
final class RewriteInputFlags {

    @Option(
            names = "--skip-damage",
            description = "Skips damaged records, reports them on standard error, and exits with code 1.")
    private boolean skipDamage;

    @Option(
            names = "--partial",
            description = "Accepts sets with missing shards, duplicate shards, or shards of a set of another size.")
    private boolean partial;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Reads this format: tfrecord or ofrecord. Default: detected from the content.")
    private @Nullable String format;

    @Option(
            names = "--input-compression",
            paramLabel = "NAME",
            description = "Decompresses with this method: none, gzip, zlib or snappy. Default: detected from the"
                    + " content.")
    private @Nullable String inputCompression;

    @Option(names = ReadFlags.MAX_RECORD, paramLabel = "SIZE", description = ReadFlags.MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    @Option(names = "--json", description = "Prints the result as a JSON object.")
    private boolean json;

    Style style() {
        return json ? Style.JSON : Style.TEXT;
    }

    RewriteInput input() {
        return new RewriteInput(
                ReadSettings.typed(ReadFlags.FORMAT, format, inputCompression).maxRecord(maxRecord),
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE,
                partial ? InputFile.Sets.ANY : InputFile.Sets.COMPLETE);
    }
}
