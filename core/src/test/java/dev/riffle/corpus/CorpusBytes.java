package dev.riffle.corpus;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Builds frames and compressed streams from the rules of the formats, without the library. Deflate streams consist of
 * stored blocks, so they do not depend on the JDK's version of zlib.
 */
final class CorpusBytes {

    private CorpusBytes() {}

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    static int masked(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] number(long value) {
        return little(8).putLong(value).array();
    }

    /** Returns a length with a valid checksum. */
    static byte[] header(long length) {
        return little(12).putLong(length).putInt(masked(number(length))).array();
    }

    static byte[] frame(byte[] payload) {
        return join(
                header(payload.length),
                payload,
                little(4).putInt(masked(payload)).array());
    }

    static byte[] frames(byte[]... payloads) {
        return join(Arrays.stream(payloads).map(CorpusBytes::frame).toArray(byte[][]::new));
    }

    static byte[] ofFrame(byte[] message) {
        return join(number(message.length), message);
    }

    static byte[] flip(byte[] file, int at) {
        byte[] flipped = file.clone();
        flipped[at] ^= 0x10;
        return flipped;
    }

    static byte[] cut(byte[] file, int from, int to) {
        return join(Arrays.copyOf(file, from), Arrays.copyOfRange(file, to, file.length));
    }

    static byte[] insert(byte[] file, int at, byte[] more) {
        return join(Arrays.copyOf(file, at), more, Arrays.copyOfRange(file, at, file.length));
    }

    static byte[] first(byte[] file, int count) {
        return Arrays.copyOf(file, count);
    }

    static byte[] zero(byte[] file, int from, int to) {
        byte[] zeroed = file.clone();
        Arrays.fill(zeroed, from, to, (byte) 0);
        return zeroed;
    }

    /** Returns a stored block that is the last block of its stream. */
    static byte[] stored(byte[] content) {
        return join(
                little(5)
                        .put((byte) 1)
                        .putShort((short) content.length)
                        .putShort((short) ~content.length)
                        .array(),
                content);
    }

    static byte[] gzip(byte[] content) {
        return gzip(stored(content), content);
    }

    /** Returns a gzip member with this deflate stream. */
    static byte[] gzip(byte[] deflated, byte[] content) {
        byte[] head = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
        return gzip(head, deflated, content);
    }

    static byte[] gzip(byte[] head, byte[] deflated, byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return join(
                head,
                deflated,
                little(8).putInt((int) crc.getValue()).putInt(content.length).array());
    }

    /**
     * Returns a gzip member in the form that Riffle writes. An extra field states the sizes of the member and of its
     * content.
     */
    static byte[] cutMember(byte[] content) {
        byte[] plain = gzip(content);
        byte[] extra = little(22)
                .putShort((short) 20)
                .put((byte) 'R')
                .put((byte) 'F')
                .putShort((short) 16)
                .putLong(plain.length + 22)
                .putLong(content.length)
                .array();
        byte[] member = insert(plain, 10, extra);
        member[3] = 4;
        return member;
    }

    static byte[] zlib(byte[] content) {
        return zlib(stored(content), content);
    }

    static byte[] zlib(byte[] deflated, byte[] content) {
        Adler32 adler = new Adler32();
        adler.update(content);
        byte[] head = {0x78, 0x01};
        return join(
                head,
                deflated,
                ByteBuffer.allocate(4).putInt((int) adler.getValue()).array());
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int left = value;
        for (; left >= 0x80; left >>>= 7) {
            out.write(left & 0x7f | 0x80);
        }
        out.write(left);
    }

    /** Returns a Snappy block: its size, then raw Snappy of {@code size} bytes from these elements. */
    static byte[] snappyBlock(int size, byte[] elements) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        varint(block, size);
        block.writeBytes(elements);
        return join(ByteBuffer.allocate(4).putInt(block.size()).array(), block.toByteArray());
    }

    /** Returns one Snappy block in TensorFlow's framing that has only literals. */
    static byte[] snappy(byte[] content) {
        return snappyBlock(content.length, literals(content));
    }

    static byte[] literals(byte[] content) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int at = 0; at < content.length; at += 60) {
            int count = Math.min(60, content.length - at);
            block.write((count - 1) << 2);
            block.write(content, at, count);
        }
        return block.toByteArray();
    }
}
