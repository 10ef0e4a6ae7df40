package dev.riffle;

import dev.riffle.CorruptRecordException.Reason;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames of OFRecord: a length of 8 bytes, signed and little-endian, then the payload. The format has no
 * checksum. So this class compares the length with the bytes that exist, and checks that the payload has the structure
 * of an OFRecord message.
 *
 * <p>Source of the format: {@code oneflow/user/data/ofrecord_dataset.h}, which aborts the process on any damage.
 */
final class OfRecordFrames extends Frames {

    static final int HEADER_BYTES = 8;

    private final OfRecordStructure structure = new OfRecordStructure();

    OfRecordFrames(String source, OptionalLong size, ByteWindow window) {
        super(source, size, window);
    }

    @Override
    RecordFormat format() {
        return RecordFormat.OFRECORD;
    }

    @Override
    boolean hasChecksumOf(byte @Nullable [] copied, int at) {
        return false;
    }

    @Override
    int headerBytes() {
        return HEADER_BYTES;
    }

    @Override
    int overheadBytes() {
        return HEADER_BYTES;
    }

    @Override
    boolean isNextInReach() {
        int left = limit - end - HEADER_BYTES;
        return end >= 0 && left >= 0 && !isMapped() && buffer.getLong(end) <= left;
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
        if (isMapped()) {
            prove(start + HEADER_BYTES);
        }
        long recordOffset = offsetOf(start);
        long length = buffer.getLong(start);
        if (length <= 0) {
            throw corrupt(
                    recordOffset,
                    recordOffset,
                    length == 0 ? Reason.ZERO_LENGTH : Reason.NEGATIVE_LENGTH,
                    "a length above 0",
                    Long.toString(length));
        }
        int from = start + HEADER_BYTES;
        if (length > limit - from) {
            from = reachPayload(start, HEADER_BYTES, length, 0);
        }
        int count = (int) length;
        if (isMapped()) {
            prove(from + count);
        }
        String problem = structure.problem(buffer, from, count, count);
        if (problem != null) {
            throw corrupt(recordOffset, recordOffset, Reason.MALFORMED_MESSAGE, "an OFRecord message", problem);
        }
        payload = from;
        payloadSize = count;
        end = from + count;
        index++;
        return true;
    }
}
