package dev.riffle.hadoop;

import dev.riffle.internal.GuardedOutput;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** Writes one file of a Hadoop file system. */
final class HadoopOutput extends GuardedOutput implements ByteSink.Output {

    private static final int PIECE_BYTES = 64 << 10;

    private static final int MOST_WRITTEN_BYTES = 1 << 20;

    /** The capability of a stream that can abort, so that the written bytes never become visible. */
    private static final String ABORTABLE = "fs.capability.outputstream.abortable";

    private final FileSystem files;
    private final Path path;
    private final FSDataOutputStream stream;
    private byte[] piece = {};

    /** Whether a commit or a close has ended the stream. */
    private boolean ended;

    HadoopOutput(FileSystem files, Path path, FSDataOutputStream stream) {
        super(path.toString());
        this.files = files;
        this.path = path;
        this.stream = stream;
    }

    @Override
    protected int writeGuarded(ByteBuffer source) throws IOException {
        int written = source.remaining();
        try {
            if (source.hasArray()) {
                writeInPlace(source);
            } else {
                copy(source);
            }
            return written;
        } catch (IOException e) {
            throw FileFailures.named(path.toString(), e);
        }
    }

    /** Writes pieces, because the JDK copies the bytes of one write into memory outside of the heap. */
    private void writeInPlace(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            int count = Math.min(source.remaining(), MOST_WRITTEN_BYTES);
            stream.write(source.array(), source.arrayOffset() + source.position(), count);
            source.position(source.position() + count);
        }
    }

    private void copy(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            int count = Math.min(source.remaining(), PIECE_BYTES);
            if (piece.length < count) {
                piece = new byte[PIECE_BYTES];
            }
            source.get(piece, 0, count);
            stream.write(piece, 0, count);
        }
    }

    @Override
    protected void syncGuarded() throws IOException {
        if (stream.hasCapability(StreamCapabilities.HSYNC)) {
            try {
                stream.hsync();
            } catch (IOException e) {
                throw FileFailures.named(path.toString(), e);
            }
        }
    }

    @Override
    protected void commitGuarded() throws IOException {
        ended = true;
        try {
            stream.close();
        } catch (IOException e) {
            // An incomplete file must not remain.
            discard(e);
            throw FileFailures.named(path.toString(), e);
        }
    }

    private void discard(IOException failure) {
        try {
            files.delete(path, false);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    protected void closeGuarded() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        if (stream.hasCapability(ABORTABLE)) {
            stream.abort();
            return;
        }
        try {
            stream.close();
        } finally {
            files.delete(path, false);
        }
    }
}
