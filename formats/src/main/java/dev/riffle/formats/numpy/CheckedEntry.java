package dev.riffle.formats.numpy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/** Reads an entry of an archive. Compares its checksum at the last byte, which the JDK does not do. */
final class CheckedEntry extends CheckedInputStream {

    private final String source;
    private final long expected;
    private long left;

    CheckedEntry(String source, ZipEntry entry, InputStream in) {
        super(in, new CRC32());
        this.source = source;
        this.expected = entry.getCrc();
        this.left = entry.getSize();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count;
        try {
            count = super.read(target, offset, length);
        } catch (ZipException | EOFException e) {
            throw damaged(source, e);
        }
        left -= Math.max(count, 0);
        if (left == 0 && getChecksum().getValue() != expected) {
            throw new MalformedArrayException(
                    source,
                    "the entry is damaged: its checksum is " + hex(getChecksum().getValue())
                            + ", but the archive states " + hex(expected));
        }
        return count;
    }

    private static String hex(long checksum) {
        return HexFormat.of().toHexDigits((int) checksum);
    }

    /** Reports an entry that cannot be decompressed. */
    static IOException damaged(String source, IOException e) {
        return (IOException) new MalformedArrayException(source, "the entry is damaged: " + reason(e)).initCause(e);
    }

    /** Returns the JDK's reason. The JDK gives none if a place in the archive is beyond its end. */
    static String reason(IOException e) {
        return e.getMessage() == null ? "a part is beyond the end of the file" : e.getMessage();
    }
}
