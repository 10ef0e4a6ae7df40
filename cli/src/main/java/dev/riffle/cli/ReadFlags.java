package dev.riffle.cli;

import dev.riffle.RecordFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How record files are to be read, where recognising that from their content is not wanted. */
final class ReadFlags {

    static final String FORMAT = "--format";

    @Option(
            names = FORMAT,
            paramLabel = "FORMAT",
            description = "Reads this format, whatever the content looks like: tfrecord or ofrecord.")
    private @Nullable String format;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            description = "Decompresses this way, whatever the content looks like: none, gzip, zlib or snappy.")
    private @Nullable String compression;

    ReadSettings settings() {
        return ReadSettings.typed(FORMAT, format, compression);
    }

    /** The format of a name, in any case, that was typed behind a flag. */
    static RecordFormat format(String flag, String name) {
        for (RecordFormat format : RecordFormat.values()) {
            if (format.name().equalsIgnoreCase(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException(flag + " must be tfrecord or ofrecord: " + name);
    }
}
