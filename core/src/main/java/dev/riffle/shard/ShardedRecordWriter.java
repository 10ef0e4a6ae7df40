package dev.riffle.shard;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /** For the buffers of all files together, where they can be larger than the smallest. */
    private static final int MOST_BUFFER_BYTES = 16 << 20;

    private static final int SMALLEST_BUFFER_BYTES = 4 << 10;

    private enum State {
        OPEN,
        WRITE_FAILED,
        COMMIT_FAILED,
        WITHDRAWN,
        COMMITTED,
        CLOSED
    }

    private final List<Path> paths;
    private final List<StagedShard> files = new ArrayList<>();
    private final Publication publication;
    private final long[] counts;
    /** What the files are called, if they are a set's, in order. */
    private final @Nullable ShardNames names;

    private @Nullable String schema;
    private int next;
    private long count;
    private State state = State.OPEN;

    private ShardedRecordWriter(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        this.paths = paths;
        this.names = namesOf(paths);
        this.counts = new long[paths.size()];
        this.publication = new Publication(paths, options, steps);
        try {
            if (names == null) {
                publication.checkPlaces();
            } else {
                publication.begin(names);
            }
            RecordWriterOptions each = options.bufferSize(bufferSize(paths.size(), options));
            for (int i = 0; i < paths.size(); i++) {
                Path staged = publication.staged().get(i);
                files.add(new StagedShard(steps, staged, paths.get(i).toString(), each));
            }
        } catch (Throwable e) {
            closeAfter(e);
            throw e;
        }
    }

    private static @Nullable ShardNames namesOf(List<Path> paths) {
        try {
            ShardNames names = ShardNames.ofSet(paths);
            return names.all().equals(paths.stream().map(Path::toString).toList()) ? names : null;
        } catch (IllegalArgumentException noSet) {
            return null;
        }
    }

    private static int bufferSize(int shards, RecordWriterOptions options) {
        int share = Integer.highestOneBit(Math.max(MOST_BUFFER_BYTES / shards, 1));
        return Math.max(SMALLEST_BUFFER_BYTES, Math.min(share, options.bufferSize()));
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
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
        if (options.writesInPlace()) {
            throw new IllegalArgumentException("a set of files that is written in place cannot appear as a whole;"
                    + " leave out inPlace(), or write the files one by one");
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("paths must be at least one");
        }
        return new ShardedRecordWriter(List.copyOf(paths), options, steps);
    }

    /** Writes a record to the next file in turn, behind the last one to the first again. */
    public void write(Bytes payload) throws IOException {
        write(next, payload);
    }

    /** Writes a record to the next file in turn. The array is not kept. */
    public void write(byte[] payload) throws IOException {
        write(next, ByteBuffer.wrap(payload));
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
        checkOpen();
        if (shard < 0 || shard >= counts.length) {
            throw new IllegalArgumentException("shard must be at least 0 and below " + counts.length + ": " + shard);
        }
        try {
            files.get(shard).writer().write(payload);
        } catch (IOException e) {
            state = State.WRITE_FAILED;
            throw e;
        }
        next = shard + 1 == counts.length ? 0 : shard + 1;
        counts[shard]++;
        count++;
    }

    /**
     * Writes a record to the file that its key belongs to; the turn goes on behind it. All records of a key are in one file.
     *
     * @param key any bytes
     */
    public void write(Bytes key, Bytes payload) throws IOException {
        write(shardOf(key, counts.length), payload);
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
        schema = fingerprint;
    }

    /** How many files there are. */
    public int shards() {
        return counts.length;
    }

    /** How many records were written so far, to all files. */
    public long count() {
        return count;
    }

    /** How many records the file with this number has so far, from 0 on. */
    public long count(int shard) {
        return counts[shard];
    }

    RecordFormat format() {
        return files.get(0).writer().format();
    }

    /** How many bytes the records of a file take, frames included, before compression. */
    long uncompressedSize(int shard) {
        return files.get(shard).writer().uncompressedSize();
    }

    /**
     * Completes all files and gives them their names. Nothing can be written afterwards.
     *
     * @throws IllegalStateException if it was committed or closed before, or a write has failed
     * @throws IOException if a file cannot be completed or named; then none of them is there, and what was before is
     */
    public void commit() throws IOException {
        appear();
        settle();
    }

    /** Completes all files, and takes away the older ones that they replace. */
    void withdraw() throws IOException {
        complete();
        publication.withdraw(() -> {});
        state = State.WITHDRAWN;
    }

    /** As {@link #commit}, but what appears can be taken back until it settles. */
    void appear() throws IOException {
        if (state != State.WITHDRAWN) {
            complete();
        }
        state = State.COMMIT_FAILED;
        publication.rename();
        state = State.COMMITTED;
    }

    private void complete() throws IOException {
        checkOpen();
        state = State.COMMIT_FAILED;
        List<SetManifest.Shard> listed = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            listed.add(files.get(i).commit().inManifest(paths.get(i)));
        }
        if (names != null) {
            RecordWriter first = files.get(0).writer();
            publication.add(
                    new SetManifest(first.format(), first.compression().name(), listed, Optional.ofNullable(schema)),
                    ManifestPlace.beside(paths.get(0), names));
        }
    }

    void settle() {
        publication.finish();
    }

    void vanish(Throwable failure) {
        publication.takeBack(failure);
    }

    private void checkOpen() {
        String problem = switch (state) {
            case OPEN -> null;
            case WRITE_FAILED -> "an earlier write failed, so the set would not be whole; write it again";
            case COMMIT_FAILED, WITHDRAWN -> "an earlier commit failed; write the set again";
            case COMMITTED -> "the writer is committed";
            case CLOSED -> "the writer is closed";
        };
        if (problem != null) {
            throw new IllegalStateException(publication.name() + ": " + problem);
        }
    }

    /** Ends the writing; what was not committed is deleted. Idempotent. */
    @Override
    public void close() throws IOException {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        IOException failure = null;
        for (StagedShard file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        publication.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
