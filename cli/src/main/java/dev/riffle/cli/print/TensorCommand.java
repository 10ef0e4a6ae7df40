package dev.riffle.cli.print;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.tensor.TensorProto;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle tensor}. */
@Command(
        name = "tensor",
        description = {
            "Prints the type, shape and first elements of a serialised tensor.",
            "Reads a file as the output of tf.io.serialize_tensor. With --record, reads a record file,"
                    + " and takes the bytes from a feature of the record or from the whole payload."
        })
public final class TensorCommand implements Flags {

    private static final long NO_RECORD = -1;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(
            names = {"-r", "--record"},
            paramLabel = "N",
            description = FlagText.RECORD)
    private @Nullable Long record;

    @Option(
            names = "--feature",
            paramLabel = "NAME",
            description = FlagText.FEATURE + " Here: each value is a tensor. Default: the payload.")
    private @Nullable String feature;

    @Option(
            names = "--limit-bytes",
            paramLabel = "N",
            description = "Limits the memory for the repeated values of a tensor to N bytes. Default: 67108864.")
    private long limitBytes = TensorProto.DEFAULT_LIMIT;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: each tensor, with all elements.")
    private boolean json;

    @Override
    public Request request() {
        if (limitBytes < 0) {
            throw new IllegalArgumentException("--limit-bytes must not be negative: " + limitBytes);
        }
        long number = record == null ? (feature == null ? NO_RECORD : 0) : record;
        if (record != null && number < 0) {
            throw new IllegalArgumentException("--record must not be negative: " + number);
        }
        ReadSettings settings = read.settings();
        if (number == NO_RECORD) {
            requireRecordFile(settings);
        }
        return new TensorRequest(
                files.files(),
                number == NO_RECORD
                        ? Optional.empty()
                        : Optional.of(new TensorRequest.Place(settings, number, Optional.ofNullable(feature))),
                limitBytes,
                json ? Style.JSON : Style.TEXT);
    }

    /** Rejects settings of record files if each file is a tensor. */
    private static void requireRecordFile(ReadSettings settings) {
        String flag = settings.format().isPresent()
                ? ReadFlags.FORMAT
                : settings.compression().isPresent()
                        ? ReadFlags.INPUT_COMPRESSION
                        : settings.maxRecord().isPresent() ? ReadFlags.MAX_RECORD : "";
        if (!flag.isEmpty()) {
            throw new IllegalArgumentException(
                    flag + " requires --record or --feature; without them, each file is a tensor, not a record file");
        }
    }
}
