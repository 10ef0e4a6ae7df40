package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes the files of a {@link RecordOutput}. {@link #commit()} lets all files appear, or none. */
public abstract class SetOutput implements Closeable {

    /** Returns the name of the output for messages. */
    public abstract String name();

    /**
     * Copies at most {@code max} of the next records of a reader byte for byte. Returns the number of copied records; 0
     * at the end.
     */
    public abstract long copy(RecordReader reader, long max) throws IOException;

    /**
     * Writes all records with several threads; returns false and writes nothing if the output does not support this.
     */
    public boolean copyAll(CountedInput records, OperationProgress progress) throws IOException {
        return false;
    }

    /** Writes one record. */
    public abstract void write(ByteBuffer payload) throws IOException;

    /** Returns the size of all records written so far in bytes, frames included, before compression. */
    public abstract long uncompressedSize();

    /** Completes all files and renames them to their final names. */
    public final List<WrittenShard> commit() throws IOException {
        List<WrittenShard> written = appear();
        settle();
        return written;
    }

    /**
     * Completes all files, and removes the older files that they replace. If another output appears between this call
     * and {@link #appear()}, it is never visible together with the older files. Has no effect on a stream.
     */
    public void removeReplaced() throws IOException {}

    /**
     * Completes all files and renames them to their final names. If {@link #canRollBack} returns true, {@link
     * #rollBack} can undo this step until {@link #settle()}.
     */
    public abstract List<WrittenShard> appear() throws IOException;

    /** Deletes the replaced files. */
    public void settle() {}

    /** Returns whether {@link #rollBack} can remove files that appeared. */
    public boolean canRollBack() {
        return false;
    }

    /** Removes the new files and restores the older files, also after {@link #removeReplaced}. */
    public void rollBack(Throwable failure) {}

    /** Closes the output and deletes all uncommitted files. Idempotent. */
    @Override
    public abstract void close() throws IOException;
}
