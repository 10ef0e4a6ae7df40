package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads all records of a file with Riffle's reader, which verifies both checksums. Every payload has at least eight
 * bytes.
 */
public final class RiffleWalk {

    private RiffleWalk() {}

    /** Returns a number that depends on the order, the size and the first eight bytes of each record. */
    static long walk(Path file, RecordReaderOptions options) throws IOException {
        long result = 0;
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                ByteBuffer payload = records.payload();
                result = mix(result, payload.remaining(), payload.getLong(payload.position()));
            }
        }
        return result;
    }

    /** Returns a number that depends on offsets and sizes, from a scan of frames that does not read payloads. */
    static long walkFrames(Path file, RecordReaderOptions options) throws IOException {
        long result = 0;
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                result = mix(result, records.payloadSize(), records.offset());
            }
        }
        return result;
    }

    /** Returns the number of bytes of the frames. */
    static long walkForBytes(Path file, RecordReaderOptions options) throws IOException {
        long bytes = 0;
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                bytes += records.payloadSize() + MappedLoop.FRAME_BYTES;
            }
        }
        return bytes;
    }

    /** Returns a checksum over all payloads in order. */
    public static long checksum(Path file, RecordReaderOptions options) throws IOException {
        CRC32C crc = new CRC32C();
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                crc.update(records.payloadBytes());
            }
        }
        return crc.getValue();
    }

    static long mix(long result, int size, long seen) {
        return 31 * result + (seen ^ size);
    }
}
