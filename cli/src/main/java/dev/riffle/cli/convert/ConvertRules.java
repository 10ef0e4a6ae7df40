package dev.riffle.cli.convert;

import dev.riffle.RecordFormat;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.ConversionException;
import dev.riffle.example.ExampleConversion;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the rules for features that the other format lacks, or has in another form.
 *
 * @param names the features that become int32 if {@code int32} selects only named features
 */
record ConvertRules(Int32 int32, List<String> names, Unset unset, Float32 float32) {

    /** Lists the choices of the integers that become int32. */
    enum Int32 {
        NAMED,
        ALL
    }

    /** Lists the ways to handle features without a kind. */
    enum Unset {
        AS_USUAL,
        DROPPED
    }

    /** Lists the ways to handle doubles. */
    enum Float32 {
        NOT_SAID,
        EXACT,
        ROUNDED
    }

    /** Returns whether rows of Parquet files round 64-bit floats. Rejects flags that do not apply to rows. */
    boolean roundsRows() throws UsageException {
        if (int32 == Int32.ALL || !names.isEmpty() || unset == Unset.DROPPED) {
            throw new UsageException(
                    "--int32 and --drop-unset are for record files, but the input is Parquet; omit them");
        }
        return float32 == Float32.ROUNDED;
    }

    /** Returns the conversion of payloads between two formats. Empty if both formats have the same messages. */
    Optional<ExampleConversion> conversion(RecordFormat from, RecordFormat to) throws UsageException {
        if (from.hasExamples() == to.hasExamples()) {
            if (int32 == Int32.ALL || !names.isEmpty() || unset == Unset.DROPPED || float32 != Float32.NOT_SAID) {
                throw new UsageException("--int32, --drop-unset and --float32 change messages, but " + from.title()
                        + " and " + to.title() + " have the same messages; omit them");
            }
            return Optional.empty();
        }
        ExampleConversion conversion = to.hasExamples() ? toExample() : toOfRecord();
        return Optional.of(unset == Unset.DROPPED ? conversion.dropUnset() : conversion);
    }

    private ExampleConversion toOfRecord() throws UsageException {
        if (float32 != Float32.NOT_SAID) {
            throw new UsageException("--float32 is for TFRecord output; TFRecord input has no doubles");
        }
        ExampleConversion conversion = ExampleConversion.toOfRecord();
        return int32 == Int32.ALL ? conversion.int32() : conversion.int32(Set.copyOf(names));
    }

    private ExampleConversion toExample() throws UsageException {
        if (int32 == Int32.ALL || !names.isEmpty()) {
            throw new UsageException("--int32 is for OFRecord output; Examples have no int32");
        }
        ExampleConversion conversion = ExampleConversion.toExample();
        return switch (float32) {
            case NOT_SAID -> conversion;
            case EXACT -> conversion.exactFloats();
            case ROUNDED -> conversion.roundedFloats();
        };
    }

    /** Returns the flags that make the conversion possible. Empty if no flags do. */
    static String remedy(ConversionException e) {
        return switch (e.reason()) {
            case KIND_NOT_SET -> "; --drop-unset omits such features";
            case DOUBLES -> "; --float32 exact or --float32 rounded converts it to a float_list";
            case NOT_A_MESSAGE, UNKNOWN_FIELD, FEATURE_LISTS, NO_FEATURE, OTHER_KIND, OTHER_VALUE -> "";
        };
    }
}
