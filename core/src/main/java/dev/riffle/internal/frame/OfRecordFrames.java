package dev.riffle.internal.frame;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Reads frames of OFRecord. The format has no checksum. So this class compares the length with the bytes that exist,
 * and checks that the payload has the structure of an OFRecord message.
 */
final class OfRecordFrames extends Frames {

    OfRecordFrames(String source, OptionalLong size, ByteWindow window, ReadSettings settings) {
        super(source, Framing.OFRECORD, size, window, settings.mostHeldBytes());
    }

    @Override
    boolean isNextInReach() {
        int left = limit - end - framing.headerBytes();
        return end >= 0 && left >= 0 && !mapped && framing.lengthAt(buffer, end) <= left;
    }

    @Override
    boolean advance() throws IOException {
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
            throw damaged(recordOffset, damage);
        }
        payload = from;
        payloadSize = size;
        end = from + size;
        index++;
        return true;
    }

    @Override
    boolean advanceAfter(DamagedFrameException damage, boolean dropsDoubtful, Consumer<SkippedFrames> listener) {
        throw new AssertionError("no header of OFRecord proves where a record begins");
    }

    @Override
    boolean isStillIntact() {
        return false;
    }
}
