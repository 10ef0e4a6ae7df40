package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.scan.ProgressListener;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The files of a {@link RecordOutput} while they are written: all of them appear with {@link #commit()}, or none does. */
public abstract class SetOutput implements Closeable {

    /** Writes at most so many of the records that come next in a reader, as they are; gives how many, 0 at its end. */
    public abstract long copy(RecordReader reader, long most) throws IOException;

    /** Writes all records with several threads; where it cannot do that it writes nothing, and gives false. */
    public boolean copyAll(CountedInput records, ProgressListener progress) throws IOException {
        return false;
    }

    /** Writes one record. */
    public abstract void write(ByteBuffer payload) throws IOException;

    /** How many bytes the records take that were written so far, frames included, before compression. */
    public abstract long uncompressedSize();

    /** Completes all files and gives them their names. */
    public final List<WrittenShard> commit() throws IOException {
        List<WrittenShard> written = appear();
        settle();
        return written;
    }

    /**
     * Completes all files, and takes away the older ones that they replace. What appears in another place before these
     * files appear is then never found beside older ones. Does nothing for a stream.
     */
    public void withdraw() throws IOException {}

    /** Completes all files and gives them their names. Where they {@link #canVanish}, that is possible until they settle. */
    public abstract List<WrittenShard> appear() throws IOException;

    /** Lets go of what was there before. */
    public void settle() {}

    /** Whether files that appeared can be taken back. */
    public boolean canVanish() {
        return false;
    }

    /** Takes the files back, also after {@link #withdraw}; what was there before is there again. */
    public void vanish(Throwable failure) {}

    /** Ends the writing; what was not committed is deleted. Idempotent. */
    @Override
    public abstract void close() throws IOException;
}
