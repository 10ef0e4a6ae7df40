package dev.riffle.io;

import dev.riffle.io.internal.codec.DeflateBits;
import dev.riffle.io.internal.codec.DeflateSamples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

/** Creates compressed files of every layout that the readers support. */
public enum CompressedSamples {
    ONE_MEMBER(Compression.GZIP),
    MANY_MEMBERS(Compression.GZIP),
    EMPTY_MEMBERS(Compression.GZIP),
    CUT_MEMBERS(Compression.GZIP),
    BGZF(Compression.GZIP),
    MIXED_MEMBERS(Compression.GZIP),
    LONG_BLOCKS(Compression.GZIP),
    ZLIB(Compression.ZLIB),
    SNAPPY(Compression.SNAPPY);

    private final Compression compression;

    CompressedSamples(Compression compression) {
        this.compression = compression;
    }

    public Compression compression() {
        return compression;
    }

    /** Returns this content, compressed to a file of this layout. */
    public byte[] compress(byte[] content, Random random) throws IOException {
        return switch (this) {
            case ONE_MEMBER -> member(DeflateSamples.deflated(content, random), content);
            case MANY_MEMBERS -> members(content, random, Math.max(1, content.length / (1 + random.nextInt(40))), this);
            case EMPTY_MEMBERS, MIXED_MEMBERS -> members(content, random, 100_000, this);
            case CUT_MEMBERS -> written(Compression.GZIP.cutMembers(4096 << random.nextInt(10)), content, random);
            case BGZF -> members(content, random, 65_000, this);
            case LONG_BLOCKS -> member(oneBlock(content), content);
            case ZLIB, SNAPPY -> written(compression, content, random);
        };
    }

    private static byte[] written(Compression compression, byte[] content, Random random) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CompressedOutput output = compression.compress(Channels.newChannel(out))) {
            for (int at = 0; at < content.length; ) {
                int piece = Math.min(content.length - at, 1 + random.nextInt(20_000));
                output.write(ByteBuffer.wrap(content, at, piece));
                output.endRecord();
                at += piece;
            }
            output.finish();
        }
        return out.toByteArray();
    }

    private static byte[] members(byte[] content, Random random, int most, CompressedSamples layout)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        do {
            if (layout == EMPTY_MEMBERS) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    out.writeBytes(GzipMemberBuilder.plain(new byte[0]));
                }
            }
            int piece = Math.min(content.length - at, random.nextInt(most + 1));
            byte[] part = Arrays.copyOfRange(content, at, at + piece);
            out.writeBytes(
                    switch (layout == MIXED_MEMBERS ? random.nextInt(4) : layout == BGZF ? 0 : 1) {
                        case 0 -> part.length < 65_000 ? GzipMemberBuilder.bgzf(part) : GzipMemberBuilder.plain(part);
                        case 1 -> member(DeflateSamples.deflated(part, random), part);
                        case 2 ->
                            GzipMemberBuilder.of(part)
                                    .fileName("part")
                                    .comment("of a file")
                                    .headerChecksum()
                                    .build();
                        default -> written(Compression.GZIP.cutMembers(4096), part, random);
                    });
            at += piece;
        } while (at < content.length);
        if (layout == EMPTY_MEMBERS) {
            out.writeBytes(GzipMemberBuilder.plain(new byte[0]));
        }
        return out.toByteArray();
    }

    /** Returns a gzip member that contains a raw deflate stream. */
    static byte[] member(byte[] deflated, byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        byte[] header = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255};
        byte[] trailer = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) crc.getValue())
                .putInt(content.length)
                .array();
        return SampleBytes.concatenated(header, deflated, trailer);
    }

    /**
     * Returns the content as a single block with fixed Huffman codes. Writes a copy if the next 258 bytes equal the
     * bytes at a distance of 1000.
     */
    private static byte[] oneBlock(byte[] content) {
        DeflateBits bits = new DeflateBits().put(1, 1).put(1, 2);
        for (int at = 0; at < content.length; ) {
            int end = Math.min(content.length, at + 258);
            if (at >= 1000 && end == at + 258 && Arrays.equals(content, at, end, content, at - 1000, end - 1000)) {
                bits.fixed(285).code(19, 5).put(1000 - 769, 8);
                at = end;
            } else {
                bits.fixed(content[at++] & 0xff);
            }
        }
        return bits.fixed(256).bytes();
    }
}
