package dev.riffle;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * Frames of TFRecord: a length of 8 bytes, its masked checksum of 4, the payload, its masked checksum of 4, all
 * little-endian.
 *
 * <p>Source of the rule: {@code tsl/lib/io/record_reader.cc} of TensorFlow 2.21, whose silence about 1 to 11 stray bytes
 * is damage here.
 */
final class TfRecordFrames extends Frames {

    static final int LENGTH_BYTES = 8;
    static final int HEADER_BYTES = 12;
    static final int FOOTER_BYTES = 4;

    private static final int SCRATCH_BYTES = 8 << 10;

    private final RecordReaderOptions.PayloadChecksum checksum;
    private final CRC32C crc = new CRC32C();
    private final byte[] scratch = new byte[SCRATCH_BYTES];

    /** The buffer once more, with a position and limit that are moved for the checksum. */
    private ByteBuffer summed = buffer.duplicate();

    private ByteBuffer summedOf = buffer;

    TfRecordFrames(
            String source, OptionalLong size, ByteWindow window, RecordReaderOptions.PayloadChecksum checksum) {
        super(source, size, window);
        this.checksum = checksum;
    }

    @Override
    RecordFormat format() {
        return RecordFormat.TFRECORD;
    }

    @Override
    int overheadBytes() {
        return HEADER_BYTES + FOOTER_BYTES;
    }

    @Override
    boolean next() throws IOException {
        int start = end;
        if (limit - start < HEADER_BYTES) {
            start = reach(start, HEADER_BYTES);
            if (limit - start < HEADER_BYTES) {
                return endOfSource(start, HEADER_BYTES);
            }
        }
        long length = buffer.getLong(start);
        int stored = buffer.getInt(start + LENGTH_BYTES);
        int computed = MaskedCrc32c.ofLength(length);
        if (stored != computed) {
            throw corrupt(offsetOf(start), offsetOf(start), Reason.LENGTH_CHECKSUM, hex(stored), hex(computed));
        }
        long recordOffset = offsetOf(start);
        int from = start + HEADER_BYTES;
        if (length < 0 || length > limit - from - FOOTER_BYTES) {
            from = reachPayload(start, HEADER_BYTES, length, FOOTER_BYTES);
        }
        int count = (int) length;
        if (checksum == RecordReaderOptions.PayloadChecksum.VERIFY) {
            int storedPayload = buffer.getInt(from + count);
            int computedPayload = sum(from, count);
            if (storedPayload != computedPayload) {
                throw corrupt(
                        recordOffset,
                        recordOffset + HEADER_BYTES,
                        Reason.PAYLOAD_CHECKSUM,
                        hex(storedPayload),
                        hex(computedPayload));
            }
        }
        offset = recordOffset;
        payload = from;
        payloadSize = count;
        end = from + count + FOOTER_BYTES;
        index++;
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
    private int sum(int from, int count) {
        crc.reset();
        if (buffer.isDirect()) {
            if (summedOf != buffer) {
                summedOf = buffer;
                summed = buffer.duplicate();
            }
            crc.update(summed.limit(from + count).position(from));
        } else {
            // The JDK would make a new array for every read-only buffer.
            for (int done = 0; done < count; ) {
                int piece = Math.min(count - done, scratch.length);
                buffer.get(from + done, scratch, 0, piece);
                crc.update(scratch, 0, piece);
                done += piece;
            }
        }
        return MaskedCrc32c.mask((int) crc.getValue());
    }

    private static String hex(int checksum) {
        return "0x" + HexFormat.of().toHexDigits(checksum);
    }
}
