package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;

/**
 * Defines the properties that the files of Hadoop's and Spark's tasks share. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class PartFiles {

    /**
     * The approximate number of uncompressed bytes in a member of a gzip file. Members let the next job split the file.
     */
    public static final int MEMBER_BYTES = 1 << 20;

    private PartFiles() {}

    /** Returns the extension of a file name: the extension of the format, then the extension of the compression. */
    public static String extension(RecordFormat format, Compression compression) {
        String of = format == RecordFormat.TFRECORD ? ".tfrecord" : ".ofrecord";
        return compression.isNone() ? of : of + "." + compression.ending();
    }
}
