package dev.riffle.cli.input;

import dev.riffle.RecordFormat;
import dev.riffle.cli.terminal.ByteCount;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags for reading record files with a stated format and compression. */
public final class ReadFlags {

    public static final String FORMAT = "--format";

    public static final String MAX_RECORD = "--max-record";

    public static final String MAX_RECORD_HELP =
            "Limits the memory for one record, for example to 2GB. Default: half of the heap. A larger"
                    + " record is an error, unless Riffle can read it in place from an uncompressed file.";

    @Option(
            names = FORMAT,
            paramLabel = "FORMAT",
            description = "Reads this format: tfrecord or ofrecord. Default: detected from the content.")
    private @Nullable String format;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            description = "Decompresses with this method: none, gzip, zlib or snappy. Default: detected from the"
                    + " content.")
    private @Nullable String compression;

    @Option(names = MAX_RECORD, paramLabel = "SIZE", description = MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    public ReadSettings settings() {
        return ReadSettings.typed(FORMAT, format, compression).maxRecord(maxRecord);
    }

    /** Returns the value of {@code --max-record} in bytes; empty for null. */
    public static OptionalLong maxRecord(@Nullable String size) {
        return size == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse(MAX_RECORD, size));
    }

    /** Returns the format whose name is the value of a flag, in any case. */
    public static RecordFormat format(String flag, String name) {
        for (RecordFormat format : RecordFormat.values()) {
            if (format.name().equalsIgnoreCase(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException(flag + " must be tfrecord or ofrecord: " + name);
    }
}
