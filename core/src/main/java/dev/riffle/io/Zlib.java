package dev.riffle.io;

import dev.riffle.internal.Argument;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.OptionalLong;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * ZLIB compression, RFC 1950, of one stream. TensorFlow ignores bytes after the stream, but this class reports them as
 * damage.
 */
final class Zlib implements Compression {

    static final int DEFAULT_LEVEL = Deflater.DEFAULT_COMPRESSION;

    private static final int PROBE_BYTES = 64 << 10;

    private final int level;

    Zlib(int level) {
        this.level = checkLevel(level);
    }

    /** Throws unless a compression level is valid for zlib: -1 (zlib's default, which is 6) to 9. */
    static int checkLevel(int level) {
        if (level < DEFAULT_LEVEL || level > Deflater.BEST_COMPRESSION) {
            throw new IllegalArgumentException("level must be from 0 to 9" + Argument.OR_CHOSEN + ": " + level);
        }
        return level;
    }

    @Override
    public String name() {
        return "ZLIB";
    }

    @Override
    public int probeBytes(ByteBuffer start, OptionalLong size) {
        if (start.limit() < Short.BYTES) {
            return 0;
        }
        int header = Short.toUnsignedInt(start.getShort(0));
        int method = header >>> 8;
        boolean valid = (method & 0xf) == 8 && method >>> 4 <= 7 && header % 31 == 0 && (header & 0x20) == 0;
        return valid ? PROBE_BYTES : 0;
    }

    /** Returns false, because OneFlow's users compress OFRecord files only with GZIP. */
    @Override
    public boolean mayContainOfRecords() {
        return false;
    }

    /** Returns false, because bytes after the stream are damage. */
    @Override
    public boolean mayContinue() {
        return false;
    }

    @Override
    public ReadableByteChannel decompress(ReadableByteChannel in) {
        return new Input(new CompressedBytes(in));
    }

    @Override
    public CompressedOutput compress(WritableByteChannel out) {
        return new DeflaterOutput(out, new Deflater(level));
    }

    @Override
    public Compression level(int level) {
        return new Zlib(level);
    }

    @Override
    public String toString() {
        return name();
    }

    private static final class Input extends InflaterInput {
        private boolean ended;

        Input(CompressedBytes in) {
            super(in, new Inflater());
        }

        @Override
        boolean beginStream() throws IOException {
            boolean more = in.fill();
            if (more && ended) {
                throw MalformedStreamException.trailingBytes(
                        in.offset(), "expected the end after the zlib stream, found more bytes");
            }
            return more;
        }

        @Override
        void inflated(ByteBuffer target, int from) {
            // No code is necessary here, because the inflater verifies Adler-32 itself.
        }

        @Override
        void endStream() {
            ended = true;
        }
    }
}
