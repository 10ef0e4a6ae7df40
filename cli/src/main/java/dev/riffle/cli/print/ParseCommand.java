package dev.riffle.cli.print;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.example.MalformedTextException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle parse}. */
@Command(
        name = "parse",
        description = {
            "Parses records into tensors, and prints them in batches.",
            "Parses like tf.io.parse_example and tf.io.parse_sequence_example. --features describes each"
                    + " feature on one line: 'label:int64, weight:float32=1.0, pos:float32[3], tags:string*'. For"
                    + " SequenceExamples: 'context(label:int64) lists(frames:float32[?,3])'. Without it, the"
                    + " command infers the specs from the first records and prints them on standard error."
        })
public final class ParseCommand implements Flags {

    static final int DEFAULT_BATCH = 32;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    /** Defines flags of which the user may set only one. */
    static final class SpecFlags {
        @Option(names = "--features", paramLabel = "SPECS", description = FlagText.FEATURES)
        private @Nullable String features;

        @Option(names = "--features-file", paramLabel = "FILE", description = FlagText.FEATURES_FILE)
        private @Nullable String file;
    }

    @ArgGroup
    private SpecFlags specs = new SpecFlags();

    @Option(names = "--batch", paramLabel = "N", description = "Parses N records of a file in a batch. Default: 32.")
    private int batch = DEFAULT_BATCH;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT + " Here: for each file.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--sample", paramLabel = "N", description = FlagText.SAMPLE + " Default: 1000.")
    private int sample = SpecInference.DEFAULT_SAMPLE;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: each batch, with every value.")
    private boolean json;

    @Option(names = "--skip-bad", description = FlagText.SKIP_BAD + " Here: records that do not match the specs.")
    private boolean skipBad;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE)
    private boolean skipDamage;

    @Override
    public Request request() {
        atLeast("--batch", batch, 1);
        atLeast("--limit", limit, 0);
        atLeast("--sample", sample, 1);
        return new ParseRequest(
                files.files(),
                read.settings(),
                Optional.ofNullable(specs.features).map(ParseCommand::specs),
                Optional.ofNullable(specs.file),
                new ParseRequest.Extent(batch, limit, sample),
                json ? Style.JSON : Style.TEXT,
                skipBad ? ParseRequest.Rejected.LEFT_OUT : ParseRequest.Rejected.ENDS_THE_FILE,
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE);
    }

    private static RecordSpecs specs(String text) {
        try {
            return RecordSpecs.parse(text);
        } catch (IllegalArgumentException | MalformedTextException e) {
            throw new IllegalArgumentException(SpecErrors.ofFlag("--features", e), e);
        }
    }

    private static void atLeast(String flag, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    flag + " must " + (least == 0 ? "not be negative" : "be positive") + ": " + value);
        }
    }
}
