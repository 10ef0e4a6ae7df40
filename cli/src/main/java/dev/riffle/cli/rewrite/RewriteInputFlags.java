package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Style;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags of a rewriting command for its inputs and its report. */
final class RewriteInputFlags {

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE)
    private boolean skipDamage;

    @Option(names = "--partial", description = FlagText.PARTIAL)
    private boolean partial;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = Choices.Formats.class,
            description = FlagText.FORMAT_DETECTED)
    private @Nullable String format;

    @Option(
            names = "--input-compression",
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.INPUT_COMPRESSION)
    private @Nullable String inputCompression;

    @Option(names = "--max-record", paramLabel = "SIZE", description = FlagText.MAX_RECORD)
    private @Nullable String maxRecord;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: the result.")
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
