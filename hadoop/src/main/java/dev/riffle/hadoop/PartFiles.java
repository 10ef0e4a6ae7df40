package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.util.Locale;

/** What the files have in common that tasks of Hadoop and of Spark write. */
public final class PartFiles {

    /** About how many uncompressed bytes a member of a gzip file has, so that the next job can divide the file. */
    public static final int MEMBER_BYTES = 1 << 20;

    private PartFiles() {}

    /** What their names end with: that of the format, then that of the compression. */
    public static String extension(RecordFormat format, Compression compression) {
        String of = format == RecordFormat.TFRECORD ? ".tfrecord" : ".ofrecord";
        return switch (compression.name()) {
            case "NONE" -> of;
            case "GZIP" -> of + ".gz";
            default -> of + "." + compression.name().toLowerCase(Locale.ROOT);
        };
    }
}
