package dev.riffle.cli.picture;

import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.output.WriteFlags;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.CommonFlags;
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

/** {@code riffle images}. */
@Command(
        name = "images",
        description = {
            "Makes a record file of the pictures in a folder, or with --extract files of the pictures in records.",
            "Each sub-folder is a label, counted from 0 in the order of the names' bytes. Pictures are stored as they are, and"
                    + " only their headers are looked at. Names that begin with a period are passed over.",
            "With --extract, --format and --compression say how to read the records, whatever their content looks like."
        })
public final class ImagesCommand implements Flags {

    private static final List<String> ONLY_FOR_MAKING =
            List.of("--labels", "--first-label", "--labels-out", "--seed", "--shards", "--overwrite");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "The folder; with --extract record files, patterns, or - for standard input.")
    private List<String> words = List.of();

    @Mixin
    private WriteFlags write = new WriteFlags();

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description =
                    "CSV of two columns, file and label, with or without this header. Numbers are labels as they are;"
                            + " texts are counted in the order of their bytes.")
    private @Nullable String labels;

    @Option(
            names = "--first-label",
            paramLabel = "N",
            description = "Counts labels from N: 0 if nothing is said, 1 for many networks made for ImageNet.")
    private @Nullable Long firstLabel;

    @Option(
            names = "--labels-out",
            paramLabel = "FILE",
            description = "Writes the labels' names there, one on each line.")
    private @Nullable String labelsOut;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Shuffles the pictures, always alike for the same N. If nothing is said, they stay in order.")
    private @Nullable Long seed;

    @Option(
            names = "--skip-bad",
            description = "Leaves out what is no picture, tells of it on standard error, and ends with exit code 1.")
    private boolean skipBad;

    @Option(
            names = "--extract",
            description =
                    "Writes the pictures of records to files in the folder -o: LABEL/NAME from image/class/text and"
                            + " image/filename, or just that where it is a path; labels that are no folders go into labels.csv."
                            + " Files that are there already are never replaced.")
    private boolean extract;

    @Option(
            names = "--numbered",
            description =
                    "With --extract: names files by the numbers of their records, whatever image/filename says, and puts labels"
                            + " that cannot be folders into labels.csv.")
    private boolean numbered;

    @Option(
            names = "--skip-damage",
            description =
                    "With --extract: passes over damaged records, tells of them on standard error, and ends with exit"
                            + " code 1.")
    private boolean skipDamage;

    @Option(
            names = ReadFlags.MAX_RECORD,
            paramLabel = "SIZE",
            description = "With --extract: " + ReadFlags.MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    @Option(names = "--json", description = "Prints what was done as a JSON object.")
    private boolean json;

    @Override
    public Request request() {
        Style style = json ? Style.JSON : Style.TEXT;
        BadPictures bad = skipBad ? BadPictures.LEFT_OUT : BadPictures.REFUSED;
        if (extract) {
            for (String flag : ONLY_FOR_MAKING) {
                if (spec.commandLine().getParseResult().hasMatchedOption(flag)) {
                    throw new IllegalArgumentException(flag + " is of no use with --extract; leave it out");
                }
            }
            ExtractedName.Source names =
                    numbered ? ExtractedName.Source.RECORD_NUMBER : ExtractedName.Source.FILENAME_FEATURE;
            return new ExtractRequest(
                    List.copyOf(words),
                    write.asInput().maxRecord(maxRecord),
                    skipDamage ? PrintRequest.Damage.PASSED_OVER : PrintRequest.Damage.ENDS_THE_FILE,
                    write.output(),
                    names,
                    bad,
                    style);
        }
        if (numbered) {
            throw new IllegalArgumentException("--numbered is for --extract only; leave it out");
        }
        if (skipDamage) {
            throw new IllegalArgumentException("--skip-damage is for --extract only; leave it out");
        }
        if (maxRecord != null) {
            throw new IllegalArgumentException(ReadFlags.MAX_RECORD + " is for --extract only; leave it out");
        }
        if (words.size() != 1) {
            throw new IllegalArgumentException("name one folder, not " + words.size());
        }
        OutputFiles target = write.target();
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
