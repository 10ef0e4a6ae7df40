package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.example.internal.IndexKey;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.example.internal.KeyReader;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.scan.ParallelScan;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All records of several files, each to be had by its number, from many threads. The numbers go through the files in the
 * order in which they are given, from 0 on.
 *
 * <pre>{@code
 * try (RecordIndex index = RecordIndex.of(files)) {
 *     Bytes record = index.get(index.size() / 2);
 * }
 * }</pre>
 *
 * <p>{@link #open(List, IndexOptions)} uses side files, so that nothing is walked that was walked before; {@link #of(List)}
 * walks. The offsets are in memory, four bytes for each record (eight in files from 4 GiB on). Large files are mapped until
 * {@link #close()}; nothing is taken for each record that is read but its payload.
 *
 * <p>Files must stay as they are while an index of them is open. One that is removed, or replaced by another of the same name,
 * goes on giving the old records if it is large and not compressed; an OFRecord that cannot be proven then is an {@link
 * IOException}. A small one is opened again for each record, which may be one of the new file.
 */
public final class RecordIndex implements Closeable {

    /** So many records are brought near at once: more would push each other out of the cache. */
    private static final int GROUP = 64;

    private final IndexedFile[] files;
    private final RecordOffsets[] offsets;

    /** Those files whose records can be brought near, and for each file its place among them or -1. */
    private final RecordFile[] plain;

    private final int[] inPlain;

    /** The number of the first record of each file, and behind them the number of all records. */
    private final long[] firsts;

    private volatile boolean closed;

    /** Where the last record of each file ends; a file that has grown goes on after that. */
    private final long[] ends;

    /** The keys of each file; empty if the index has no keys. */
    private final KeyColumn[] keys;

    private final KeyHashing hashing;

    private RecordIndex(List<OpenedFile> opened, KeyHashing hashing) {
        this.files = opened.stream().map(OpenedFile::file).toArray(IndexedFile[]::new);
        this.offsets = opened.stream().map(OpenedFile::offsets).toArray(RecordOffsets[]::new);
        this.ends = opened.stream().mapToLong(OpenedFile::end).toArray();
        this.keys = opened.stream().flatMap(each -> each.keys().stream()).toArray(KeyColumn[]::new);
        this.hashing = hashing;
        List<RecordFile> near = new ArrayList<>();
        this.inPlain = new int[files.length];
        for (int i = 0; i < files.length; i++) {
            inPlain[i] = files[i].plain().isPresent() ? near.size() : -1;
            files[i].plain().ifPresent(near::add);
        }
        this.plain = near.toArray(RecordFile[]::new);
        this.firsts = new long[files.length + 1];
        for (int i = 0; i < files.length; i++) {
            firsts[i + 1] = firsts[i] + offsets[i].count();
        }
    }

    /** The records of these files; see {@link #of(List)}. */
    public static RecordIndex of(Path... files) throws IOException {
        return of(List.of(files));
    }

    /** The records of these files; see {@link #ofSources}. */
    public static RecordIndex of(List<Path> files) throws IOException {
        return ofSources(files.stream().map(ByteSource::of).toList());
    }

    /**
     * The records of these sources. Every one is walked from its beginning to its end, and each record verified.
     *
     * @throws dev.riffle.CorruptRecordException if a record is damaged
     * @throws dev.riffle.UnrecognizedFileException if a file holds no records
     * @throws IllegalArgumentException if a file is a stream, or compressed in a way that it cannot be entered inside
     * @throws IOException if a file cannot be read; the message names it
     */
    public static RecordIndex ofSources(List<ByteSource> sources) throws IOException {
        return ofSources(sources, IndexOptions.defaults());
    }

    /**
     * As {@link #ofSources(List)}, with these options. Sources have no side files: what the options say about them has
     * no effect.
     */
    public static RecordIndex ofSources(List<ByteSource> sources, IndexOptions options) throws IOException {
        return new RecordIndex(new IndexOpening(options, KeyHashing.STANDARD).walk(sources), KeyHashing.STANDARD);
    }

    /** The records of these files, by their side files where those are fresh; see {@link #open(List, IndexOptions)}. */
    public static RecordIndex open(List<Path> files) throws IOException {
        return open(files, IndexOptions.defaults());
    }

    /**
     * The records of these files. A file whose side file is fresh is not walked; every other one is, and each of its records
     * verified. A side file that is stale, damaged or of another version is never believed.
     *
     * @throws dev.riffle.CorruptRecordException if a record is damaged
     * @throws dev.riffle.UnrecognizedFileException if a file holds no records
     * @throws IllegalArgumentException if a file is a stream, or compressed in a way that it cannot be entered inside
     * @throws IOException if a file cannot be read; the message names it
     */
    public static RecordIndex open(List<Path> files, IndexOptions options) throws IOException {
        return open(files, options, KeyHashing.STANDARD);
    }

    static RecordIndex open(List<Path> files, IndexOptions options, KeyHashing hashing) throws IOException {
        return new RecordIndex(new IndexOpening(options, hashing).open(files), hashing);
    }

    /**
     * How many records these files have: by the header of a side file where it is fresh, else by a walk in which each record
     * is verified.
     *
     * @throws IOException as {@link #open(List)}
     */
    public static long count(List<Path> files) throws IOException {
        long count = 0;
        for (Path file : files) {
            OptionalLong known = IndexFile.of(file).count();
            count += known.isPresent()
                    ? known.getAsLong()
                    : ParallelScan.of(ByteSource.of(file)).count();
        }
        return count;
    }

    /** How many records there are. */
    public long size() {
        return firsts[files.length];
    }

    /**
     * The payload of a record, verified, in memory of its own.
     *
     * @param index the number of the record, from 0 on
     * @throws dev.riffle.CorruptRecordException if the file does not have that record any more
     * @throws IOException if the file cannot be read
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     * @throws IllegalStateException if the index is closed
     */
    public Bytes get(long index) throws IOException {
        if (closed) {
            throw new IllegalStateException("the index is closed");
        }
        int file = fileOf(index);
        int record = (int) (index - firsts[file]);
        long offset = offsets[file].get(record);
        Bytes payload = files[file].get(offset, record);
        if (offset + files[file].overheadBytes() + payload.size() != endOf(file, record)) {
            throw new IOException(
                    files[file].name() + ": record " + record + " at offset " + offset + " has another size than when"
                            + " it was indexed: expected "
                            + (endOf(file, record) - offset - files[file].overheadBytes()) + " bytes, found "
                            + payload.size() + "; the file has changed: open it again, or write its index again"
                            + " with 'riffle index'");
        }
        return payload;
    }

    /**
     * The payloads of several records, in the order in which they are asked for. Faster than one call for each, because
     * the accesses to memory overlap.
     *
     * @throws IOException if one of them cannot be read, as {@link #get} says
     */
    public List<Bytes> getAll(long... indices) throws IOException {
        List<Bytes> payloads = new ArrayList<>(indices.length);
        for (int i = 0; i < indices.length; i++) {
            if (i % GROUP == 0) {
                readAhead(Arrays.copyOfRange(indices, i, Math.min(i + GROUP, indices.length)));
            }
            payloads.add(get(indices[i]));
        }
        return payloads;
    }

    /**
     * Brings records near that will be asked for soon; some dozens at a time are best. Those of files that are not mapped
     * stay where they are.
     */
    public void readAhead(long... indices) {
        int[] inFile = new int[indices.length];
        long[] from = new long[indices.length];
        long[] to = new long[indices.length];
        int near = 0;
        for (long index : indices) {
            int file = fileOf(index);
            if (inPlain[file] >= 0) {
                int record = (int) (index - firsts[file]);
                inFile[near] = inPlain[file];
                from[near] = offsets[file].get(record);
                to[near] = endOf(file, record);
                near++;
            }
        }
        RecordFile.touchAll(plain, near == indices.length ? inFile : Arrays.copyOf(inFile, near), from, to);
    }

    /**
     * The payloads of the records from {@code from} on and before {@code to}, in order, read ahead in groups. {@link
     * java.io.UncheckedIOException} carries what goes wrong.
     *
     * @throws IndexOutOfBoundsException if the range is not inside
     */
    public Stream<Bytes> range(long from, long to) {
        Objects.checkFromToIndex(from, to, size());
        return StreamSupport.stream(
                Spliterators.spliterator(
                        new RecordRange(this, from, to, GROUP),
                        to - from,
                        Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                false);
    }

    /**
     * The number of the first record with this key, which is a bytes value of the feature that the index has keys of.
     *
     * @throws IllegalStateException if the index has no keys, or is closed
     * @throws IOException if a record that may have the key cannot be read
     */
    public OptionalLong find(Bytes key) throws IOException {
        return LongStream.of(find(IndexKey.of(key), 1)).findFirst();
    }

    /** The number of the first record with this int64 key; see {@link #find(Bytes)}. */
    public OptionalLong find(long key) throws IOException {
        return LongStream.of(find(IndexKey.of(key), 1)).findFirst();
    }

    /**
     * The payload of the first record with this key, verified; empty if no record has it. As {@link #find(Bytes)} and {@link
     * #get(long)} together.
     *
     * @throws IllegalStateException if the index has no keys, or is closed
     * @throws IOException if the record, or one that may have the key, cannot be read
     */
    public Optional<Bytes> findRecord(Bytes key) throws IOException {
        OptionalLong found = find(key);
        return found.isPresent() ? Optional.of(get(found.getAsLong())) : Optional.empty();
    }

    /** The payload of the first record with this int64 key; see {@link #findRecord(Bytes)}. */
    public Optional<Bytes> findRecord(long key) throws IOException {
        OptionalLong found = find(key);
        return found.isPresent() ? Optional.of(get(found.getAsLong())) : Optional.empty();
    }

    /** The numbers of all records with this bytes key, ascending; see {@link #find(Bytes)}. */
    public long[] findAll(Bytes key) throws IOException {
        return find(IndexKey.of(key), Long.MAX_VALUE);
    }

    /** The numbers of all records with this int64 key, ascending; see {@link #find(Bytes)}. */
    public long[] findAll(long key) throws IOException {
        return find(IndexKey.of(key), Long.MAX_VALUE);
    }

    /** A hash leads to records that may have the key; each is asked itself. */
    private long[] find(IndexKey key, long most) throws IOException {
        if (keys.length < files.length) {
            throw new IllegalStateException(
                    "the index has no keys; open it with IndexOptions.key, which names the feature that has them");
        }
        long hash = key.hash(hashing);
        LongStream.Builder found = LongStream.builder();
        long count = 0;
        for (int file = 0; file < files.length; file++) {
            KeyColumn column = keys[file];
            KeyReader reader = new KeyReader(column.feature(), files[file].format(), hashing);
            for (int i = column.first(hash); column.isAt(i, hash) && count < most; i++) {
                long record = firsts[file] + column.record(i);
                if (reader.has(get(record), key)) {
                    found.add(record);
                    count++;
                }
            }
        }
        return found.build().toArray();
    }

    /**
     * Returns the number of records without a key: without the feature, or without exactly one value in it. Returns the
     * number of all records if the index has no keys.
     */
    public long withoutKey() {
        return size() - Arrays.stream(keys).mapToLong(KeyColumn::count).sum();
    }

    IndexedFile[] files() {
        return files;
    }

    RecordOffsets[] offsets() {
        return offsets;
    }

    /**
     * The format of a record's file.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public RecordFormat format(long index) {
        return files[fileOf(index)].format();
    }

    /**
     * The number that a record has in its own file, from 0 on.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public long numberInFile(long index) {
        return index - firsts[fileOf(index)];
    }

    /**
     * The file that a record is in and its offset there in uncompressed bytes: for messages.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public SourcePart place(long index) {
        int file = fileOf(index);
        return new SourcePart(files[file].name(), offsets[file].get((int) (index - firsts[file])));
    }

    private long endOf(int file, int record) {
        RecordOffsets all = offsets[file];
        return record + 1 < all.count() ? all.get(record + 1) : ends[file];
    }

    /**
     * Which file a record is in, counted from 0 in the order in which the files were given.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public int fileOf(long index) {
        Objects.checkIndex(index, size());
        if (files.length == 1) {
            return 0;
        }
        int found = Arrays.binarySearch(firsts, index);
        if (found < 0) {
            return -found - 2;
        }
        while (offsets[found].count() == 0) {
            found++;
        }
        return found;
    }

    /** The names of the files, in order. */
    public List<String> names() {
        return Arrays.stream(files).map(IndexedFile::name).toList();
    }

    /**
     * What tells this index from one of other files: names without directories, sizes and numbers of records, as a
     * checksum of 16 hexadecimal digits. The content is not in it.
     */
    public String fingerprint() {
        return IndexFingerprint.of(files, offsets);
    }

    /**
     * Looks whether all files are there and have the size that they had when they were indexed.
     *
     * @throws IOException if not; the message names the first
     */
    public void checkUnchanged() throws IOException {
        for (IndexedFile file : files) {
            if (file.hasChangedSize()) {
                throw new IOException(file.name() + ": had " + file.size()
                        + " bytes when it was indexed, and has another size now; index it again");
            }
        }
    }

    /** Lets go of the files. Idempotent. */
    @Override
    public void close() {
        closed = true;
        for (IndexedFile file : files) {
            file.close();
        }
    }
}
