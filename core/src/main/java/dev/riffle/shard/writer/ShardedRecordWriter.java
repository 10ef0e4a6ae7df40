package dev.riffle.shard.writer;

import dev.riffle.Progress;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.internal.KeyHash;
import dev.riffle.internal.Argument;
import dev.riffle.internal.WriterAccess;
import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import dev.riffle.shard.internal.ShardedOutput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to the files of a set. {@link #commit()} lets all files appear, or none.
 *
 * <pre>{@code
 * ShardNames names = ShardNames.of(Path.of("data/train.tfrecord"), 10);
 * try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
 *     for (Bytes payload : payloads) {
 *         writer.write(payload);
 *     }
 *     writer.commit();
 * }
 * }</pre>
 *
 * <p>A writer with file names writes each record to the next file in turn, to the file of its key, or to a file that
 * the caller chooses. All its files are open at the same time. Each file has a buffer outside the heap: together the
 * buffers use at most 16 MiB, or 4 KiB each for more than 4,096 files. A compression needs additional memory for each
 * file, about 300 KiB for GZIP. {@link RecordWriterOptions#threads(int)} lets several threads compress. The data that
 * waits for these threads takes at most 16 MiB on the heap, or the size of the largest record.
 *
 * <p>A writer for a {@link RecordOutput} leaves the choice and the number of the files to the output:
 *
 * <pre>{@code
 * Path prefix = Path.of("data/train.tfrecord");
 * RecordOutput output = RecordOutput.ofSize(prefix, "", 128 << 20, RecordWriterOptions.defaults());
 * try (ShardedRecordWriter writer = ShardedRecordWriter.create(output)) {
 *     writer.write(payload);
 *     writer.commit();
 * }
 * }</pre>
 *
 * <p>Until the commit, all files have hidden names in the same directories. A commit completes and syncs every file.
 * Then it renames all files; the {@linkplain SetManifest manifest} of a set is the last one. If a rename fails, the
 * commit undoes all renames and restores the older files. A process that is killed between two renames can leave a part
 * of the set without a manifest. {@link ShardNames#ofSet} reports that such a set is incomplete.
 *
 * <p>A writer that is closed without {@link #commit()} or {@link #discard()} deletes its files and throws.
 *
 * <p>With {@code overwrite}, a set also replaces an older set of the same name with another count, and its manifest. If
 * you read that older set, write under another name.
 *
 * <p>One thread at a time may use a writer. A call during a call of another thread throws a {@link
 * java.util.ConcurrentModificationException}. After this and after every failed write, {@link #commit()} publishes
 * nothing and throws, with the first failure as the cause.
 *
 * @since 0.1
 */
public final class ShardedRecordWriter implements Closeable {

    private static final int RECORDS_BETWEEN_REPORTS = 256;
    private static final int BYTES_BETWEEN_REPORTS = 1 << 20;

    private final SetOutput output;

    /** The output of a writer that was created with file names; otherwise null. The output checks its state itself. */
    private final @Nullable ShardedOutput shards;

    private final WriterAccess access;

    private OperationProgress progress = OperationProgress.NONE;

    private long count;

    /** The number of records and their uncompressed size, frames included, in the last event of the progress. */
    private long reportedRecords;

    private long reportedBytes;

    /** The number of bytes of the payloads since the last event. */
    private long newBytes;

    private ShardedRecordWriter(SetOutput output, @Nullable ShardedOutput shards) {
        this.output = output;
        this.shards = shards;
        this.access = new WriterAccess(output.name());
    }

    /** Creates a set of TFRecord files; throws if one of them exists. */
    public static ShardedRecordWriter create(ShardNames names) throws IOException {
        return create(names, RecordWriterOptions.defaults());
    }

    /** Like {@link #create(List, RecordWriterOptions)}, with the names of a set. */
    public static ShardedRecordWriter create(ShardNames names, RecordWriterOptions options) throws IOException {
        Argument.present(names, "names");
        Argument.present(options, "options");
        return create(names.paths(), options);
    }

    /**
     * Creates files with any names.
     *
     * @throws IOException if a file cannot be written, or exists and the options do not allow to overwrite it;
     *     the message names the file
     * @throws IllegalArgumentException if {@code paths} is empty or contains a file twice, even with different names,
     *     if the options ask for writing in place, or if the ending of a name means a different compression than the
     *     options
     */
    public static ShardedRecordWriter create(List<Path> paths, RecordWriterOptions options) throws IOException {
        Argument.allPresent(paths, "paths");
        Argument.present(options, "options");
        return create(paths, options, new FileStorage());
    }

    static ShardedRecordWriter create(List<Path> paths, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        ShardedOutput shards = ShardedOutput.inTurn(paths, options, storage);
        return new ShardedRecordWriter(shards, shards);
    }

    /**
     * Creates the files that an output describes.
     *
     * @param output any output except {@link RecordOutput#shards}, which needs the number of records in advance
     * @throws IOException if a file cannot be written, or exists and the options do not allow to overwrite it; the
     *     message names the file
     * @throws IllegalArgumentException if the output needs the number of records, or the options ask for writing in
     *     place
     */
    public static ShardedRecordWriter create(RecordOutput output) throws IOException {
        Argument.present(output, "output");
        OutputPlan plan = OutputPlan.of(output);
        if (plan.needsCount()) {
            throw new IllegalArgumentException("RecordOutput.shards needs the number of records in advance;"
                    + " create the writer with ShardNames to write to the shards in turn");
        }
        return new ShardedRecordWriter(plan.open(0), null);
    }

    /**
     * Sets the listener for the progress of the writer. Call this method before the first record. The bytes are those
     * of the frames before compression, and their total is unknown. The last event comes after the commit, or when the
     * writer is closed or discarded.
     *
     * @throws IllegalStateException if the writer has written a record
     */
    public void progress(Consumer<? super Progress> listener) {
        Argument.present(listener, "listener");
        if (count > 0 || !access.isOpen()) {
            throw new IllegalStateException(
                    output.name() + ": the listener of the progress must be set before the first record");
        }
        progress = OperationProgress.of(listener);
    }

    /** Like {@link #write(ByteBuffer)}, with bytes. */
    public void write(Bytes payload) throws IOException {
        Argument.present(payload, "payload");
        write(payload.asByteBuffer());
    }

    /** Like {@link #write(ByteBuffer)}, with an array, which the writer does not keep. */
    public void write(byte[] payload) throws IOException {
        Argument.present(payload, "payload");
        write(ByteBuffer.wrap(payload));
    }

    /**
     * Writes the remaining bytes of {@code payload} as a record to the next file.
     *
     * @throws IllegalArgumentException if the payload is too large for the format
     * @throws IllegalStateException if the writer is committed or closed, or a write has failed
     * @throws IOException if the record cannot be written; then the set cannot be committed
     */
    public void write(ByteBuffer payload) throws IOException {
        Argument.present(payload, "payload");
        call(payload, () -> output.write(payload));
    }

    private interface Call {

        void run() throws IOException;
    }

    /** Makes a call that writes one record. A rejected argument leaves the writer intact. */
    private void call(ByteBuffer payload, Call call) throws IOException {
        access.begin();
        int bytes = payload.remaining();
        try {
            call.run();
        } catch (IllegalArgumentException e) {
            access.end();
            throw e;
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        count++;
        newBytes += bytes;
        try {
            if (count - reportedRecords >= RECORDS_BETWEEN_REPORTS || newBytes >= BYTES_BETWEEN_REPORTS) {
                report();
            }
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.end();
    }

    /** Sends an event of the progress. */
    private void report() {
        if (progress != OperationProgress.NONE) {
            // A file that failed to complete no longer counts.
            long bytes = Math.max(output.uncompressedSize(), reportedBytes);
            progress.advanced(count - reportedRecords, bytes - reportedBytes);
            reportedBytes = bytes;
        }
        reportedRecords = count;
        newBytes = 0;
    }

    /**
     * Returns a writer of values to the next file, which the caller commits as before. To write a value to the file of
     * its key, encode it: {@code writer.writeByKey(key, codec.encode(click))}.
     *
     * @param encoder returns the payload of a value, for example {@code codec::encode} of a {@link
     *     dev.riffle.typed.RecordCodec}
     */
    public <T> RecordWriter.Typed<T> typed(Function<? super T, Bytes> encoder) {
        Argument.present(encoder, "encoder");
        return value -> write(encoder.apply(value));
    }

    /** Like {@link #writeToShard(int, ByteBuffer)}, with bytes. */
    public void writeToShard(int shard, Bytes payload) throws IOException {
        Argument.present(payload, "payload");
        writeToShard(shard, payload.asByteBuffer());
    }

    /** Like {@link #writeToShard(int, ByteBuffer)}, with an array, which the writer does not keep. */
    public void writeToShard(int shard, byte[] payload) throws IOException {
        Argument.present(payload, "payload");
        writeToShard(shard, ByteBuffer.wrap(payload));
    }

    /**
     * Writes the remaining bytes of {@code payload} as a record to the file with this number. The next record in turn
     * goes to the file after it.
     *
     * @param shard the number of the file, from 0
     * @throws IllegalArgumentException if {@code shard} is out of range, or the payload is too large for the format
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}, is committed or closed, or a
     *     write has failed
     * @throws IOException if the record cannot be written; then the set cannot be committed
     */
    public void writeToShard(int shard, ByteBuffer payload) throws IOException {
        Argument.present(payload, "payload");
        ShardedOutput files = openShards();
        call(payload, () -> files.write(shard, payload));
    }

    /**
     * Writes a record to the file of its key. All records of a key are in one file. The next record in turn goes to the
     * file after it.
     *
     * @param key any bytes
     * @throws IllegalStateException like {@link #writeToShard(int, ByteBuffer)}
     */
    public void writeByKey(Bytes key, Bytes payload) throws IOException {
        writeToShard(shardOf(key, shards()), payload);
    }

    /** Like {@link #writeByKey(Bytes, Bytes)}, with an array, which the writer does not keep. */
    public void writeByKey(Bytes key, byte[] payload) throws IOException {
        writeToShard(shardOf(key, shards()), payload);
    }

    /**
     * Returns the number of the file of a key, from 0. The method computes the 64-bit FNV-1a hash of the key. Then it
     * applies the last storage of MurmurHash3: h ^= h >>> 33, h *= ff51afd7ed558ccd, h ^= h >>> 33, h *=
     * c4ceb9fe1a85ec53, h ^= h >>> 33. The result is the remainder of this unsigned number divided by {@code shards}.
     * It does not depend on the machine or the version.
     *
     * @throws IllegalArgumentException if {@code shards} is not positive
     */
    public static int shardOf(Bytes key, int shards) {
        Argument.present(key, "key");
        Argument.positive(shards, "shards");
        return KeyHash.shard(key.asByteBuffer(), shards);
    }

    /**
     * Returns the key of an integer for {@link #shardOf}: its decimal digits in ASCII, after a {@code -} if it is
     * negative. So the keys 7 and "7" select the same file.
     */
    public static Bytes keyOf(long number) {
        return KeyHash.keyOf(number);
    }

    /**
     * Sets the fingerprint of the records' schema for the manifest of the set. Without this call the manifest has no
     * fingerprint.
     *
     * @param fingerprint any short text that is the same for sets with the same schema; the commands of riffle use
     *     {@link dev.riffle.example.SchemaFingerprint}
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     */
    public void schema(String fingerprint) {
        Argument.present(fingerprint, "fingerprint");
        openShards().schema(fingerprint);
    }

    /**
     * Sets the columns of the records for the manifest of the set. Spark reads these columns instead of records when it
     * infers a schema. Without this call the manifest has no columns.
     *
     * @param types the SQL types by feature name, in the order of the table, as in {@link
     *     dev.riffle.shard.SetManifest#columns}. Every record must fit its columns: a type such as {@code BIGINT} means
     *     one value or a missing feature, and {@code ARRAY<BIGINT>} any number of values
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     */
    public void columns(Map<String, String> types) {
        Argument.allPresent(types, "types");
        openShards().columns(Collections.unmodifiableMap(new LinkedHashMap<>(types)));
    }

    /**
     * Returns the number of files.
     *
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     */
    public int shards() {
        return openShards().shards();
    }

    /** Returns the number of records written so far, to all files. */
    public long count() {
        return count;
    }

    /**
     * Returns the number of records written so far to one file.
     *
     * @param shard the number of the file, from 0
     * @throws IllegalStateException if the writer was created with a {@code RecordOutput}
     * @throws IndexOutOfBoundsException if there is no such file
     */
    public long count(int shard) {
        return openShards().count(shard);
    }

    private ShardedOutput openShards() {
        if (shards == null) {
            throw new IllegalStateException("the RecordOutput chooses the file of each record;"
                    + " create the writer with file names to choose files");
        }
        return shards;
    }

    /**
     * Completes all files and renames them to their final names. The writer accepts no records afterwards.
     *
     * @return the files, in order
     * @throws IllegalStateException if the writer is committed or closed, or a write has failed
     * @throws IOException if a file cannot be completed or renamed; then all older files exist, and none of the new
     *     ones
     */
    public List<WrittenShard> commit() throws IOException {
        access.begin();
        List<WrittenShard> written;
        try {
            report();
            written = output.commit();
        } catch (Throwable e) {
            access.fail(e);
            throw e;
        }
        access.commit();
        progress.close();
        return written;
    }

    private void closeOutput() throws IOException {
        try (output) {
            if (count > reportedRecords) {
                report();
            }
        }
    }

    /**
     * Closes the writer and deletes its files, as intended. {@link #close()} then has no effect. Idempotent.
     *
     * @throws IllegalStateException if the writer is committed: the files stay
     * @throws IOException if the output cannot be closed or deleted
     */
    public void discard() throws IOException {
        try {
            access.discard(this::closeOutput);
        } finally {
            progress.close();
        }
    }

    /**
     * Closes the writer and deletes all uncommitted files. Idempotent.
     *
     * @throws IllegalStateException if the writer was neither committed nor discarded. It has discarded its output,
     *     except bytes that a stream received
     * @throws IOException if the output cannot be closed or discarded
     */
    @Override
    public void close() throws IOException {
        WriterAccess.Closing closing;
        try {
            closing = access.close(this::closeOutput);
        } finally {
            progress.close();
        }
        if (closing == WriterAccess.Closing.DISCARDED) {
            throw new IllegalStateException(output.name() + ": closed without commit(); its " + count
                    + (count == 1 ? " record was" : " records were") + " discarded");
        }
    }
}
