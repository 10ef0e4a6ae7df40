package dev.riffle.benchmarks.walk;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.tensorflow.hadoop.util.TFRecordReader;

/** Reads all records with the reader of tensorflow-hadoop over a buffered stream, and verifies both checksums. */
public final class HadoopWalk {

    private static final int BUFFER_BYTES = 1 << 20;

    private HadoopWalk() {}

    /** Returns the same number as {@link RiffleWalk#walk}. */
    public static long walk(Path file) throws IOException {
        long result = 0;
        try (InputStream stream = new BufferedInputStream(new FileInputStream(file.toFile()), BUFFER_BYTES)) {
            TFRecordReader records = new TFRecordReader(stream, true);
            for (byte[] payload = records.read(); payload != null; payload = records.read()) {
                long firstBytes =
                        ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getLong();
                result = RiffleWalk.mix(result, payload.length, firstBytes);
            }
        }
        return result;
    }

    /** Returns the same number as {@link RiffleWalk#checksum}. */
    static long checksum(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        try (InputStream stream = new BufferedInputStream(new FileInputStream(file.toFile()), BUFFER_BYTES)) {
            TFRecordReader records = new TFRecordReader(stream, true);
            for (byte[] payload = records.read(); payload != null; payload = records.read()) {
                crc.update(payload);
            }
        }
        return crc.getValue();
    }
}
