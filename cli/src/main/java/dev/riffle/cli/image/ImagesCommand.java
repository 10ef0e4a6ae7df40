package dev.riffle.cli.image;

import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.output.WriteFlags;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Defines the flags of {@code riffle images}. */
@Command(
        name = "images",
        description = {
            "Imports a folder of images, or extracts images to files.",
            "Writes the images of the folder to a record file. Each sub-folder is a label. Labels get"
                    + " numbers from 0 in the byte order of their names. Images are stored unchanged, and only"
                    + " their headers are checked. Names that begin with a period are skipped.",
            "With --extract, writes the images of records to files; --format and --input-compression then"
                    + " set how to read the records. Default: detected from the content."
        })
public final class ImagesCommand implements Flags {

    private static final List<String> ONLY_FOR_MAKING =
            List.of("--labels", "--first-label", "--labels-out", "--seed", "--shards", "--compression", "--overwrite");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "Reads this folder. With --extract: reads these record files or patterns, or - for standard"
                    + " input.")
    private List<String> words = List.of();

    @Mixin
    private WriteFlags write = new WriteFlags();

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "Reads the labels from this CSV file with the columns file and label; the header is"
                    + " optional. Integers are used unchanged; texts get numbers in byte order.")
    private @Nullable String labels;

    @Option(
            names = "--first-label",
            paramLabel = "N",
            description = "Numbers the labels from N. Default: 0. Many ImageNet models need 1.")
    private @Nullable Long firstLabel;

    @Option(
            names = "--labels-out",
            paramLabel = "FILE",
            description = "Writes the names of the labels to this file, one per line.")
    private @Nullable String labelsOut;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = FlagText.SEED + " Here: shuffles the images. Default: no shuffle.")
    private @Nullable Long seed;

    @Option(names = "--skip-bad", description = FlagText.SKIP_BAD + " Here: files that are not images.")
    private boolean skipBad;

    @Option(
            names = "--input-compression",
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.INPUT_COMPRESSION + " Here: requires --extract.")
    private @Nullable String inputCompression;

    @Option(
            names = "--extract",
            description = "Writes the images of records to files in the folder -o. The path is LABEL/NAME from"
                    + " image/class/text and image/filename, or only image/filename if that is a path. Other"
                    + " labels go to labels.csv. Existing files are never replaced.")
    private boolean extract;

    @Option(
            names = "--numbered",
            description = "With --extract: names files by record number and ignores image/filename. Labels that cannot"
                    + " be folder names go to labels.csv.")
    private boolean numbered;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE + " Here: requires --extract.")
    private boolean skipDamage;

    @Option(
            names = "--max-record",
            paramLabel = "SIZE",
            description = FlagText.MAX_RECORD + " Here: requires --extract.")
    private @Nullable String maxRecord;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: the result.")
    private boolean json;

    @Override
    public Request request() {
        Style style = json ? Style.JSON : Style.TEXT;
        BadImages bad = skipBad ? BadImages.LEFT_OUT : BadImages.REJECTED;
        if (extract) {
            for (String flag : ONLY_FOR_MAKING) {
                if (spec.commandLine().getParseResult().hasMatchedOption(flag)) {
                    throw new IllegalArgumentException(flag + " has no effect with --extract; omit it");
                }
            }
            ExtractedName.Source names =
                    numbered ? ExtractedName.Source.RECORD_NUMBER : ExtractedName.Source.FILENAME_FEATURE;
            return new ExtractRequest(
                    List.copyOf(words),
                    write.asInput(inputCompression).maxRecord(maxRecord),
                    skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE,
                    write.output(),
                    names,
                    bad,
                    style);
        }
        if (numbered) {
            throw new IllegalArgumentException("--numbered requires --extract");
        }
        if (skipDamage) {
            throw new IllegalArgumentException("--skip-damage requires --extract");
        }
        if (inputCompression != null) {
            throw new IllegalArgumentException("--input-compression requires --extract");
        }
        if (maxRecord != null) {
            throw new IllegalArgumentException(ReadFlags.MAX_RECORD + " requires --extract");
        }
        if (words.size() != 1) {
            throw new IllegalArgumentException("expected one folder, found " + words.size());
        }
        OutputFiles target = write.target();
        if (labelsOut != null) {
            OutputEnding.checkPlain(labelsOut);
        }
        return new ImagesRequest(
                words.get(0),
                new ImagesRequest.Labelling(
                        Optional.ofNullable(labels),
                        firstLabel == null ? OptionalLong.empty() : OptionalLong.of(firstLabel),
                        Optional.ofNullable(labelsOut).map(name -> new TextOutput(name, target.existing()))),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                bad,
                target,
                style);
    }
}
