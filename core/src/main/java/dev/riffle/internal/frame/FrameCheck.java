package dev.riffle.internal.frame;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies single frames at known offsets of an uncompressed file. Immutable and safe for use by several threads.
 *
 * @param name the name of the file for messages
 * @param framing the layout of the frames
 * @param size the size of the file in bytes
 * @param mostHeldBytes the size of the largest payload to allocate memory for
 */
record FrameCheck(String name, Framing framing, long size, long mostHeldBytes) {

    /** Returns the payload of an intact frame. Returns null for other bytes, and for a payload over the limit. */
    byte @Nullable [] intact(ByteBuffer frame) {
        int length = frame.limit() - framing.overheadBytes();
        if (length > mostHeldBytes
                || framing.check(frame, 0, frame.limit()) != null
                || framing.lengthAt(frame, 0) != length) {
            return null;
        }
        byte[] payload = new byte[length];
        frame.get(framing.headerBytes(), payload);
        return framing.damageOfPayload(payload, frame, framing.headerBytes() + length) == null ? payload : null;
    }

    /**
     * Returns the size of the payload after a header.
     *
     * @param present the number of bytes at {@code at} if they are fewer than a header. Otherwise any larger number
     * @throws DamagedFrameException if the header is damaged, or if the payload is over the limit
     */
    int length(ByteBuffer header, int at, int present, long offset, long index) throws DamagedFrameException {
        Damage damage = framing.check(header, at, present < framing.headerBytes() ? present : size - offset);
        if (damage == null && framing.lengthAt(header, at) > mostHeldBytes) {
            damage = Damage.ofOverLimit(framing.lengthAt(header, at), mostHeldBytes);
        }
        if (damage != null) {
            throw corrupt(damage, offset, index);
        }
        return (int) framing.lengthAt(header, at);
    }

    /** Throws if the payload does not match the footer, which is at index {@code at} of a buffer. */
    void checkPayload(byte[] payload, ByteBuffer footer, int at, long offset, long index) throws DamagedFrameException {
        Damage damage = framing.damageOfPayload(payload, footer, at);
        if (damage != null) {
            throw corrupt(damage, offset, index);
        }
    }

    DamagedFrameException corrupt(Damage damage, long offset, long index) {
        return new DamagedFrameException(name, index, offset, damage, null);
    }
}
