package dev.riffle.shard.writer;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.internal.KeyHash;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.FileSteps;
import dev.riffle.shard.internal.OpenShards;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to the files of a set. All files appear when {@link #commit()} is called, or none does.
 *
 * <pre>{@code
 * try (ShardedRecordWriter writer = ShardedRecordWriter.create(ShardNames.of("data/train.tfrecord", 10))) {
 *     for (Bytes payload : payloads) {
 *         writer.write(payload);
 *     }
 *     writer.commit();
 * }
 * }</pre>
 *
 * <p>A writer with the names of its files gives each record to the next file in turn, to the file of its key, or to a
 * file that the caller chooses. All its files are open at the same time. Each has a buffer outside the heap: together
 * the buffers take at most 16 MiB, or 4 KiB each for more than 4,096 files. A compression takes additional memory for
 * each file, about 300 KiB for GZIP.
 *
 * <p>A writer of a {@link RecordOutput} lets the output decide which file a record goes to, and how many files there
 * are:
 *
 * <pre>{@code
 * RecordOutput output = RecordOutput.ofSize("data/train.tfrecord", "", 128 << 20, RecordWriterOptions.defaults());
 * try (ShardedRecordWriter writer = ShardedRecordWriter.create(output)) {
 *     writer.write(payload);
 *     writer.commit();
 * }
 * }</pre>
 *
 * <p>Until the commit, all files have hidden names in the same directories. A commit completes and syncs every file and
 * then renames them, the {@linkplain SetManifest manifest} of a set of shards last. If a file cannot be renamed, the
 * commit takes the others back and restores the older files. A process that is killed between two renames can leave a
 * part of the set without a manifest. {@link ShardNames#ofSet} reports that such a set is incomplete.
 *
 * <p>With {@code overwrite}, a set also replaces an older set of the same name with another count, and its manifest. If
 * you read that older set, write under another name.
 *
 * <p>Use a writer from one thread at a time.
 *
 * @since 0.1
 */
public final class ShardedRecordWriter implements Closeable {

    private enum State {
        OPEN,
        FAILED,
        COMMITTED,
        CLOSED
    }

    private final SetOutput output;

    /** The output, if the writer was created with the names of its files; it checks its state itself. */
    private final @Nullable OpenShards shards;

    private long count;
    private State state = State.OPEN;

    private ShardedRecordWriter(SetOutput output, @Nullable OpenShards shards) {
        this.output = output;
        this.shards = shards;
    }

    /** Creates a set of TFRecord files; refuses to replace existing files. */
    public static ShardedRecordWriter create(ShardNames names) throws IOException {
        return create(names, RecordWriterOptions.defaults());
    }

    /** Like {@link #create(List, RecordWriterOptions)}, for the names of a set in the default file system. */
    public static ShardedRecordWriter create(ShardNames names, RecordWriterOptions options) throws IOException {
        return create(names.paths(), options);
    }

    /**
     * Creates files with any names.
     *
     * @throws IOException if a place cannot be written, or a file exists and the options do not allow to overwrite it;
     *     the message names the file
     * @throws IllegalArgumentException if no path is given, one file is given twice, even under different names, or the
     *     options ask for writing in place
     */
    public static ShardedRecordWriter create(List<Path> paths, RecordWriterOptions options) throws IOException {
        return create(paths, options, new FileSteps());
    }

    static ShardedRecordWriter create(List<Path> paths, RecordWriterOptions options, FileSteps steps)
            throws IOException {
        OpenShards shards = OpenShards.create(paths, options, steps);
        return new ShardedRecordWriter(shards, shards);
    }

    /**
     * Creates the files that an output describes.
     *
     * @param output any output except {@link RecordOutput#shards}, which divides the records evenly in their order and
     *     therefore
     *     needs their number
     * @throws IOException if a place cannot be written, or a file exists and the options do not allow to overwrite it;
     *     the
     *     message names the file
     * @throws IllegalArgumentException if the output needs the number of records, or the options ask for writing in
     *     place,
     *     which cannot be all or nothing
     */
    public static ShardedRecordWriter create(RecordOutput output) throws IOException {
        OutputPlan plan = OutputPlan.of(output);
        if (plan.needsCount()) {
            throw new IllegalArgumentException("RecordOutput.shards divides the records evenly and needs their number;"
                    + " to write to the shards in turn, create the writer with their ShardNames");
        }
        return new ShardedRecordWriter(plan.open(0), null);
    }

    /** Writes a record to the next file. */
    public void write(Bytes payload) throws IOException {
        write(payload.asByteBuffer());
    }

    /** Writes a record to the next file. The writer does not keep the array. */
    public void write(byte[] payload) throws IOException {
        write(ByteBuffer.wrap(payload));
    }

    /**
     * Writes the bytes of {@code payload} between its position and its limit as a record to the next file.
     *
     * @throws IllegalArgumentException if the format cannot hold the payload
     * @throws IllegalStateException if the writer is committed or closed, or a write has failed
     * @throws IOException if the record cannot be written; nothing can be committed then
     */
    public void write(ByteBuffer payload) throws IOException {
        if (shards != null) {
            shards.write(payload);
            return;
        }
        checkOpen();
        try {
            output.write(payload);
        } catch (IOException e) {
            state = State.FAILED;
            throw e;
        }
        count++;
    }

    /** Like {@link #write(int, ByteBuffer)}, for bytes. */
    public void write(int shard, Bytes payload) throws IOException {
        write(shard, payload.asByteBuffer());
    }

    /**
     * Writes the bytes of {@code payload} between its position and its limit as a record to the file with this number.
     * The next record in turn goes to the file after it.
     *
     * @param shard the number of the file, from 0
     * @throws IllegalArgumentException if there is no such file, or the format cannot hold the payload
     * @throws IllegalStateException if the output decides the file, the writer is committed or closed, or a write has
     *     failed
     * @throws IOException if the record cannot be written; the set cannot be committed then
     */
    public void write(int shard, ByteBuffer payload) throws IOException {
        fixed().write(shard, payload);
    }

    /**
     * Writes a record to the file of its key. All records of a key are in one file. The next record in turn goes to the
     * file after it.
     *
     * @param key any bytes
     * @throws IllegalStateException as {@link #write(int, ByteBuffer)}
     */
    public void write(Bytes key, Bytes payload) throws IOException {
        write(shardOf(key, shards()), payload);
    }

    /**
     * Returns the number of the file of a key, from 0. The 64-bit FNV-1a hash of the key is mixed by the last steps of
     * MurmurHash3: h ^= h >>> 33, h *= ff51afd7ed558ccd, h ^= h >>> 33, h *= c4ceb9fe1a85ec53, h ^= h >>> 33. The
     * remainder of this unsigned number by {@code shards} is the result. It is the same on every machine and in every
     * version.
     *
     * @throws IllegalArgumentException if {@code shards} is not positive
     */
    public static int shardOf(Bytes key, int shards) {
        if (shards < 1) {
            throw new IllegalArgumentException("shards must be positive: " + shards);
        }
        return KeyHash.shard(key.asByteBuffer(), shards);
    }

    /**
     * Returns the key of an integer for {@link #shardOf}: its decimal digits in ASCII, after a {@code -} if it is
     * negative. So 7 and the text "7" belong to the same file.
     */
    public static Bytes keyOf(long number) {
        return KeyHash.keyOf(number);
    }

    /**
     * Writes a fingerprint of the records' schema into the manifest of the set. Without this call the manifest has
     * none.
     *
     * @param fingerprint any short text that is the same for sets with the same schema; the commands of riffle use
     *     {@link
     *     dev.riffle.example.SchemaFingerprint}
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     */
    public void schema(String fingerprint) {
        fixed().schema(fingerprint);
    }

    /**
     * Returns the number of files.
     *
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     */
    public int shards() {
        return fixed().shards();
    }

    /** Returns the number of records written so far, to all files. */
    public long count() {
        return shards == null ? count : shards.count();
    }

    /**
     * Returns the number of records written so far to one file.
     *
     * @param shard the number of the file, from 0
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     */
    public long count(int shard) {
        return fixed().count(shard);
    }

    private OpenShards fixed() {
        if (shards == null) {
            throw new IllegalStateException("the output decides which file a record goes to;"
                    + " create the writer with the names of its files to choose one");
        }
        return shards;
    }

    /**
     * Completes all files and gives them their names. Nothing can be written afterwards.
     *
     * @return the files, in order
     * @throws IllegalStateException if the writer is committed or closed, or a write has failed
     * @throws IOException if a file cannot be completed or renamed; then none of the new files exists, and all older
     *     files do
     */
    public List<WrittenShard> commit() throws IOException {
        if (shards != null) {
            return shards.commit();
        }
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

    /** Closes the writer and deletes all files that were not committed. Idempotent. */
    @Override
    public void close() throws IOException {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            output.close();
        }
    }
}
