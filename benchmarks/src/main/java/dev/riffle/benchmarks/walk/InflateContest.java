package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Amount;
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
 * Compares reading the records of a gzip file with decompressing the file without reading its records. The reader
 * verifies both checksums of each record and gzip's checksum.
 */
public final class InflateContest implements Contest {

    /** The size of the gzip header that the writers of Riffle and TensorFlow write. */
    private static final int HEADER_BYTES = 10;

    /** Lists the baseline's ways to decompress. */
    public enum Way {
        /** An Inflater over direct buffers, without gzip's checksum: the fastest way in the JDK. */
        INFLATER,
        /** A GZIPInputStream, the usual way, which verifies gzip's checksum too. */
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
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return RiffleWalk.walkForBytes(file, RecordReaderOptions.defaults());
    }

    @Override
    public long baseline() throws IOException {
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
