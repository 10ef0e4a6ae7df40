package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.scan.ProgressListener;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The open files of a {@link RecordOutput}. All of them appear with {@link #commit()}, or none does. */
public abstract class SetOutput implements Closeable {

    /**
     * Copies at most {@code most} of the next records of a reader byte for byte. Returns their number, 0 at the end.
     */
    public abstract long copy(RecordReader reader, long most) throws IOException;

    /** Writes all records with several threads. If it cannot do that, it writes nothing and returns false. */
    public boolean copyAll(CountedInput records, ProgressListener progress) throws IOException {
        return false;
    }

    /** Writes one record. */
    public abstract void write(ByteBuffer payload) throws IOException;

    /** Returns the size of all records written so far in bytes, frames included, before compression. */
    public abstract long uncompressedSize();

    /** Completes all files and gives them their names. */
    public final List<WrittenShard> commit() throws IOException {
        List<WrittenShard> written = appear();
        settle();
        return written;
    }

    /**
     * Completes all files, and removes the older files that they replace. An output that appears between this call and
     * {@link #appear()} is then never next to older files. Has no effect on a stream.
     */
    public void withdraw() throws IOException {}

    /**
     * Completes all files and gives them their names. If they {@link #canVanish}, they can be taken back until {@link
     * #settle()}.
     */
    public abstract List<WrittenShard> appear() throws IOException;

    /** Deletes the replaced files. */
    public void settle() {}

    /** Returns whether files that appeared can be taken back. */
    public boolean canVanish() {
        return false;
    }

    /** Takes the files back, also after {@link #withdraw}, and restores the older files. */
    public void vanish(Throwable failure) {}

    /** Closes the output and deletes all files that were not committed. Idempotent. */
    @Override
    public abstract void close() throws IOException;
}
