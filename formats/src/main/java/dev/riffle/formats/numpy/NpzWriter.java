package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import dev.riffle.internal.WriterAccess;
import dev.riffle.io.ByteSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes arrays to a {@code .npz} file, one after the other, compressed as by {@code numpy.savez_compressed}. The file
 * appears at the commit. Equal arrays make equal files. One thread at a time may use a writer.
 *
 * @since 0.1
 */
public final class NpzWriter implements Closeable {

    /** The time of all entries. For the first second of 1980, the JDK also writes a time of the time zone. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private final WriterAccess access;
    private final ByteSink.Output out;
    private final ZipOutputStream archive;
    private final Set<String> names = new HashSet<>();
    private @Nullable NpyWriter last;

    private NpzWriter(String name, ByteSink.Output out) {
        this.access = new WriterAccess(name);
        this.out = out;
        this.archive = new ZipOutputStream(Channels.newOutputStream(out));
    }

    /**
     * Opens an archive without arrays.
     *
     * @throws IOException if the sink cannot be written
     */
    public static NpzWriter create(ByteSink sink) throws IOException {
        Argument.present(sink, "sink");
        return new NpzWriter(sink.name(), sink.create());
    }

    /**
     * Begins an array. Write all its rows and commit it before the next array.
     *
     * @throws IllegalArgumentException if the name is empty or is there already
     * @throws IllegalStateException if the array before is not committed
     * @throws IOException if the file cannot be written
     */
    public NpyWriter add(String name, NpyArray array) throws IOException {
        Argument.present(name, "name");
        Argument.present(array, "array");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name must not be empty");
        }
        access.begin();
        NpyWriter writer;
        try {
            checkEnded();
            if (!names.add(name)) {
                throw new IllegalArgumentException("the archive already has an array named " + Argument.shown(name));
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            access.end();
            throw e;
        }
        try {
            writer = begin(name, array);
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.end();
        return writer;
    }

    private NpyWriter begin(String name, NpyArray array) throws IOException {
        endArray();
        ZipEntry entry = new ZipEntry(name + ".npy");
        entry.setTimeLocal(TIME);
        archive.putNextEntry(entry);
        NpyWriter writer = NpyWriter.create(ByteSink.of(archive, name), array);
        last = writer;
        return writer;
    }

    private void checkEnded() {
        if (last != null && !last.isCommitted()) {
            throw new IllegalStateException("commit the array before first");
        }
    }

    private void endArray() throws IOException {
        if (last != null) {
            archive.closeEntry();
            last = null;
        }
    }

    /**
     * Publishes the file.
     *
     * @throws IllegalStateException if the last array is not committed
     * @throws IOException if the file cannot be written
     */
    public void commit() throws IOException {
        access.begin();
        try {
            checkEnded();
        } catch (IllegalStateException e) {
            access.end();
            throw e;
        }
        try {
            endArray();
            archive.finish();
            out.commit();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.commit();
    }

    /** Ends the writing. Without an earlier commit, no file appears. Idempotent. */
    @Override
    public void close() throws IOException {
        WriterAccess.Closing unused = access.close(out);
    }
}
