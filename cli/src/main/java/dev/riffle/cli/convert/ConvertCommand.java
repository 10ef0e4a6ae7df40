package dev.riffle.cli.convert;

import dev.riffle.RecordFormat;
import dev.riffle.cli.input.DuckDbMemoryFlag;
import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.print.TypedSpecs;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
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

/** Defines the flags of {@code riffle convert}. */
@Command(
        name = "convert",
        description = {
            "Converts Examples from TFRecord to OFRecord files, or back, and record files to Parquet, or back.",
            "Writes the format that the input does not have, and Parquet to a name that ends in .parquet. Stops at a"
                    + " feature that this format cannot hold, unless a flag converts or drops it. Combines several"
                    + " files into one, in order. With Parquet, the output train@10.parquet or train@*.parquet is a"
                    + " set with a file for each input file."
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
            description = FlagText.OUTPUT + " Here: to a directory with --parts.")
    private String output = "";

    @Option(
            names = "--input-kind",
            paramLabel = "KIND",
            completionCandidates = Choices.ConvertedFormats.class,
            description =
                    FlagText.INPUT_KIND + " Here: tfrecord, ofrecord or parquet. Default: detected from the content.")
    private @Nullable String from;

    @Option(
            names = "--input-compression",
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.INPUT_COMPRESSION)
    private @Nullable String inputCompression;

    @Option(
            names = "--as",
            paramLabel = "KIND",
            completionCandidates = Choices.ConvertedFormats.class,
            description = FlagText.AS
                    + " Here: ofrecord, tfrecord or parquet. Default: by the ending of the output, or else the format"
                    + " that the input does not have.")
    private @Nullable String to;

    @Option(
            names = "--parts",
            paramLabel = "N",
            description = "Writes N OFRecord files, part-00000 and so on, to the directory. Keeps the order of the"
                    + " records and distributes them evenly.")
    private @Nullable Integer parts;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            completionCandidates = Choices.ConvertedCompressions.class,
            description = FlagText.COMPRESSION
                    + " Here: Parquet supports none, gzip, snappy and zstd. Default: by the ending of the output, or"
                    + " else none, and zstd for Parquet.")
    private @Nullable String compression;

    @Option(
            names = "--int32",
            paramLabel = "NAMES",
            split = ",",
            description = "Converts the int64_list of these features to int32_list: NAME,NAME or all. For OFRecord"
                    + " output.")
    private List<String> int32 = List.of();

    @Option(names = "--drop-unset", description = "Omits features whose kind is not set.")
    private boolean dropUnset;

    @Option(
            names = "--float32",
            paramLabel = "HOW",
            completionCandidates = Choices.Rounding.class,
            description = FlagText.FLOAT32)
    private @Nullable String float32;

    @Option(
            names = "--features",
            paramLabel = "SPECS",
            description = FlagText.FEATURES + " Here: for Parquet output. Default: inferred from all records.")
    private @Nullable String features;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = FlagText.SAMPLE + " Here: for Parquet output; a number, or all. Default: all.")
    private @Nullable String sample;

    @Option(names = "--row-group", paramLabel = "ROWS", description = FlagText.ROW_GROUP)
    private @Nullable Integer rowGroup;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE)
    private boolean skipDamage;

    @Option(names = "--partial", description = FlagText.PARTIAL)
    private boolean partial;

    @Option(names = "--max-record", paramLabel = "SIZE", description = FlagText.MAX_RECORD)
    private @Nullable String maxRecord;

    @Mixin
    private DuckDbMemoryFlag memory = new DuckDbMemoryFlag();

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: the result.")
    private boolean json;

    @Override
    public Request request() {
        Optional<TypedSpecs> specs = Optional.ofNullable(features).map(text -> TypedSpecs.parse("--features", text));
        long sampled = ParquetTarget.sampled(sample, features);
        if (ParquetTarget.isOutput(output, Optional.ofNullable(to))) {
            return toParquet(specs, sampled);
        }
        if (features != null || sample != null || rowGroup != null) {
            throw new IllegalArgumentException("--features, --sample and --row-group are for Parquet output; choose a"
                    + " name with .parquet, or add --as parquet");
        }
        return toRecords();
    }

    private ParquetExportRequest toParquet(Optional<TypedSpecs> specs, long sampled) {
        if (parts != null || !int32.isEmpty() || dropUnset || float32 != null) {
            throw new IllegalArgumentException("--parts, --int32, --drop-unset and --float32 are for record files, but"
                    + " the output is Parquet; omit them");
        }
        if (memory.bytes().isPresent()) {
            throw new IllegalArgumentException("--memory is for Parquet input, but the output is Parquet; omit it");
        }
        if (isParquet(from)) {
            throw new IllegalArgumentException("--input-kind is parquet already, and so is the output; 'riffle sql'"
                    + " writes Parquet from Parquet");
        }
        return new ParquetExportRequest(
                files.files(),
                partial ? InputFile.Sets.ANY : InputFile.Sets.COMPLETE,
                ReadSettings.typed("--input-kind", from, inputCompression).maxRecord(maxRecord),
                ParquetTarget.of(output, existing(), Optional.ofNullable(compression), Optional.ofNullable(rowGroup)),
                List.of(),
                specs,
                sampled,
                damage(),
                Optional.of(style()));
    }

    private static boolean isParquet(@Nullable String name) {
        return name != null && name.equalsIgnoreCase(ParquetTarget.NAME);
    }

    private OutputFiles.Existing existing() {
        return overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT;
    }

    private PrintRequest.Damage damage() {
        return skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE;
    }

    private Style style() {
        return json ? Style.JSON : Style.TEXT;
    }

    private ConvertRequest toRecords() {
        if (parts != null && (parts < 1 || parts > OutputFiles.MOST_SHARDS)) {
            throw new IllegalArgumentException("--parts must be from 1 to " + OutputFiles.MOST_SHARDS + ": " + parts);
        }
        if (parts != null && output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("--parts needs a directory: standard output is one stream");
        }
        boolean all = int32.equals(List.of(ALL));
        Optional<RecordFormat> typed = Optional.ofNullable(to).map(name -> ReadFlags.format("--as", name));
        Optional<Compression> compressed =
                Optional.ofNullable(compression).map(name -> ReadFlags.compression("--compression", name));
        OutputEnding ending = OutputEnding.ofRecords(output);
        ending.checkCompression(compressed);
        if (typed.isPresent()) {
            ending.requireFormat(typed.get(), "--as is " + to, "omit --as, or choose another name");
        }
        return new ConvertRequest(
                files.files(),
                partial ? InputFile.Sets.ANY : InputFile.Sets.COMPLETE,
                ReadSettings.typed("--input-kind", isParquet(from) ? null : from, inputCompression)
                        .maxRecord(maxRecord),
                isParquet(from) ? ConvertRequest.Input.PARQUET : ConvertRequest.Input.DETECTED,
                new ConvertOutput(output, parts == null ? 0 : parts, typed, compressed, existing()),
                new ConvertRules(
                        all ? ConvertRules.Int32.ALL : ConvertRules.Int32.NAMED,
                        all ? List.of() : List.copyOf(int32),
                        dropUnset ? ConvertRules.Unset.DROPPED : ConvertRules.Unset.AS_USUAL,
                        float32 == null ? ConvertRules.Float32.NOT_SAID : float32(float32)),
                memory.bytes(),
                damage(),
                style());
    }

    private static ConvertRules.Float32 float32(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "exact" -> ConvertRules.Float32.EXACT;
            case "rounded" -> ConvertRules.Float32.ROUNDED;
            default -> throw new IllegalArgumentException("--float32 must be exact or rounded: " + name);
        };
    }
}
