package dev.riffle.cli.convert;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle convert}. */
@Command(
        name = "convert",
        description = {
            "Makes an OFRecord file of TFRecord files with Examples, or a TFRecord file of OFRecord files.",
            "What the other side cannot hold is refused, with record and feature, unless an option says what to do."
                    + " Several files become one, in order."
        })
public final class ConvertCommand implements Flags {

    private static final String ALL = "all";

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The file to write, with --parts a directory, or - for standard output.")
    private String output = "";

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            description = "Reads this format, whatever the content looks like: tfrecord or ofrecord.")
    private @Nullable String from;

    @Option(
            names = "--input-compression",
            paramLabel = "NAME",
            description = "Decompresses this way, whatever the content looks like: none, gzip, zlib or snappy.")
    private @Nullable String inputCompression;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description = "ofrecord or tfrecord: the format to write. If nothing is said, it is the other one.")
    private @Nullable String to;

    @Option(
            names = "--parts",
            paramLabel = "N",
            description = "Writes N files part-00000 and so on into the directory, with the records in order and evenly"
                    + " shared. For OFRecord.")
    private @Nullable Integer parts;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            description = "none, if nothing is said, gzip, zlib or snappy; OFRecord has none and gzip only.")
    private String compression = "none";

    @Option(
            names = "--int32",
            paramLabel = "NAMES",
            split = ",",
            description =
                    "Makes int32_lists of the int64_lists of these names, or of all: NAME,NAME or all. For OFRecord.")
    private List<String> int32 = List.of();

    @Option(names = "--drop-unset", description = "Leaves out features whose kind is not set.")
    private boolean dropUnset;

    @Option(
            names = "--float32",
            paramLabel = "HOW",
            description = "Makes float_lists of double_lists: exact, and refuses what is not a float32, or rounded. For"
                    + " TFRecord.")
    private @Nullable String float32;

    @Option(
            names = "--skip-damage",
            description = "Passes over damaged records, tells of them on standard error, and ends with exit code 1.")
    private boolean skipDamage;

    @Option(
            names = "--partial",
            description = "Takes sets of which shards are missing, doubled or of another count as they are.")
    private boolean partial;

    @Option(names = ReadFlags.MAX_RECORD, paramLabel = "SIZE", description = ReadFlags.MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    @Option(names = "--overwrite", description = "Replaces files that are there already.")
    private boolean overwrite;

    @Option(names = "--json", description = "Prints what was done as a JSON object.")
    private boolean json;

    @Override
    public Request request() {
        if (parts != null && (parts < 1 || parts > OutputFiles.MOST_SHARDS)) {
            throw new IllegalArgumentException("--parts must be from 1 to " + OutputFiles.MOST_SHARDS + ": " + parts);
        }
        if (parts != null && output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("--parts needs a directory: standard output is only one file");
        }
        boolean all = int32.equals(List.of(ALL));
        return new ConvertRequest(
                files.files(),
                partial ? InputFile.Sets.ANY : InputFile.Sets.WHOLE,
                ReadSettings.typed("--from", from, inputCompression).maxRecord(maxRecord),
                new ConvertOutput(
                        output,
                        parts == null ? 0 : parts,
                        Optional.ofNullable(to).map(name -> ReadFlags.format("--to", name)),
                        Compression.of(compression),
                        overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE),
                new ConvertRules(
                        all ? ConvertRules.Int32.ALL : ConvertRules.Int32.NAMED,
                        all ? List.of() : List.copyOf(int32),
                        dropUnset ? ConvertRules.Unset.DROPPED : ConvertRules.Unset.AS_USUAL,
                        float32 == null ? ConvertRules.Float32.NOT_SAID : float32(float32)),
                skipDamage ? PrintRequest.Damage.PASSED_OVER : PrintRequest.Damage.ENDS_THE_FILE,
                json ? Style.JSON : Style.TEXT);
    }

    private static ConvertRules.Float32 float32(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "exact" -> ConvertRules.Float32.EXACT;
            case "rounded" -> ConvertRules.Float32.ROUNDED;
            default -> throw new IllegalArgumentException("--float32 must be exact or rounded: " + name);
        };
    }
}
