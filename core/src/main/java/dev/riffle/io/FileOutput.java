package dev.riffle.io;

import dev.riffle.internal.GuardedOutput;
import dev.riffle.internal.RangeOutput;
import dev.riffle.internal.file.FileMoves;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes one file, and publishes or discards it at the end. A second thread writes the ranges of a large file. */
abstract class FileOutput extends GuardedOutput implements ByteSink.Output, RangeOutput {

    /** The size above which a second thread writes. A smaller file is complete before a thread could start. */
    private static final long LEAST_BACKGROUND_BYTES = 4 << 20;

    /** The path as the user gave it, for messages. */
    final Path path;

    /** The file that receives the bytes. */
    final Path written;

    final SeekableByteChannel channel;
    private boolean synced;
    private boolean ended;

    /** The number of bytes in ranges that were written without a second thread. */
    private long rangeBytes;

    private @Nullable BackgroundWriter backgroundWriter;

    FileOutput(Path path, Path written, Set<? extends OpenOption> how) throws IOException {
        this(path, written, open(path, written, how));
    }

    FileOutput(Path path, Path written, SeekableByteChannel channel) {
        super(path.toString());
        this.path = path;
        this.written = written;
        this.channel = channel;
    }

    private static SeekableByteChannel open(Path path, Path written, Set<? extends OpenOption> how) throws IOException {
        try {
            return Files.newByteChannel(written, how);
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
    }

    /** Gives the complete file its final name. */
    abstract void publish() throws IOException;

    /** Returns whether the file gets its name while it is open. Otherwise the output closes the file first. */
    boolean publishesBeforeClosing() {
        return false;
    }

    /** Releases resources after the file is closed. Called after a commit and without one. */
    void end() {
        // Most outputs have nothing to release.
    }

    /**
     * Removes content that other programs must not see. Called when the output is discarded and the file may still be
     * open.
     */
    void takeBack() throws IOException {
        // Most outputs have nothing to do before the file is closed.
    }

    /** Removes as much of the output as possible. Called when the output is discarded and the file is closed. */
    abstract void discard() throws IOException;

    @Override
    protected final int writeGuarded(ByteBuffer source) throws IOException {
        awaitWritten();
        return writeNow(source);
    }

    /** Writes bytes to the channel. */
    int put(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    /** Writes bytes on the calling thread, which is the caller's thread or the second thread. */
    private int writeNow(ByteBuffer source) throws IOException {
        try {
            synced = false;
            return put(source);
        } catch (ClosedChannelException e) {
            // An interrupt has closed the channel.
            throw e;
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
    }

    @Override
    public final void writeLater(ByteBuffer range) throws IOException {
        guarded(() -> {
            takeRange(range);
            return 0;
        });
    }

    private void takeRange(ByteBuffer range) throws IOException {
        if (backgroundWriter == null && rangeBytes >= LEAST_BACKGROUND_BYTES && canWriteInBackground()) {
            rangeBytes = 0;
            backgroundWriter = BackgroundWriter.begin(this::writeNow).orElse(null);
        }
        if (backgroundWriter == null) {
            rangeBytes += range.remaining();
            while (range.hasRemaining()) {
                writeNow(range);
            }
            return;
        }
        try {
            backgroundWriter.take(range.slice());
        } catch (ClosedByInterruptException e) {
            channel.close();
            throw e;
        }
        range.position(range.limit());
    }

    /**
     * Returns whether another thread may write. Other channels may read the memory with Java code, and a fault in that
     * memory would reach only the reading thread.
     */
    private boolean canWriteInBackground() {
        return channel instanceof FileChannel
                && written.getFileSystem().equals(FileSystems.getDefault())
                && Runtime.getRuntime().availableProcessors() > 1;
    }

    /** Waits also after a failed call, because the second thread may still read the memory of a range. */
    @Override
    public final void awaitWritten() throws IOException {
        if (backgroundWriter == null) {
            return;
        }
        try {
            backgroundWriter.await();
        } catch (ClosedByInterruptException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    protected final void syncGuarded() throws IOException {
        awaitWritten();
        if (channel instanceof FileChannel file) {
            try {
                file.force(true);
                synced = true;
            } catch (IOException e) {
                throw FileErrors.explain(path, e);
            }
        }
    }

    @Override
    protected void commitGuarded() throws IOException {
        awaitWritten();
        endBackgroundWriter();
        try {
            if (publishesBeforeClosing() && channel.isOpen()) {
                publish();
                ended = true;
            }
            channel.close();
            if (!ended) {
                publish();
            }
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
        ended = true;
        end();
        if (synced) {
            FileMoves.syncDirectory(written.toAbsolutePath().getParent());
        }
    }

    private void endBackgroundWriter() {
        if (backgroundWriter != null) {
            backgroundWriter.end();
            backgroundWriter = null;
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    protected final void closeGuarded() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        // An interrupted thread cannot access the file, but must still remove the file.
        boolean interrupted = Thread.interrupted();
        endBackgroundWriter();
        try {
            try (channel) {
                takeBack();
            } finally {
                discard();
            }
        } finally {
            end();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
