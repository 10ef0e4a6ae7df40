package dev.riffle.index;

import dev.riffle.CorruptRecordException;
import dev.riffle.OfRecordParts;
import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Kind;
import dev.riffle.example.internal.IndexKey;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.example.internal.KeyReader;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.io.internal.resume.ConcurrentReads;
import dev.riffle.scan.ParallelScan;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.IndexFileName;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Random access to the records of one or more files, by number or key. Record numbers begin at 0 and continue through
 * the files in the given order.
 *
 * <pre>{@code
 * try (RecordIndex index = RecordIndex.open(files)) {
 *     Bytes record = index.get(index.size() / 2);
 * }
 * }</pre>
 *
 * <p>{@link #open(List, IndexOptions)} uses index files, which avoid the scan of unchanged files. It reads only the
 * parts of an index file that a request needs. {@link #openSources} scans all sources, except containers, which contain
 * the places of their records, and keeps the sizes of all records in memory, typically two bytes for each. All open
 * indexes together keep the offsets of records that were used, up to an eighth of the heap.
 *
 * <p>The index maps uncompressed files until {@link #close()}, and a read allocates only the payload. If all files
 * together have more than 1 GiB, and more than half of the memory that the process may use, the index reads records
 * instead, because a fault on a mapped page reads up to some MiB from the disk. {@link IndexOptions#withoutMapping()}
 * and {@link IndexOptions#withMapping()} force one or the other.
 *
 * <p>Files must not change while an index of these files is open. An index returns the old records of an uncompressed
 * file even after the file was removed or replaced, or throws an {@link IOException}. It never returns records of the
 * new file.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordIndex implements Closeable {

    /** More mapped records would evict each other from the processor's cache. */
    private static final int MOST_MAPPED_AHEAD = 64;

    private static final int MOST_AHEAD = 256;

    /** The largest number of bytes to hold for records that a stream returns later. */
    private static final long MOST_BYTES = 4 << 20;

    private final IndexedFile[] files;
    private final FrameOffsets[] frames;

    /** The index file of each file that was opened with one. */
    private final List<BlockFile> indexFiles;

    /** The files that are mapped, or null for other files. */
    private final @Nullable RecordFile[] mapped;

    /** The number of the first record of each file, followed by the number of all records. */
    private final long[] firsts;

    /** The file of each record whose number has {@link #bucketBits} zeros at its end, followed by the last file. */
    private final int[] fileAt;

    private final int bucketBits;

    /** The files that are read by concurrent reads, or null for other files. */
    private final ConcurrentReads.@Nullable Source[] unmapped;

    private final ConcurrentReads reads;

    /** Whether all files are mapped or read by concurrent reads. Then the index gets single records and reads ahead. */
    private final boolean readsAhead;

    private final boolean hasUnmapped;

    private volatile boolean closed;

    private final Gaps[] gaps;

    /** The keys of each file; empty if the index has no keys. */
    private final KeyColumn[] keys;

    private final KeyHashing hashing;

    /** The proof of each file that was opened with an index file. */
    private final List<Optional<IndexProof>> proofs;

    /** The version of each source, or an empty text. */
    private final List<String> versions;

    private RecordIndex(List<OpenedFile> opened, IndexOpening opening) {
        this.files = opened.stream().map(OpenedFile::file).toArray(IndexedFile[]::new);
        this.frames = opened.stream().map(OpenedFile::frames).toArray(FrameOffsets[]::new);
        this.indexFiles =
                opened.stream().flatMap(each -> each.blocks().stream()).toList();
        this.gaps = opened.stream().map(OpenedFile::gaps).toArray(Gaps[]::new);
        this.keys = opened.stream().flatMap(each -> each.keys().stream()).toArray(KeyColumn[]::new);
        this.proofs = opened.stream().map(OpenedFile::proof).toList();
        this.versions = opened.stream().map(each -> each.version().orElse("")).toList();
        this.hashing = opening.hashing();
        this.reads = opening.reads();
        this.mapped = new RecordFile[files.length];
        this.unmapped = new ConcurrentReads.Source[files.length];
        boolean ahead = true;
        for (int i = 0; i < files.length; i++) {
            mapped[i] = files[i].mapped().orElse(null);
            unmapped[i] = files[i].unmapped().orElse(null);
            ahead &= readsAhead(i);
        }
        this.readsAhead = ahead;
        this.hasUnmapped = Arrays.stream(unmapped).anyMatch(Objects::nonNull);
        this.firsts = new long[files.length + 1];
        for (int i = 0; i < files.length; i++) {
            firsts[i + 1] = firsts[i] + frames[i].count();
        }
        // A bucket has at most as many records as a file of average size.
        this.bucketBits = Long.SIZE - Long.numberOfLeadingZeros(size() / Math.max(1, 2L * files.length));
        this.fileAt = new int[(int) (size() >>> bucketBits) + 2];
        int file = 0;
        for (int i = 0; i < fileAt.length; i++) {
            while (file + 1 < files.length && firsts[file + 1] <= (long) i << bucketBits) {
                file++;
            }
            fileAt[i] = file;
        }
    }

    /** Like {@link #open(List, IndexOptions)}, with the default options. */
    public static RecordIndex open(List<Path> files) throws IOException {
        return open(files, IndexOptions.defaults());
    }

    /**
     * Returns an index of these files. Uses each index file that is fresh or unproven; see {@link IndexState.Kind}.
     * Scans every other file and verifies each of its records. Ignores an index file that is stale, damaged or of
     * another version. A directory with OneFlow's part files counts as one file.
     *
     * @throws CorruptRecordException if a record is damaged and {@link IndexOptions#damage} fails at this damage
     * @throws dev.riffle.UnrecognizedFileException if a file holds no records
     * @throws IllegalArgumentException if a file is a stream, or its compression does not allow access points
     * @throws IOException if a file cannot be read; the message names it
     */
    public static RecordIndex open(List<Path> files, IndexOptions options) throws IOException {
        Argument.allPresent(files, "files");
        Argument.present(options, "options");
        return open(files, options, KeyHashing.STANDARD);
    }

    /** Like {@link #open(RecordSet, IndexOptions)}, with the default options. */
    public static RecordIndex open(RecordSet set) throws IOException {
        return open(set, IndexOptions.defaults());
    }

    /** Like {@link #open(List, IndexOptions)}, with the files of a set. */
    public static RecordIndex open(RecordSet set, IndexOptions options) throws IOException {
        return open(Argument.present(set, "set").files(), options);
    }

    /** Like {@link #open(ShardNames, IndexOptions)}, with the default options. */
    public static RecordIndex open(ShardNames names) throws IOException {
        return open(names, IndexOptions.defaults());
    }

    /** Like {@link #open(List, IndexOptions)}, with all files that have these names. */
    public static RecordIndex open(ShardNames names, IndexOptions options) throws IOException {
        return open(Argument.present(names, "names").paths(), options);
    }

    /** Like {@link #openSources(List, IndexOptions)}, with the default options. */
    public static RecordIndex openSources(List<ByteSource> sources) throws IOException {
        return openSources(sources, IndexOptions.defaults());
    }

    /**
     * Returns an index of these sources. Scans each source from beginning to end and verifies each record. The options
     * for index files have no effect. To keep an index of a source in a file, use {@link IndexFile#of(ByteSource,
     * Path)}.
     *
     * @throws CorruptRecordException if a record is damaged and {@link IndexOptions#damage} fails at this damage
     * @throws dev.riffle.UnrecognizedFileException if a source holds no records
     * @throws IllegalArgumentException if a source is a stream, or its compression does not allow access points
     * @throws IOException if a source cannot be read; the message names it
     */
    public static RecordIndex openSources(List<ByteSource> sources, IndexOptions options) throws IOException {
        Argument.allPresent(sources, "sources");
        Argument.present(options, "options");
        IndexOpening opening = new IndexOpening(options, KeyHashing.STANDARD);
        return new RecordIndex(opening.scan(sources), opening);
    }

    static RecordIndex open(List<Path> files, IndexOptions options, KeyHashing hashing) throws IOException {
        List<IndexFile> indexFiles = new ArrayList<>();
        for (Path file : files) {
            indexFiles.add(indexFile(file));
        }
        return ofIndexFiles(indexFiles, options, hashing);
    }

    /** Returns the index file of a file, or of a directory with OneFlow's parts. */
    private static IndexFile indexFile(Path file) throws IOException {
        return Files.isDirectory(file)
                ? IndexFile.of(OfRecordParts.in(file).source(), IndexFileName.of(file))
                : IndexFile.of(file);
    }

    static RecordIndex ofIndexFiles(List<IndexFile> files, IndexOptions options, KeyHashing hashing)
            throws IOException {
        IndexOpening opening = new IndexOpening(options, hashing);
        return new RecordIndex(opening.open(files), opening);
    }

    /**
     * Returns the number of records in these files. Reads the header of each index file that is fresh or unproven; see
     * {@link IndexFile#count}. Reads the number in each container that has random access. Scans every other file and
     * verifies each of its records.
     *
     * @throws IOException like {@link #open(List)}
     */
    public static long count(List<Path> files) throws IOException {
        Argument.allPresent(files, "files");
        long count = 0;
        for (Path file : files) {
            IndexFile indexFile = indexFile(file);
            OptionalLong known = indexFile.count();
            count += known.isPresent()
                    ? known.getAsLong()
                    : count(indexFile.data().source());
        }
        return count;
    }

    /** Like {@link #count(List)}, with the files of a set. */
    public static long count(RecordSet set) throws IOException {
        return count(Argument.present(set, "set").files());
    }

    /** Like {@link #count(List)}, with all files that have these names. */
    public static long count(ShardNames names) throws IOException {
        return count(Argument.present(names, "names").paths());
    }

    private static long count(ByteSource source) throws IOException {
        RecordFormat format =
                BuiltIndex.Content.of(source, RecordReaderOptions.defaults()).format();
        if (!format.isContainer()) {
            return ParallelScan.of(source).count();
        }
        try (RecordFile container = RecordFile.open(source, format)) {
            return container.count().orElseThrow();
        }
    }

    /** Returns the number of records. */
    public long size() {
        return firsts[files.length];
    }

    /**
     * Returns a copy of the verified payload of a record.
     *
     * @param index the number of the record, from 0
     * @throws CorruptRecordException if the record is damaged; if a scan shows that an earlier record is damaged, the
     *     exception describes that record
     * @throws StaleIndexException if the file has another record at the offset in its index file, or none
     * @throws IOException if the file cannot be read
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     * @throws IllegalStateException if the index is closed
     */
    public Bytes get(long index) throws IOException {
        return get(index, null);
    }

    /** Like {@link #get(long)}, with the place of the record, or null if it is unknown. */
    Bytes get(long index, @Nullable ByteRange place) throws IOException {
        checkOpen();
        int file = fileOf(index);
        long record = index - firsts[file];
        return get(file, record, place != null ? place : frame(file, record));
    }

    private Bytes get(int file, long record, ByteRange frame) throws IOException {
        Bytes payload;
        try {
            payload = files[file].file().get(frame, record);
        } catch (IOException e) {
            throw reason(file, e);
        }
        checkSize(file, record, frame, payload);
        return payload;
    }

    /** Returns the reason why a record cannot be read, such as damage or a stale index file. */
    private IOException reason(int file, IOException e) throws IOException {
        Optional<IndexProof> proof = proofs.get(file);
        if (proof.isPresent() && e instanceof UnusableIndexException damaged) {
            return proof.get().stale(String.valueOf(damaged.getMessage()), damaged);
        }
        return proof.isPresent() && e instanceof CorruptRecordException damage
                ? proof.get().reason(damage)
                : e;
    }

    private void checkSize(int file, long record, ByteRange frame, Bytes payload) throws IOException {
        if (files[file].format().isContainer()) {
            return;
        }
        long expected = frame.length() - files[file].overheadBytes();
        if (payload.size() != expected) {
            throw changed(file, record, frame.offset(), "expected " + expected + " bytes, found " + payload.size());
        }
    }

    /** Returns the exception for an intact record that differs from the index. */
    private IOException changed(int file, long record, long offset, String difference) {
        String text = "record " + record + " at offset " + offset + ": " + difference;
        return proofs.get(file)
                .<IOException>map(proof -> proof.stale(text, null))
                .orElseGet(() -> new IOException(
                        files[file].name() + ": " + text + "; the file has changed; open the index again"));
    }

    /** Returns the place of a record by its number in all files. */
    private ByteRange frame(long index) throws IOException {
        int file = fileOf(index);
        return frame(file, index - firsts[file]);
    }

    /** Returns the place of a record. */
    ByteRange frame(int file, long record) throws IOException {
        try {
            return frames[file].frame(record);
        } catch (UnusableIndexException e) {
            throw reason(file, e);
        }
    }

    /**
     * Returns the payloads of several records, in the order of {@code indices}. This is faster than one call for each
     * record, because the memory accesses or the reads overlap. Remote storage receives one request for records that
     * are near each other.
     *
     * @throws IOException if a record cannot be read; see {@link #get}
     */
    public List<Bytes> getAll(long... indices) throws IOException {
        Argument.present(indices, "indices");
        checkOpen();
        return readsAhead ? ahead(indices) : fromStorage(indices, frames(indices));
    }

    private List<ByteRange> frames(long[] indices) throws IOException {
        List<ByteRange> places = new ArrayList<>(indices.length);
        for (long index : indices) {
            places.add(frame(index));
        }
        return places;
    }

    private List<Bytes> ahead(long[] indices) throws IOException {
        List<Bytes> payloads = new ArrayList<>(indices.length);
        ReadAhead records = new ReadAhead(this, i -> indices[(int) i], indices.length);
        for (int i = 0; i < indices.length; i++) {
            payloads.add(records.next());
        }
        return payloads;
    }

    /** Reads the records of each file together. */
    private List<Bytes> fromStorage(long[] indices, List<ByteRange> places) throws IOException {
        Bytes[] payloads = new Bytes[indices.length];
        Map<Integer, List<Integer>> positionsOfFile = new TreeMap<>();
        for (int i = 0; i < indices.length; i++) {
            positionsOfFile
                    .computeIfAbsent(fileOf(indices[i]), file -> new ArrayList<>())
                    .add(i);
        }
        for (Map.Entry<Integer, List<Integer>> entry : positionsOfFile.entrySet()) {
            int file = entry.getKey();
            List<Integer> positions = entry.getValue();
            long[] wanted = positions.stream().mapToLong(i -> indices[i]).toArray();
            List<Bytes> read = readsAhead(file)
                    ? ahead(wanted)
                    : fromStorage(
                            file, wanted, positions.stream().map(places::get).toList());
            for (int i = 0; i < wanted.length; i++) {
                payloads[positions.get(i)] = read.get(i);
            }
        }
        return Arrays.asList(payloads);
    }

    private List<Bytes> fromStorage(int file, long[] indices, List<ByteRange> places) throws IOException {
        long[] records = Arrays.stream(indices).map(i -> i - firsts[file]).toArray();
        List<Bytes> read;
        try {
            read = files[file].file().getAll(places, records);
        } catch (IOException e) {
            throw reason(file, e);
        }
        for (int i = 0; i < records.length; i++) {
            checkSize(file, records[i], places.get(i), read.get(i));
        }
        return read;
    }

    /**
     * Returns the records from {@code from} to at most {@code to}, exclusive, that fit into one request. Returns at
     * least one record.
     */
    List<Bytes> some(long from, long to) throws IOException {
        checkOpen();
        List<ByteRange> places = new ArrayList<>();
        long bytes = 0;
        for (long i = from; i < to; i++) {
            ByteRange place = frame(i);
            bytes += place.length();
            if (i > from && bytes > MOST_BYTES) {
                break;
            }
            places.add(place);
        }
        return fromStorage(LongStream.range(from, from + places.size()).toArray(), places);
    }

    /** Returns whether all files are mapped or read by concurrent reads. */
    boolean readsAhead() {
        return readsAhead;
    }

    private boolean readsAhead(int file) {
        return unmapped[file] != null || mapped[file] != null;
    }

    /**
     * Returns the number of records to {@linkplain #readAhead read ahead} before a caller gets the first of them: 64,
     * or 256 if a file is not mapped, because reads take longer than accesses to memory.
     */
    public int recordsAhead() {
        return hasUnmapped ? MOST_AHEAD : MOST_MAPPED_AHEAD;
    }

    /**
     * Loads records of mapped files into the processor cache. Begins to read records of other files on this computer,
     * up to some MiB, so that a later call of {@link #get} only waits for the end of the read. Some dozens of records
     * in one call are best. Has no effect on compressed files, containers and remote storage.
     */
    public void readAhead(long... indices) {
        Argument.present(indices, "indices");
        placesAhead(indices);
    }

    /**
     * Begins to read records, like {@link #readAhead}. Returns the place of each record, or null if the index file is
     * damaged there. The read of the record reports this damage.
     */
    @Nullable
    ByteRange[] placesAhead(long[] indices) {
        @Nullable ByteRange[] places = new ByteRange[indices.length];
        RecordFile[] near = new RecordFile[indices.length];
        int nearFiles = 0;
        int[] inFile = new int[indices.length];
        long[] from = new long[indices.length];
        long[] to = new long[indices.length];
        int count = 0;
        List<ConcurrentReads.Source> stored = new ArrayList<>();
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < indices.length; i++) {
            int file = fileOf(indices[i]);
            RecordFile inMemory = mapped[file];
            ConcurrentReads.Source source = unmapped[file];
            if (inMemory == null && source == null) {
                continue;
            }
            ByteRange place;
            try {
                place = frame(file, indices[i] - firsts[file]);
            } catch (IOException damagedIndex) {
                continue;
            }
            places[i] = place;
            if (inMemory != null) {
                if (nearFiles == 0 || near[nearFiles - 1] != inMemory) {
                    near[nearFiles++] = inMemory;
                }
                inFile[count] = nearFiles - 1;
                from[count] = place.offset();
                to[count] = place.end();
                count++;
            } else if (source != null) {
                stored.add(source);
                ranges.add(place);
            }
        }
        if (!stored.isEmpty()) {
            reads.readAhead(stored, ranges);
        }
        RecordFile.touchAll(
                Arrays.copyOf(near, nearFiles),
                count == inFile.length ? inFile : Arrays.copyOf(inFile, count),
                from,
                to);
        return places;
    }

    /**
     * Returns the payloads of the records from {@code from} to {@code to}, exclusive, in order, with read-ahead. The
     * stream throws an {@link java.io.UncheckedIOException} if a record cannot be read.
     *
     * @throws IndexOutOfBoundsException if the range exceeds the index
     */
    public Stream<Bytes> range(long from, long to) {
        Argument.range(from, to, size(), "records");
        return StreamSupport.stream(
                Spliterators.spliterator(
                        new RecordRange(this, from, to),
                        to - from,
                        Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                false);
    }

    /**
     * Returns the number of the first record whose key feature has this bytes value; empty if no record has this key.
     * Before an empty result, the index {@linkplain #confirm() confirms} its files. It confirms an {@linkplain
     * IndexState.Kind#UNPROVEN unproven} file without this key before it searches the next file.
     *
     * @throws StaleIndexException if an index file does not match the keys of its data file
     * @throws IllegalStateException if the index has no keys or is closed
     * @throws IllegalArgumentException if records have keys, but none of this kind; see {@link #keyKinds()}
     * @throws IOException if a record that may have the key cannot be read
     */
    public OptionalLong find(Bytes key) throws IOException {
        Argument.present(key, "key");
        return LongStream.of(find(IndexKey.of(key), 1)).findFirst();
    }

    /** Like {@link #find(Bytes)}, with an int64 key. */
    public OptionalLong find(long key) throws IOException {
        return LongStream.of(find(IndexKey.of(key), 1)).findFirst();
    }

    /**
     * Returns the verified payload of the first record with this key; empty if no record has it. Combines {@link
     * #find(Bytes)} and {@link #get(long)}.
     *
     * @throws IllegalStateException if the index has no keys or is closed
     * @throws IllegalArgumentException if records have keys, but none of this kind; see {@link #keyKinds()}
     * @throws IOException if the record, or another record that may have the key, cannot be read
     */
    public Optional<Bytes> findRecord(Bytes key) throws IOException {
        Argument.present(key, "key");
        OptionalLong found = find(key);
        return found.isPresent() ? Optional.of(get(found.getAsLong())) : Optional.empty();
    }

    /** Like {@link #findRecord(Bytes)}, with an int64 key. */
    public Optional<Bytes> findRecord(long key) throws IOException {
        OptionalLong found = find(key);
        return found.isPresent() ? Optional.of(get(found.getAsLong())) : Optional.empty();
    }

    /** Returns the numbers of all records with this bytes key, ascending; see {@link #find(Bytes)}. */
    public long[] findAll(Bytes key) throws IOException {
        Argument.present(key, "key");
        return find(IndexKey.of(key), Long.MAX_VALUE);
    }

    /** Like {@link #findAll(Bytes)}, with an int64 key. */
    public long[] findAll(long key) throws IOException {
        return find(IndexKey.of(key), Long.MAX_VALUE);
    }

    /**
     * Finds records by the hash of the key, and compares their keys, because different keys can have equal hashes.
     */
    private long[] find(IndexKey key, long most) throws IOException {
        checkOpen();
        if (keys.length < files.length) {
            throw new IllegalStateException("the index has no keys; open it with IndexOptions.key");
        }
        if (withKey() > 0 && Arrays.stream(keys).noneMatch(column -> column.has(key.kind()))) {
            confirm();
            throw new IllegalArgumentException("expected a key of kind "
                    + IndexKey.nameOf(key.kind() == IndexKey.BYTES ? IndexKey.INT64 : IndexKey.BYTES)
                    + ", like all values of the feature \"" + keys[0].feature() + "\", found a key of kind "
                    + IndexKey.nameOf(key.kind()) + ": " + key);
        }
        long hash = key.hash(hashing);
        LongStream.Builder found = LongStream.builder();
        long count = 0;
        for (int file = 0; file < files.length && count < most; file++) {
            long before = count;
            KeyColumn column = keys[file];
            KeyReader reader = new KeyReader(column.feature(), files[file].format(), hashing);
            try {
                for (long i = column.first(hash); count < most && column.isAt(i, hash); i++) {
                    long record = column.record(i, frames[file].count());
                    ByteRange frame = frame(file, record);
                    if (reader.has(get(file, record, frame), key)) {
                        found.add(firsts[file] + record);
                        count++;
                    } else if (reader.kind() == 0 || reader.hash() != hash) {
                        throw changed(file, record, frame.offset(), "expected another key");
                    }
                }
            } catch (UnusableIndexException e) {
                throw reason(file, e);
            }
            Optional<IndexProof> proof = proofs.get(file);
            if (count == before && proof.isPresent() && proof.get().isUnproven()) {
                proof.get().confirm();
            }
        }
        if (count == 0) {
            confirm();
        }
        return found.build().toArray();
    }

    /**
     * Confirms that the index files describe all records of their data files. Scans each data file whose change time or
     * inode differs from its index file, and returns immediately for other files. Scans a file again only if its
     * attributes have changed since the last scan. A copy, a new link and new permissions also change these attributes.
     * Without this method, {@link #size()}, the numbers of records and the completeness of {@link #findAll} depend on
     * the size, the time and the samples of such a file.
     *
     * @throws StaleIndexException if an index file does not match
     * @throws CorruptRecordException if a data file is damaged
     */
    public void confirm() throws IOException {
        checkOpen();
        for (Optional<IndexProof> proof : proofs) {
            if (proof.isPresent()) {
                proof.get().confirm();
            }
        }
    }

    /**
     * Returns the number of records without the key feature, or without exactly one value in it. Returns the number of
     * all records if the index has no keys.
     */
    public long withoutKey() {
        return size() - withKey();
    }

    private long withKey() {
        return Arrays.stream(keys).mapToLong(KeyColumn::count).sum();
    }

    /**
     * Returns the kinds of the keys: {@link Kind#BYTES}, {@link Kind#INT64}, or both. INT64 includes OneFlow's int32
     * keys. Empty if no record has a key.
     */
    public Set<Kind> keyKinds() {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (KeyColumn column : keys) {
            if (column.has(IndexKey.BYTES)) {
                kinds.add(Kind.BYTES);
            }
            if (column.has(IndexKey.INT64)) {
                kinds.add(Kind.INT64);
            }
        }
        return kinds;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the index is closed");
        }
    }

    /** Throws {@link StaleIndexException} if a block with the places of records is damaged. */
    void checkPlaces() throws IOException {
        for (long i = 0; i < size(); i += SizeColumn.BLOCK_RECORDS) {
            place(i);
        }
    }

    /**
     * Returns the format of the file with a record.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public RecordFormat format(long index) {
        return files[fileOf(index)].format();
    }

    /**
     * Returns the number of a record in its file, from 0. Each damaged region before the record counts as one record,
     * as in a {@link dev.riffle.RecordReader}.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public long numberInFile(long index) {
        int file = fileOf(index);
        long record = index - firsts[file];
        return record + gaps[file].before(record);
    }

    /**
     * Returns the file of a record and the offset of the record in that file in uncompressed bytes, for messages.
     *
     * @throws StaleIndexException if the index file is damaged
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public SourcePart place(long index) throws IOException {
        return new SourcePart(files[fileOf(index)].name(), frame(index).offset());
    }

    /**
     * Returns the number of the file with a record, from 0 in the given order.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public int fileOf(long index) {
        Argument.index(index, size(), "index", "records");
        if (files.length == 1) {
            return 0;
        }
        int bucket = (int) (index >>> bucketBits);
        if (fileAt[bucket] == fileAt[bucket + 1]) {
            return fileAt[bucket];
        }
        int found = Arrays.binarySearch(firsts, fileAt[bucket], fileAt[bucket + 1] + 1, index);
        if (found < 0) {
            return -found - 2;
        }
        while (frames[found].count() == 0) {
            found++;
        }
        return found;
    }

    /**
     * Returns the damaged regions that the scans of the files skipped, in the order of the files. Empty unless {@link
     * IndexOptions#damage} skips damage or stops at a torn tail. A torn tail is the last region of its file.
     */
    public List<SkippedRegion> damagedRegions() {
        return Arrays.stream(gaps).flatMap(file -> file.regions().stream()).toList();
    }

    /**
     * Returns the number of damaged regions before a record, in its file and in all earlier files.
     *
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #size()}
     */
    public long regionsBefore(long index) {
        int file = fileOf(index);
        long before = gaps[file].before(index - firsts[file]);
        for (int i = 0; i < file; i++) {
            before += gaps[i].regions().size();
        }
        return before;
    }

    /** Returns the names of the files, in order. */
    public List<String> names() {
        return Arrays.stream(files).map(IndexedFile::name).toList();
    }

    /**
     * Returns a fingerprint that distinguishes this index from indexes of other files. The fingerprint is a checksum of
     * 16 hexadecimal digits over the file names without directories, the sizes, the record numbers, and the {@link
     * ByteSource#version} of sources that have one. The fingerprint does not cover the content of the files.
     */
    public String fingerprint() {
        return IndexFingerprint.of(files, frames, versions);
    }

    /**
     * Checks that all files exist and have the sizes in the index, and that sources with a {@link ByteSource#version}
     * still have it.
     *
     * @throws IOException if a file is missing, or has another size or version; the message names the first such file
     */
    public void checkUnchanged() throws IOException {
        for (IndexedFile file : files) {
            if (file.hasChanged()) {
                throw new IOException(file.name() + ": expected " + file.size()
                        + " bytes as in the index, found another size or version; index it again");
            }
        }
    }

    /** Closes the files. Idempotent. */
    @Override
    public void close() {
        closed = true;
        for (IndexedFile file : files) {
            file.close();
        }
        for (FrameOffsets each : frames) {
            each.close();
        }
        indexFiles.forEach(BlockFile::close);
        reads.close();
    }
}
