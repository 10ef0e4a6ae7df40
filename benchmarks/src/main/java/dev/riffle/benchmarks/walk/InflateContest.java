package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Contest;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;

/**
 * Walks the records of a gzip file, both checksums of each and gzip's own verified, against inflating the same file and
 * looking at nothing.
 */
public final class InflateContest implements Contest {

    /** The header that our writer and TensorFlow's put before the deflated bytes. */
    private static final int HEADER_BYTES = 10;

    /** How the rival inflates. */
    public enum Way {
        /** An Inflater over direct buffers, without gzip's checksum: nothing in the JDK is faster. */
        INFLATER,
        /** What most people write; it verifies gzip's checksum too. */
        STREAM
    }

    private static final int BUFFER_BYTES = 256 << 10;

    private final Path file;
    private final Way way;

    public InflateContest(Path file, Way way) {
        this.file = file;
        this.way = way;
    }

    @Override
    public long ours() throws IOException {
        return RiffleWalk.walkForBytes(file, RecordReaderOptions.defaults());
    }

    @Override
    public long rival() throws IOException {
        return switch (way) {
            case INFLATER -> inflate();
            case STREAM -> readStream();
        };
    }

    private long inflate() throws IOException {
        ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER_BYTES);
        ByteBuffer inflated = ByteBuffer.allocateDirect(BUFFER_BYTES);
        Inflater inflater = new Inflater(true);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(HEADER_BYTES);
            inflater.setInput(compressed.limit(0));
            while (!inflater.finished()) {
                if (!compressed.hasRemaining()) {
                    if (channel.read(compressed.clear()) < 0) {
                        throw new EOFException(file.toString());
                    }
                    compressed.flip();
                    inflater.setInput(compressed);
                }
                inflater.inflate(inflated.clear());
            }
            return inflater.getBytesWritten();
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
    }

    private long readStream() throws IOException {
        byte[] inflated = new byte[BUFFER_BYTES];
        long bytes = 0;
        try (InputStream stream = new GZIPInputStream(new FileInputStream(file.toFile()), BUFFER_BYTES)) {
            for (int read = stream.read(inflated); read >= 0; read = stream.read(inflated)) {
                bytes += read;
            }
        }
        return bytes;
    }
}
