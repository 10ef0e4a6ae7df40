package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes one file, and says what happens to it at the end. */
abstract class FileOutput implements ByteSink.Output {

    /** The path that the user gave, for messages. */
    final Path path;

    /** The file that the bytes go to. */
    final Path written;

    final SeekableByteChannel channel;
    private boolean synced;
    private boolean ended;

    FileOutput(Path path, Path written, Set<? extends OpenOption> how) throws IOException {
        this(path, written, open(path, written, how));
    }

    FileOutput(Path path, Path written, SeekableByteChannel channel) {
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

    /** The file is complete and closed: give it its name. */
    abstract void publish() throws IOException;

    /** The writing was given up; the file may still be open: take back what must be taken back before others see it. */
    void takeBack() throws IOException {
        // Most kinds have nothing to do before the file is closed.
    }

    /** The writing was given up and the file is closed: take back what can be taken back. */
    abstract void discard() throws IOException;

    @Override
    public int write(ByteBuffer source) throws IOException {
        try {
            synced = false;
            return channel.write(source);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
    }

    @Override
    public void sync() throws IOException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
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
    public void commit() throws IOException {
        if (ended) {
            throw new IllegalStateException(path + ": the writing has ended already");
        }
        try {
            channel.close();
            publish();
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
        ended = true;
        if (synced) {
            syncDirectory(written.toAbsolutePath().getParent());
        }
    }

    /** A new name is safe when its directory is; where directories cannot be opened there is no such promise. */
    private static void syncDirectory(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException | UnsupportedOperationException notOfferedHere) {
            return;
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        // An interrupted thread could not touch the file any more, and has to leave nothing behind all the same.
        boolean interrupted = Thread.interrupted();
        try {
            try (channel) {
                takeBack();
            } finally {
                discard();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
