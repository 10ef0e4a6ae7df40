package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Walks all records of a file with our reader, both checksums verified. Every payload has at least eight bytes. */
public final class RiffleWalk {

    private RiffleWalk() {}

    /** A number that depends on the order, the size and the first eight bytes of each record. */
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

    /** The same of offsets and sizes: a walk over frames whose payloads nobody asks for. */
    static long walkFrames(Path file, RecordReaderOptions options) throws IOException {
        long result = 0;
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                result = mix(result, records.payloadSize(), records.offset());
            }
        }
        return result;
    }

    /** How many bytes the frames take. */
    static long walkForBytes(Path file, RecordReaderOptions options) throws IOException {
        long bytes = 0;
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                bytes += records.payloadSize() + MappedLoop.FRAME_BYTES;
            }
        }
        return bytes;
    }

    /** A checksum over all payloads, one behind the other. */
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
