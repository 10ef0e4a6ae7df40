package dev.riffle.hadoop;

import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/** Writes one file of a Hadoop file system. */
final class HadoopOutput implements ByteSink.Output {

    private static final int PIECE_BYTES = 64 << 10;

    private static final int MOST_WRITTEN_BYTES = 1 << 20;

    /** The capability of a stream that can abort, so that the written bytes never become visible. */
    private static final String ABORTABLE = "fs.capability.outputstream.abortable";

    private final FileSystem files;
    private final Path path;
    private final FSDataOutputStream stream;
    private byte[] piece = {};
    private boolean open = true;
    private @Nullable IOException failure;

    HadoopOutput(FileSystem files, Path path, FSDataOutputStream stream) {
        this.files = files;
        this.path = path;
        this.stream = stream;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        checkOpen();
        int written = source.remaining();
        try {
            if (source.hasArray()) {
                writeInPlace(source);
            } else {
                copy(source);
            }
            return written;
        } catch (IOException e) {
            failure = e;
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
    public void sync() throws IOException {
        checkOpen();
        if (stream.hasCapability(StreamCapabilities.HSYNC)) {
            try {
                stream.hsync();
            } catch (IOException e) {
                throw FileFailures.named(path.toString(), e);
            }
        }
    }

    private void checkOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void commit() throws IOException {
        if (!open) {
            throw new IllegalStateException(path + ": the output was already committed or closed");
        }
        if (failure != null) {
            throw new IllegalStateException(
                    path + ": an earlier write failed, so the output is incomplete; write it again", failure);
        }
        open = false;
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
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        if (!open) {
            return;
        }
        open = false;
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
