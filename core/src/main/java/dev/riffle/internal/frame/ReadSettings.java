package dev.riffle.internal.frame;

import dev.riffle.internal.Threads;
import dev.riffle.io.Compression;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which the records of a source are opened.
 *
 * @param layout the layout of the file, or null to detect it
 * @param compression the compression, or null to detect it
 * @param verifiesPayloads whether to verify the checksums of payloads
 * @param threads the number of threads that decompress
 * @param mostHeldBytes the largest payload to allocate memory for
 */
public record ReadSettings(
        @Nullable RecordLayout layout,
        @Nullable Compression compression,
        Access access,
        boolean verifiesPayloads,
        int threads,
        long mostHeldBytes) {

    /** Detects everything, verifies all checksums and allocates at most half of the heap for a payload. */
    public static final ReadSettings DEFAULTS = new ReadSettings(
            null, null, Access.MAP, true, Threads.DEFAULT, Runtime.getRuntime().maxMemory() / 2);

    /** The ways in which a reader accesses a file. */
    public enum Access {
        MAP,
        READ,
        FOLLOW
    }

    public boolean follows() {
        return access == Access.FOLLOW;
    }

    /** Returns settings for a second read of uncompressed TFRecord, which verifies all checksums. */
    public ReadSettings forFinding() {
        Access again = follows() ? Access.READ : access;
        return new ReadSettings(Framing.TFRECORD, Compression.NONE, again, true, Threads.DEFAULT, mostHeldBytes);
    }

    public ReadSettings with(RecordLayout other) {
        return new ReadSettings(other, compression, access, verifiesPayloads, threads, mostHeldBytes);
    }

    public ReadSettings with(Compression other) {
        return new ReadSettings(layout, other, access, verifiesPayloads, threads, mostHeldBytes);
    }

    public ReadSettings with(Access other) {
        return new ReadSettings(layout, compression, other, verifiesPayloads, threads, mostHeldBytes);
    }

    public ReadSettings withoutPayloadChecksums() {
        return new ReadSettings(layout, compression, access, false, threads, mostHeldBytes);
    }

    public ReadSettings withThreads(int count) {
        return new ReadSettings(layout, compression, access, verifiesPayloads, count, mostHeldBytes);
    }

    public ReadSettings withMostHeldBytes(long bytes) {
        return new ReadSettings(layout, compression, access, verifiesPayloads, threads, bytes);
    }
}
