package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.FutureTask;
import java.util.zip.CRC32C;

/**
 * Reads a file with the fastest loop that we could write for this job: a new mapping and both checksums. The file must
 * end with a complete record, and each record must be smaller than 1 GiB.
 */
public final class MappedLoop {

    static final int FRAME_BYTES = 16;

    private static final int HEADER_BYTES = 12;
    private static final int MASK_DELTA = 0xa282ead8;
    private static final int POLYNOMIAL = 0x82f63b78;
    private static final long WINDOW_BYTES = 1 << 30;

    /**
     * The tables for eight independent look-ups. For eight bytes, these look-ups are faster than a call of the JDK's
     * class.
     */
    private static final int[] TABLE = table();

    private MappedLoop() {}

    private static int[] table() {
        int[] table = new int[8 * 256];
        for (int b = 0; b < 256; b++) {
            int crc = b;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc >>> 1) ^ (POLYNOMIAL & -(crc & 1));
            }
            table[b] = crc;
        }
        for (int i = 256; i < table.length; i++) {
            table[i] = (table[i - 256] >>> 8) ^ table[table[i - 256] & 0xff];
        }
        return table;
    }

    /** Lists the parts of a record that the result can include. */
    private enum Seen {
        OFFSET,
        FIRST_BYTES,
        /** The offset and the size. The order of the records has no influence. */
        SUM
    }

    /** Returns the same number as {@link RiffleWalk#walkFrames}. */
    public static long walkFrames(Path file) throws IOException {
        return walk(file, 0, Files.size(file), Seen.OFFSET);
    }

    /** Returns the same number as {@link RiffleWalk#walk}. */
    public static long walk(Path file) throws IOException {
        return walk(file, 0, Files.size(file), Seen.FIRST_BYTES);
    }

    private static long walk(Path file, long begin, long until, Seen seen) throws IOException {
        CRC32C crc = new CRC32C();
        long result = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long offset = begin; offset < until; ) {
                MappedByteBuffer window =
                        channel.map(MapMode.READ_ONLY, offset, Math.min(until - offset, WINDOW_BYTES));
                window.order(ByteOrder.LITTLE_ENDIAN);
                ByteBuffer summed = window.duplicate();
                int end = window.capacity();
                int at = 0;
                while (end - at >= FRAME_BYTES) {
                    long length = window.getLong(at);
                    if (window.getInt(at + 8) != lengthChecksum(length)) {
                        throw new IOException("length checksum does not match at offset " + (offset + at));
                    }
                    if (length > end - at - FRAME_BYTES) {
                        break;
                    }
                    int from = at + HEADER_BYTES;
                    int to = from + (int) length;
                    crc.reset();
                    crc.update(summed.limit(to).position(from));
                    if (window.getInt(to) != mask((int) crc.getValue())) {
                        throw new IOException("payload checksum does not match at offset " + (offset + at));
                    }
                    result = switch (seen) {
                        case OFFSET -> RiffleWalk.mix(result, (int) length, offset + at);
                        case FIRST_BYTES -> RiffleWalk.mix(result, (int) length, window.getLong(from));
                        case SUM -> result + RiffleWalk.mix(offset + at, (int) length, offset + at);
                    };
                    at = to + Integer.BYTES;
                }
                offset += at;
            }
        }
        return result;
    }

    /** Returns the offset of the first record that begins in the second half of a file. */
    static long firstRecordAfterTheMiddle(Path file) throws IOException {
        try (RecordReader records = RecordReader.open(file)) {
            long middle = Files.size(file) / 2;
            while (records.next()) {
                if (records.offset() >= middle) {
                    return records.offset();
                }
            }
            return Files.size(file);
        }
    }

    /** Runs two bare loops with a given boundary between them. */
    static long sumInTwoThreads(Path file, long middle) throws Exception {
        long size = Files.size(file);
        FutureTask<Long> second = new FutureTask<>(() -> walk(file, middle, size, Seen.SUM));
        Thread thread = new Thread(second, "mapped-loop");
        thread.start();
        return walk(file, 0, middle, Seen.SUM) + second.get();
    }

    private static int lengthChecksum(long length) {
        int low = ~(int) length;
        int high = (int) (length >>> 32);
        int crc = TABLE[7 * 256 + (low & 0xff)]
                ^ TABLE[6 * 256 + ((low >>> 8) & 0xff)]
                ^ TABLE[5 * 256 + ((low >>> 16) & 0xff)]
                ^ TABLE[4 * 256 + (low >>> 24)]
                ^ TABLE[3 * 256 + (high & 0xff)]
                ^ TABLE[2 * 256 + ((high >>> 8) & 0xff)]
                ^ TABLE[256 + ((high >>> 16) & 0xff)]
                ^ TABLE[high >>> 24];
        return mask(~crc);
    }

    private static int mask(int crc) {
        return Integer.rotateRight(crc, 15) + MASK_DELTA;
    }
}
