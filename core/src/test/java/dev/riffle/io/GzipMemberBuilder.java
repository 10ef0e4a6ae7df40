package dev.riffle.io;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Builds one gzip member with any header, whether RFC 1952 allows that header or not. */
public final class GzipMemberBuilder {

    private final byte[] content;
    private int method = 8;
    private int extraFlags;
    private byte @Nullable [] extra;
    private @Nullable String fileName;
    private @Nullable String comment;
    private boolean headerChecksum;
    private int headerChecksumFlips;
    private int checksumFlips;
    private int sizeFlips;

    private GzipMemberBuilder(byte[] content) {
        this.content = content;
    }

    public static GzipMemberBuilder of(byte[] content) {
        return new GzipMemberBuilder(content);
    }

    /** Returns the content as a member like those of other programs. */
    public static byte[] plain(byte[] content) {
        return of(content).build();
    }

    /** Returns the content as a block of BGZF. Its subfield BC states the size of the block less one. */
    public static byte[] bgzf(byte[] content) {
        int size = of(content).extra(subfield("BC", new byte[2])).build().length;
        byte[] sizeLessOne = {(byte) (size - 1), (byte) (size - 1 >> 8)};
        return of(content).extra(subfield("BC", sizeLessOne)).build();
    }

    /** Returns a member with Riffle's subfield RF, which states these sizes. */
    public static byte[] claiming(byte[] content, long memberBytes, long contentBytes) {
        ByteBuffer sizes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        return of(content)
                .extra(subfield(
                        "RF", sizes.putLong(memberBytes).putLong(contentBytes).array()))
                .build();
    }

    /** Returns a subfield of the gzip extra field. */
    public static byte[] subfield(String name, byte[] data) {
        byte[] head = {(byte) name.charAt(0), (byte) name.charAt(1), (byte) data.length, (byte) (data.length >> 8)};
        return SampleBytes.concatenated(head, data);
    }

    public GzipMemberBuilder method(int method) {
        this.method = method;
        return this;
    }

    public GzipMemberBuilder flags(int flags) {
        this.extraFlags = flags;
        return this;
    }

    public GzipMemberBuilder extra(byte[] extra) {
        this.extra = extra;
        return this;
    }

    public GzipMemberBuilder fileName(String fileName) {
        this.fileName = fileName;
        return this;
    }

    public GzipMemberBuilder comment(String comment) {
        this.comment = comment;
        return this;
    }

    public GzipMemberBuilder headerChecksum() {
        this.headerChecksum = true;
        return this;
    }

    public GzipMemberBuilder wrongHeaderChecksum() {
        this.headerChecksumFlips = 1;
        return headerChecksum();
    }

    public GzipMemberBuilder wrongChecksum() {
        this.checksumFlips = 1;
        return this;
    }

    public GzipMemberBuilder wrongSize() {
        this.sizeFlips = 1;
        return this;
    }

    public byte[] build() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int flags = extraFlags
                | (headerChecksum ? 2 : 0)
                | (extra != null ? 4 : 0)
                | (fileName != null ? 8 : 0)
                | (comment != null ? 16 : 0);
        out.writeBytes(new byte[] {0x1f, (byte) 0x8b, (byte) method, (byte) flags, 1, 2, 3, 4, 0, 3});
        if (extra != null) {
            putLittleEndian(out, extra.length, 2);
            out.writeBytes(extra);
        }
        putText(out, fileName);
        putText(out, comment);
        if (headerChecksum) {
            putLittleEndian(out, crc(out.toByteArray()) ^ headerChecksumFlips, 2);
        }
        out.writeBytes(deflated(content));
        putLittleEndian(out, crc(content) ^ checksumFlips, 4);
        putLittleEndian(out, content.length ^ sizeFlips, 4);
        return out.toByteArray();
    }

    private static void putText(ByteArrayOutputStream out, @Nullable String text) {
        if (text != null) {
            out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            out.write(0);
        }
    }

    private static void putLittleEndian(ByteArrayOutputStream out, int value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write(value >>> 8 * i);
        }
    }

    private static int crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(content);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[10_000];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }
}
