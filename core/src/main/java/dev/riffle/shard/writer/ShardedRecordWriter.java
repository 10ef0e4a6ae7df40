package dev.riffle.shard.writer;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.internal.KeyHash;
import dev.riffle.io.Bytes;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.FileSteps;
import dev.riffle.shard.internal.OpenShards;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes records into the files of a set. All of them appear when {@link #commit()} is called, or none does.
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
 * <p>Until then everything is under hidden names in the same directories. A commit completes and syncs every file first and
 * gives names afterwards, the {@linkplain SetManifest manifest} of a set of shards last; if one name cannot be given, those
 * already given are taken back, and what was there before is there again. A process that is killed between two renames can leave
 * a part of the set; {@link ShardNames#ofSet} tells that it is not whole, and there is no manifest then. With {@code
 * overwrite} a set also replaces one of the same name with another count, manifest and all: whoever reads that one must write
 * under another name.
 *
 * <p>How many files there are is known beforehand. Where it is not, because each shall have a certain size or so many records,
 * take a {@link SetWriter}.
 *
 * <p>All files are open at the same time. Each has a buffer outside the heap: together they take at most 16 MiB, or 4 KiB
 * each where there are more than 4,096 of them. A compression takes memory of its own for each file, some 300 KiB for GZIP.
 *
 * <p>Belongs to one thread at a time.
 */
public final class ShardedRecordWriter implements Closeable {

    private final OpenShards shards;

    private ShardedRecordWriter(OpenShards shards) {
        this.shards = shards;
    }

    /** Begins a set of TFRecord files. Files of the set that are there already are refused. */
    public static ShardedRecordWriter create(ShardNames names) throws IOException {
        return create(names, RecordWriterOptions.defaults());
    }

    /** Begins a set of files of the default file system; see {@link #create(List, RecordWriterOptions)}. */
    public static ShardedRecordWriter create(ShardNames names, RecordWriterOptions options) throws IOException {
        return create(names.paths(), options);
    }

    /**
     * Begins a set of files, whatever they are called.
     *
     * @throws IOException if a place cannot be written, or a file is there already and the options do not say to overwrite;
     *     the message names it
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing, or no path
     *     is given, or one file twice, be it by different names
     */
    public static ShardedRecordWriter create(List<Path> paths, RecordWriterOptions options) throws IOException {
        return create(paths, options, new FileSteps());
    }

    static ShardedRecordWriter create(List<Path> paths, RecordWriterOptions options, FileSteps steps)
            throws IOException {
        return new ShardedRecordWriter(OpenShards.create(paths, options, steps));
    }

    /** Writes a record to the next file in turn, behind the last one to the first again. */
    public void write(Bytes payload) throws IOException {
        shards.write(payload);
    }

    /** Writes a record to the next file in turn. The array is not kept. */
    public void write(byte[] payload) throws IOException {
        shards.write(shards.next(), ByteBuffer.wrap(payload));
    }

    /** Writes a record to the file with this number; see {@link #write(int, ByteBuffer)}. */
    public void write(int shard, Bytes payload) throws IOException {
        write(shard, payload.asByteBuffer());
    }

    /**
     * Writes what {@code payload} has between its position and its limit to the file with this number; the turn goes on
     * behind it.
     *
     * @param shard which file, from 0 on
     * @throws IllegalArgumentException if there is no such file, or the format cannot hold the payload
     * @throws IllegalStateException if the writer is committed or closed, or a write has failed
     * @throws IOException if it cannot be written; the set cannot be committed then
     */
    public void write(int shard, ByteBuffer payload) throws IOException {
        shards.write(shard, payload);
    }

    /**
     * Writes a record to the file that its key belongs to; the turn goes on behind it. All records of a key are in one file.
     *
     * @param key any bytes
     */
    public void write(Bytes key, Bytes payload) throws IOException {
        write(shardOf(key, shards.shards()), payload);
    }

    /**
     * Which of so many files a key belongs to, from 0 on: the 64-bit FNV-1a hash of its bytes, mixed as MurmurHash3 ends (h ^= h
     * >>> 33, h *= ff51afd7ed558ccd, h ^= h >>> 33, h *= c4ceb9fe1a85ec53, h ^= h >>> 33), then the remainder as an unsigned
     * number. The same on every machine and in every version.
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
     * The key that an integer is, for {@link #shardOf}: its decimal digits in ASCII, with a {@code -} in front if it is below 0.
     * So 7 and the text "7" belong to the same file.
     */
    public static Bytes keyOf(long number) {
        return KeyHash.keyOf(number);
    }

    /**
     * Leaves a fingerprint of what the records look like in the manifest of the set; without one there is none.
     *
     * @param fingerprint any short text that is the same for sets whose records look alike; commands take {@link
     *     dev.riffle.example.SchemaFingerprint}
     */
    public void schema(String fingerprint) {
        shards.schema(fingerprint);
    }

    /** How many files there are. */
    public int shards() {
        return shards.shards();
    }

    /** How many records were written so far, to all files. */
    public long count() {
        return shards.count();
    }

    /** How many records the file with this number has so far, from 0 on. */
    public long count(int shard) {
        return shards.count(shard);
    }

    /**
     * Completes all files and gives them their names. Nothing can be written afterwards.
     *
     * @throws IllegalStateException if it was committed or closed before, or a write has failed
     * @throws IOException if a file cannot be completed or named; then none of them is there, and what was before is
     */
    public void commit() throws IOException {
        shards.commit();
    }

    /** Ends the writing; what was not committed is deleted. Idempotent. */
    @Override
    public void close() throws IOException {
        shards.close();
    }
}
