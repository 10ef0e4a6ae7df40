package dev.riffle.formats.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Describes the chunks of a WebP: lossy (VP8), lossless (VP8L), or extended (VP8X) with one of these inside. Rejects
 * animations.
 *
 * @param image the chunk with the coded pixels
 * @param opacity the chunk ALPH; null if the chunk is missing or has no effect
 */
record WebpStructure(
        ImageBytes data,
        ImageHeader header,
        Chunk image,
        @Nullable Chunk opacity) {

    private static final int CHUNKS_AT = 12;
    private static final int FRAME_BYTES = 8;
    private static final int EXTENDED_BYTES = 10;
    private static final int ALPHA_FLAG = 0x10;
    private static final int ANIMATION_FLAG = 0x02;

    /** Describes a chunk. Its content begins at {@code at}, and {@code size} excludes the chunk header and padding. */
    record Chunk(String type, int at, int size) {}

    /** Reads the first chunk. */
    static ImageHeader header(ImageBytes data) {
        int size = data.int32LittleEndian(CHUNKS_AT + 4);
        if (size < 6) {
            throw data.malformed(
                    "chunk at byte " + CHUNKS_AT + " has an invalid size: " + Integer.toUnsignedString(size));
        }
        return header(data, data.letters(CHUNKS_AT), CHUNKS_AT + FRAME_BYTES);
    }

    private static ImageHeader header(ImageBytes data, String type, int body) {
        return switch (type) {
            case "VP8 " -> lossy(data, body);
            case "VP8L" -> lossless(data, body);
            case "VP8X" -> extended(data, body);
            default -> throw data.malformed("chunk VP8, VP8L or VP8X expected at byte 12, found " + type);
        };
    }

    /** Reads all chunks, after a check that the bytes are complete and agree on the size. */
    static WebpStructure read(ImageBytes data) {
        long end = 8 + Integer.toUnsignedLong(data.int32LittleEndian(4));
        if (!data.has(0, end)) {
            throw data.malformed("file of " + end + " bytes expected, found " + data.size());
        }
        ImageHeader header = header(data);
        Chunk image = null;
        Chunk opacity = null;
        for (long at = CHUNKS_AT; at + FRAME_BYTES <= end; ) {
            Chunk chunk = chunk(data, (int) at, end);
            if (chunk.type.equals("VP8 ") || chunk.type.equals("VP8L")) {
                if (image != null) {
                    throw data.malformed("one chunk VP8 or VP8L expected, found a second one at byte " + at);
                }
                image = chunk;
            } else if (chunk.type.equals("ALPH")) {
                if (image != null || opacity != null) {
                    throw data.malformed("one chunk ALPH before the chunk VP8 expected, found another at byte " + at);
                }
                opacity = chunk;
            }
            at += FRAME_BYTES + (long) chunk.size + (chunk.size & 1);
        }
        if (image == null) {
            throw data.malformed("no chunk VP8 or VP8L before byte " + end);
        }
        if (opacity != null && image.type.equals("VP8L")) {
            throw data.malformed(
                    "chunk VP8 expected after the chunk ALPH at byte " + (opacity.at - FRAME_BYTES) + ", found VP8L");
        }
        ImageHeader inner = header(data, image.type, image.at);
        if (inner.height() != header.height() || inner.width() != header.width()) {
            throw data.malformed(header.width() + " x " + header.height() + " pixels expected in the chunk "
                    + image.type + " at byte " + (image.at - FRAME_BYTES) + ", found " + inner.width() + " x "
                    + inner.height());
        }
        return new WebpStructure(data, header, image, header.channels() == 4 ? opacity : null);
    }

    private static Chunk chunk(ImageBytes data, int at, long end) {
        String type = data.letters(at);
        long size = Integer.toUnsignedLong(data.int32LittleEndian(at + 4));
        if (at + FRAME_BYTES + size > end) {
            throw data.malformed(
                    "chunk " + type + " at byte " + at + " of " + size + " bytes exceeds the end at byte " + end);
        }
        return new Chunk(type, at + FRAME_BYTES, (int) size);
    }

    /** Returns a file with only the pixels. So the library does not see other chunks, such as a colour profile. */
    byte[] withoutOpacity() {
        byte[] bytes = new byte[CHUNKS_AT + FRAME_BYTES + image.size + (image.size & 1)];
        put(start(bytes), image);
        return bytes;
    }

    /** Returns a file with the pixels and the opacity of a lossy image. */
    byte[] withOpacity(Chunk ofOpacity) {
        int sizes = FRAME_BYTES + ofOpacity.size + (ofOpacity.size & 1) + FRAME_BYTES + image.size + (image.size & 1);
        byte[] bytes = new byte[CHUNKS_AT + FRAME_BYTES + EXTENDED_BYTES + sizes];
        ByteBuffer file = start(bytes);
        file.put(new byte[] {'V', 'P', '8', 'X'}).putInt(EXTENDED_BYTES).putInt(ALPHA_FLAG);
        file.putShort((short) (header.width() - 1)).put((byte) 0);
        file.putShort((short) (header.height() - 1)).put((byte) 0);
        put(file, ofOpacity);
        put(file, image);
        return bytes;
    }

    private static ByteBuffer start(byte[] bytes) {
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return file.put(ImageFormat.WEBP.start().asByteBuffer())
                .putInt(bytes.length - 8)
                .put(new byte[] {'W', 'E', 'B', 'P'});
    }

    private void put(ByteBuffer file, Chunk chunk) {
        int from = chunk.at - FRAME_BYTES;
        file.put(data.bytes().slice(from, chunk.at + chunk.size).asByteBuffer());
        if ((chunk.size & 1) != 0) {
            file.put((byte) 0);
        }
    }

    private static ImageHeader lossy(ImageBytes data, int at) {
        if ((data.uint8(at) & 1) != 0
                || data.uint8(at + 3) != 0x9d
                || data.uint8(at + 4) != 0x01
                || data.uint8(at + 5) != 0x2a) {
            throw data.malformed("key frame expected at byte " + at);
        }
        return of(data, data.uint16LittleEndian(at + 8) & 0x3fff, data.uint16LittleEndian(at + 6) & 0x3fff, 3);
    }

    private static ImageHeader lossless(ImageBytes data, int at) {
        if (data.uint8(at) != 0x2f) {
            throw data.malformed("lossless signature 2f expected at byte " + at);
        }
        int bits = data.int32LittleEndian(at + 1);
        return of(data, (bits >> 14 & 0x3fff) + 1, (bits & 0x3fff) + 1, (bits >> 28 & 1) == 0 ? 3 : 4);
    }

    private static ImageHeader extended(ImageBytes data, int at) {
        int flags = data.uint8(at);
        if ((flags & ANIMATION_FLAG) != 0) {
            throw data.unsupported("animations are not supported; save each frame as an image");
        }
        int width = (data.uint16LittleEndian(at + 4) | data.uint8(at + 6) << 16) + 1;
        int height = (data.uint16LittleEndian(at + 7) | data.uint8(at + 9) << 16) + 1;
        return of(data, height, width, (flags & ALPHA_FLAG) == 0 ? 3 : 4);
    }

    private static ImageHeader of(ImageBytes data, int height, int width, int channels) {
        if (height == 0 || width == 0) {
            throw data.malformed("width and height must be positive: " + width + " x " + height);
        }
        return new ImageHeader(ImageFormat.WEBP, height, width, channels);
    }
}
