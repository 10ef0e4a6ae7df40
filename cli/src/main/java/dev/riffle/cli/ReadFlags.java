package dev.riffle.cli;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How record files are to be read, where recognising that from their content is not wanted. */
final class ReadFlags {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Reads this format, whatever the content looks like: tfrecord or ofrecord.")
    private @Nullable String format;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            description = "Decompresses this way, whatever the content looks like: none, gzip, zlib or snappy.")
    private @Nullable String compression;

    ReadSettings settings() {
        return new ReadSettings(
                Optional.ofNullable(format).map(ReadFlags::format),
                Optional.ofNullable(compression).map(Compression::of));
    }

    /** The format of a name, in any case. */
    static RecordFormat format(String name) {
        for (RecordFormat format : RecordFormat.values()) {
            if (format.name().equalsIgnoreCase(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException("--format must be tfrecord or ofrecord: " + name);
    }
}
