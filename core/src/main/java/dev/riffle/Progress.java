package dev.riffle;

import dev.riffle.internal.Argument;
import java.util.OptionalLong;

/**
 * The progress of one long operation at one moment, such as a scan, a rewrite or a repair. All numbers count from the
 * beginning of the operation.
 *
 * <pre>{@code
 * ParallelScan.of(ByteSource.of(Path.of("train.tfrecord")))
 *         .progress(progress -> System.out.println(progress.bytes() + " of " + progress.totalBytes()))
 *         .count();
 * }</pre>
 *
 * <p>A listener receives one event at a time, although several threads may send events. Each operation sends exactly
 * one event with {@code finished}, as its last event. It also sends this event for an input without records, after an
 * error and when it is closed early. The exception reports the error to the caller. If a listener throws, its exception
 * ends the operation, and the listener receives no more events.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @param records the number of records done. Each record counts once
 * @param bytes the number of bytes done, as stored in the sources. For a compressed source, these are compressed bytes,
 *     which may be ahead of the records; see {@link RecordReader#sourceBytesRead()}. If the operation reads its sources
 *     several times, the bytes of each pass count
 * @param totalBytes the number of bytes to do, if the sizes of all sources are known. It is never below {@code bytes}.
 *     It increases if the sources grow, or if the operation begins another pass over its sources. The last event may
 *     have fewer bytes than the total, because the operation did not need all bytes, or failed
 * @param finished whether the operation has ended, so that no event follows
 * @since 0.1
 */
public record Progress(long records, long bytes, OptionalLong totalBytes, boolean finished) {

    /** Creates an event. Throws {@link IllegalArgumentException} if an argument is null or a number is negative. */
    public Progress {
        Argument.present(totalBytes, "totalBytes");
        if (records < 0) {
            throw new IllegalArgumentException("records must not be negative: " + records);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        if (totalBytes.isPresent() && totalBytes.getAsLong() < bytes) {
            throw new IllegalArgumentException(
                    "totalBytes must be at least bytes, " + bytes + ": " + totalBytes.getAsLong());
        }
    }
}
