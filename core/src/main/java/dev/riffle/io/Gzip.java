package dev.riffle.io;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.GzipMember;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.OptionalLong;
import java.util.zip.Deflater;

/**
 * GZIP compression, RFC 1952. Reads several members of any size as one stream.
 *
 * <p>With {@link #cutMembers} the writer begins a new member at record boundaries, and stores the length of each member
 * in its header. Several threads can then compress and decompress members in parallel. Other readers of gzip ignore the
 * extra header field with the length.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class Gzip implements Compression {

    private static final int MAGIC = 0x1f8b;
    private static final int PROBE_BYTES = 64 << 10;

    private static final int SMALLEST_MEMBER = 4 << 10;
    private static final int LARGEST_MEMBER = 256 << 20;

    private final int level;
    private final int memberBytes;
    private final int threads;

    /** Creates the default compression: one member at zlib's default level, on the caller's thread. */
    Gzip() {
        this(Deflater.DEFAULT_COMPRESSION, 0, Threads.DEFAULT);
    }

    private Gzip(int level, int memberBytes, int threads) {
        this.level = level;
        this.memberBytes = memberBytes;
        this.threads = threads;
    }

    /**
     * Returns this compression at another level.
     *
     * @param level 0 (stored) to 9 (smallest), or -1 for zlib's default, which is 6
     * @throws IllegalArgumentException if {@code level} is not from -1 to 9
     */
    @Override
    public Gzip level(int level) {
        return new Gzip(Zlib.checkLevel(level), memberBytes, threads);
    }

    /**
     * Returns a compression that begins a new member at the first end of a record after this many uncompressed bytes. A
     * record of more than 256 MiB is itself divided among members.
     *
     * @param bytes 4 KiB to 256 MiB. With 1 MiB the file is about a thousandth larger. One thread reads the first
     *     member of more than 64 MiB and everything after it, so that memory stays bounded
     * @throws IllegalArgumentException if {@code bytes} is not from 4 KiB to 256 MiB
     */
    public Gzip cutMembers(int bytes) {
        if (bytes < SMALLEST_MEMBER || bytes > LARGEST_MEMBER) {
            throw new IllegalArgumentException("member size must be from 4 KiB to 256 MiB: " + bytes);
        }
        return new Gzip(level, bytes, threads);
    }

    /**
     * Returns a compression that uses this number of threads to compress and to decompress cut members. The default is
     * 1: the thread of the caller. -1 means the number of processors.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public Gzip threads(int threads) {
        return new Gzip(level, memberBytes, Threads.checked(threads));
    }

    @Override
    public String name() {
        return "GZIP";
    }

    @Override
    public String ending() {
        return "gz";
    }

    @Override
    public int probeBytes(ByteBuffer start, OptionalLong size) {
        Argument.present(start, "start");
        Argument.present(size, "size");
        return start.limit() >= Short.BYTES && Short.toUnsignedInt(start.getShort(0)) == MAGIC ? PROBE_BYTES : 0;
    }

    @Override
    public ReadableByteChannel decompress(ReadableByteChannel in) {
        Argument.present(in, "in");
        CompressedBytes bytes = new CompressedBytes(in);
        return threads == 1 ? new GzipInput(bytes) : new ParallelGzipInput(bytes, threads);
    }

    @Override
    public CompressedOutput compress(WritableByteChannel out) {
        Argument.present(out, "out");
        return memberBytes == 0
                ? new GzipOutput(out, level)
                : new CutGzipOutput(out, new GzipMember(level), memberBytes, threads);
    }

    @Override
    public String toString() {
        return name();
    }
}
