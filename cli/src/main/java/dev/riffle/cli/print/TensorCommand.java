package dev.riffle.cli.print;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.tensor.TensorProto;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle tensor}. */
@Command(
        name = "tensor",
        description = {
            "Prints a serialised tensor, as tf.io.serialize_tensor writes it: its type, its shape and its first elements.",
            "A file holds just the tensor's bytes; or, with --record, it is a record file, of which a record's feature holds"
                    + " them, or without --feature the whole record."
        })
public final class TensorCommand implements Flags {

    private static final long NO_RECORD = -1;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(names = "--record", paramLabel = "N", description = "Takes record N of a record file; the first one is 0.")
    private @Nullable Long record;

    @Option(
            names = "--feature",
            paramLabel = "NAME",
            description =
                    "Takes this feature of the record, 0 if nothing is said of one; each of its values is a tensor.")
    private @Nullable String feature;

    @Option(
            names = "--limit-bytes",
            paramLabel = "N",
            description =
                    "How many bytes the values may take that a tensor says to repeat; 67108864 if nothing is said.")
    private long limitBytes = TensorProto.DEFAULT_LIMIT;

    @Option(names = "--json", description = "Prints a line of JSON with every element.")
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
        return new TensorRequest(
                files.files(),
                number == NO_RECORD
                        ? Optional.empty()
                        : Optional.of(new TensorRequest.Place(read.settings(), number, Optional.ofNullable(feature))),
                limitBytes,
                json ? Style.JSON : Style.TEXT);
    }
}
