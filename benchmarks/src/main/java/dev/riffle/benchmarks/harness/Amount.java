package dev.riffle.benchmarks.harness;

import dev.riffle.RecordReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Holds the amount of data that one pass of a contest processes.
 *
 * @param rows the number of rows or records; 0 if a contest states no amount
 * @param bytes the number of uncompressed bytes
 */
public record Amount(long rows, long bytes) {

    /** The amount of a contest that is not about rows. */
    static final Amount NONE = new Amount(0, 0);

    private static final int FRAME_BYTES = 16;

    /** Returns the number of records of a file and the number of their bytes, with frames. */
    public static Amount of(Path file) throws IOException {
        long rows = 0;
        long bytes = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                rows++;
                bytes += records.payload().remaining() + FRAME_BYTES;
            }
        }
        return new Amount(rows, bytes);
    }

    /** Returns the number of payloads and the number of their bytes, without frames. */
    public static Amount of(List<byte[]> payloads) {
        return new Amount(
                payloads.size(),
                payloads.stream().mapToLong(payload -> payload.length).sum());
    }

    /** Returns what a side reached with this amount, in units for people. */
    String speed(double seconds, double cpuSeconds) {
        return String.format(
                Locale.ROOT,
                "%.3f million rows/s, %.3f GB/s, %.3f CPU seconds for a million rows",
                rows / seconds / 1e6,
                bytes / seconds / 1e9,
                cpuSeconds / rows * 1e6);
    }
}
