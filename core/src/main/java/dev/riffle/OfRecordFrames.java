package dev.riffle;

import dev.riffle.internal.frame.Damage;
import dev.riffle.internal.frame.Framing;
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

    OfRecordFrames(String source, OptionalLong size, ByteWindow window) {
        super(source, Framing.OFRECORD, size, window);
    }

    @Override
    boolean hasChecksumOf(byte @Nullable [] copied, int at) {
        return false;
    }

    @Override
    boolean isNextInReach() {
        int left = limit - end - framing.headerBytes();
        return end >= 0 && left >= 0 && !isMapped() && framing.lengthAt(buffer, end) <= left;
    }

    @Override
    boolean next() throws IOException {
        int start = reachHeader();
        if (start < 0) {
            return false;
        }
        prove(start + framing.headerBytes());
        int size = (int) framing.lengthAt(buffer, start);
        long recordOffset = offsetOf(start);
        int from = reachPayload(start);
        prove(from + size);
        Damage damage = Framing.damageOfMessage(buffer, from, size);
        if (damage != null) {
            throw corrupt(recordOffset, damage);
        }
        payload = from;
        payloadSize = size;
        end = from + size;
        index++;
        return true;
    }
}
