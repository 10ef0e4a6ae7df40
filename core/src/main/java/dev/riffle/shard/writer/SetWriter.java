package dev.riffle.shard.writer;

import dev.riffle.io.Bytes;
import dev.riffle.shard.SetTarget;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.SetOutput;
import dev.riffle.shard.internal.WrittenTarget;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes records of one's own, one after the other, where a {@link SetTarget} says: above all into as many shards as it takes,
 * each of so many bytes or records, when nobody knows beforehand how many there will be. All files appear when {@link
 * #commit()} is called, or none does.
 *
 * <pre>{@code
 * SetTarget target = SetTarget.ofSize("data/train.tfrecord", "", 128 << 20, RecordWriterOptions.defaults());
 * try (SetWriter writer = SetWriter.create(target)) {
 *     for (Bytes payload : payloads) {
 *         writer.write(payload);
 *     }
 *     writer.commit();
 * }
 * }</pre>
 *
 * <p>Where the number of files is known, {@link ShardedRecordWriter} gives each record to the next of them in turn, or to the one
 * of its key. Belongs to one thread at a time.
 */
public final class SetWriter implements Closeable {

    private enum State {
        OPEN,
        FAILED,
        COMMITTED,
        CLOSED
    }

    private final SetOutput output;
    private long count;
    private State state = State.OPEN;

    private SetWriter(SetOutput output) {
        this.output = output;
    }

    /**
     * Begins to write.
     *
     * @param target any but {@link SetTarget#shards}, which shares the records evenly and so has to know how many there are
     * @throws IllegalArgumentException if it is that one
     * @throws IOException if a place cannot be written, or a file is there already and the options do not say to overwrite;
     *     the message names it
     */
    public static SetWriter create(SetTarget target) throws IOException {
        WrittenTarget files = WrittenTarget.of(target);
        if (files.needsCount()) {
            throw new IllegalArgumentException("target must not need the number of records, as SetTarget.shards does;"
                    + " ShardedRecordWriter shares them in turn");
        }
        return new SetWriter(files.open(0));
    }

    /** Writes a record. */
    public void write(Bytes payload) throws IOException {
        write(payload.asByteBuffer());
    }

    /** Writes a record. The array is not kept. */
    public void write(byte[] payload) throws IOException {
        write(ByteBuffer.wrap(payload));
    }

    /**
     * Writes what {@code payload} has between its position and its limit as a record.
     *
     * @throws IllegalArgumentException if the format cannot hold the payload
     * @throws IllegalStateException if the writer is committed or closed, or a write has failed
     * @throws IOException if it cannot be written; nothing can be committed then
     */
    public void write(ByteBuffer payload) throws IOException {
        checkOpen();
        state = State.FAILED;
        output.write(payload);
        count++;
        state = State.OPEN;
    }

    /** How many records were written so far. */
    public long count() {
        return count;
    }

    /**
     * Completes all files and gives them their names. Nothing can be written afterwards.
     *
     * @return the files, in order
     * @throws IllegalStateException if it was committed or closed before, or a write has failed
     * @throws IOException if a file cannot be completed or named; then none of them is there, and what was before is
     */
    public List<WrittenShard> commit() throws IOException {
        checkOpen();
        state = State.FAILED;
        List<WrittenShard> written = output.commit();
        state = State.COMMITTED;
        return written;
    }

    private void checkOpen() {
        String problem = switch (state) {
            case OPEN -> null;
            case FAILED -> "an earlier write or commit failed; write the records again";
            case COMMITTED -> "the writer is committed";
            case CLOSED -> "the writer is closed";
        };
        if (problem != null) {
            throw new IllegalStateException(problem);
        }
    }

    /** Ends the writing; what was not committed is deleted. Idempotent. */
    @Override
    public void close() throws IOException {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            output.close();
        }
    }
}
