package dev.riffle.formats.image;

import dev.riffle.formats.image.MalformedImageException.Reason;
import dev.riffle.io.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * Reads numbers from the bytes of an image. A read past the end throws an exception for a truncated image.
 */
final class ImageBytes {

    private final ImageFormat format;
    private final Bytes bytes;

    ImageBytes(ImageFormat format, Bytes bytes) {
        this.format = format;
        this.bytes = bytes;
    }

    int size() {
        return bytes.size();
    }

    Bytes bytes() {
        return bytes;
    }

    boolean has(long at, long count) {
        return at + count <= bytes.size();
    }

    int uint8(int at) {
        if (at >= bytes.size()) {
            throw cut(at);
        }
        return bytes.get(at) & 0xff;
    }

    int uint16BigEndian(int at) {
        return uint8(at) << 8 | uint8(at + 1);
    }

    int uint16LittleEndian(int at) {
        return uint8(at) | uint8(at + 1) << 8;
    }

    int int32BigEndian(int at) {
        return uint16BigEndian(at) << 16 | uint16BigEndian(at + 2);
    }

    int int32LittleEndian(int at) {
        return uint16LittleEndian(at) | uint16LittleEndian(at + 2) << 16;
    }

    /** Returns the four letters at an offset. */
    String letters(int at) {
        int end = Math.min(at + 4, bytes.size());
        return at > end ? "" : new String(bytes.slice(at, end).toByteArray(), StandardCharsets.ISO_8859_1);
    }

    MalformedImageException malformed(String reason) {
        return MalformedImageException.of(Reason.MALFORMED, format, reason);
    }

    MalformedImageException unsupported(String reason) {
        return MalformedImageException.of(Reason.UNSUPPORTED, format, reason);
    }

    MalformedImageException otherChannels(String reason) {
        return MalformedImageException.of(Reason.OTHER_CHANNELS, format, reason);
    }

    private MalformedImageException cut(int at) {
        return malformed("truncated after " + bytes.size() + " bytes: byte " + at + " expected");
    }
}
