package dev.riffle.index;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.internal.IndexFileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Builds and checks the index file of one data file: {@code .NAME.index} next to {@code NAME}, or any path for a source
 * that is not a file. An index file contains the sizes of all records, optional keys, and a fingerprint of the data
 * file to detect a stale index. It appears complete or not at all, even if several processes write it in parallel.
 * {@link RecordIndex#open(List, IndexOptions)} uses index files.
 *
 * <pre>{@code
 * IndexFile index = IndexFile.of(Path.of("train.tfrecord"));
 * if (index.check().kind() != IndexState.Kind.FRESH) {
 *     index.build(IndexOptions.defaults().key("id"));
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. Each result describes the files at the moment of the call.
 *
 * @since 0.1
 */
public final class IndexFile {

    private final DataFile data;
    private final Path path;

    private IndexFile(DataFile data, Path path) {
        this.data = data;
        this.path = path;
    }

    /**
     * Returns the index file of a data file; neither file needs to exist.
     *
     * @throws IllegalArgumentException if the path has no file name
     */
    public static IndexFile of(Path data) {
        Argument.present(data, "data");
        if (data.getFileName() == null) {
            throw new IllegalArgumentException("a data file must have a name: " + data);
        }
        return new IndexFile(new DataFile(ByteSource.of(data), data), IndexFileName.of(data));
    }

    /**
     * Returns the index file of a source that is not a file, such as an object of remote storage. The index file also
     * contains the {@link ByteSource#version} of the source, if the source has one. It is stale if the source has
     * another version, or if the source has no version and its size or its sampled bytes have changed. Only the owner
     * can read a new index file.
     *
     * @param data the source, which must have a size
     * @param file the path of the index file, which need not exist
     */
    public static IndexFile of(ByteSource data, Path file) {
        Argument.present(data, "data");
        Argument.present(file, "file");
        return new IndexFile(new DataFile(data, null), file);
    }

    /** Returns the path of the index file, which need not exist. */
    public Path path() {
        return path;
    }

    /**
     * Returns an index of the data file, like {@link RecordIndex#open(List, IndexOptions)}. Uses this index file if it
     * is fresh or unproven. Otherwise scans the data file and verifies each record.
     *
     * @throws IOException if the data file cannot be read
     */
    public RecordIndex open(IndexOptions options) throws IOException {
        Argument.present(options, "options");
        return RecordIndex.ofIndexFiles(List.of(this), options, KeyHashing.STANDARD);
    }

    DataFile data() {
        return data;
    }

    /** Returns the difference between the index file and the data file, or null if they match. */
    @Nullable
    String difference(IndexFileCodec side) throws IOException {
        return data.difference(side.header().fingerprint(), side.version());
    }

    /**
     * Scans the data file and returns the difference between its records and the index file, or null if they match.
     */
    @Nullable
    String difference(IndexHeader header, Optional<Bytes> digest, IndexOptions options) throws IOException {
        BuiltIndex.Wanted wanted =
                BuiltIndex.Wanted.of(options.withoutKey().damage(DamagePolicy.FAIL), KeyHashing.STANDARD);
        BuiltIndex now;
        try (OperationProgress progress = OperationProgress.of(options.progress(), List.of(data.source()))) {
            now = scan(data.source(), wanted, progress);
        }
        if (!header.section(IndexSection.SIZES).equals(Optional.of(now.sizes().section()))) {
            return "the sizes of records have changed";
        }
        return digest.isEmpty() || digest.equals(now.digest()) ? null : "the payloads of records have changed";
    }

    /**
     * Reads the complete index file and returns whether it matches the attributes and samples of the data file.
     *
     * @throws NoSuchFileException if the data file does not exist
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if the data file is a stream
     */
    public IndexState check() throws IOException {
        return state(Optional.empty());
    }

    /**
     * Like {@link #check()}. Also scans the data file, verifies each record and compares all records with the index
     * file, so the result is never {@link IndexState.Kind#UNPROVEN}.
     *
     * @throws dev.riffle.CorruptRecordException if a record is damaged
     */
    public IndexState verify(IndexOptions options) throws IOException {
        Argument.present(options, "options");
        return state(Optional.of(options));
    }

    private IndexState state(Optional<IndexOptions> scanning) throws IOException {
        data.requireStored();
        try (IndexFileCodec side = IndexFileCodec.open(path)) {
            String difference = difference(side);
            if (difference != null) {
                return new IndexState(IndexState.Kind.STALE, difference);
            }
            side.verify();
            if (scanning.isPresent()) {
                difference = difference(side.header(), side.digest(), scanning.get());
                return difference == null
                        ? new IndexState(IndexState.Kind.FRESH, "")
                        : new IndexState(IndexState.Kind.STALE, difference);
            }
            return data.state().mayDiffer(side.stamp())
                    ? new IndexState(
                            IndexState.Kind.UNPROVEN,
                            "the change time or the inode of the file differs from the index; size, time and samples"
                                    + " are equal")
                    : new IndexState(IndexState.Kind.FRESH, "");
        } catch (UnusableIndexException e) {
            return new IndexState(IndexState.Kind.UNUSABLE, String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            data.requireStored();
            return new IndexState(IndexState.Kind.MISSING, "");
        }
    }

    /**
     * Returns the number of records in the data file from the header of the index file; empty if the index file is not
     * usable. If {@link #check()} returns {@link IndexState.Kind#UNPROVEN}, the number rests on the size, the time and
     * the samples of the data file.
     *
     * @throws NoSuchFileException if the data file does not exist
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if the data file is a stream
     */
    public OptionalLong count() throws IOException {
        data.requireStored();
        try (IndexFileCodec side = IndexFileCodec.open(path)) {
            return difference(side) == null ? OptionalLong.of(side.header().count()) : OptionalLong.empty();
        } catch (UnusableIndexException | NoSuchFileException e) {
            data.requireStored();
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the name of the key feature in the index file; empty without keys or if the index file is not usable.
     *
     * @throws IOException if a file cannot be read
     */
    public Optional<String> keyFeature() throws IOException {
        try (IndexFileCodec side = IndexFileCodec.open(path)) {
            return side.keyFeature();
        } catch (UnusableIndexException | NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Scans the data file, verifies each record, and writes or replaces the index file. An index file describes an
     * intact file, so this method ignores {@link IndexOptions#damage}.
     *
     * @throws dev.riffle.CorruptRecordException if a record is damaged; then the index file does not change
     * @throws dev.riffle.UnrecognizedFileException if the file is not a record file
     * @throws IllegalArgumentException if the file is a stream or a container, or its compression does not allow access
     *     points
     * @throws IOException if the data file cannot be read or changes during the scan, or the index file cannot be
     *     written; with keys, also if a record is not an Example, a SequenceExample or an OFRecord
     */
    public IndexReport build(IndexOptions options) throws IOException {
        Argument.present(options, "options");
        try (OperationProgress progress = OperationProgress.of(options.progress(), List.of(data.source()));
                KeyRuns runs = new KeyRuns(path, options)) {
            BuiltIndex.Wanted wanted =
                    new BuiltIndex.Wanted(options.damage(DamagePolicy.FAIL), KeyHashing.STANDARD, Optional.of(runs));
            DataFile.State before = data.state();
            return write(scan(data.source(), wanted, progress), before);
        }
    }

    /** Scans the data file, which must not change during the scan. */
    BuiltIndex scan(ByteSource source, BuiltIndex.Wanted wanted, OperationProgress progress) throws IOException {
        DataFile.State before = data.state();
        BuiltIndex.Content content =
                BuiltIndex.Content.of(source, wanted.options().reading());
        checkIndexable(source, content.format());
        BuiltIndex built = BuiltIndex.of(source, wanted, content, progress);
        requireSame(before);
        return built;
    }

    /** Throws if an index file would repeat what the data file contains. */
    static void checkIndexable(ByteSource data, RecordFormat format) {
        if (format.isContainer()) {
            throw new IllegalArgumentException(data.name() + ": a file of the format " + format.title()
                    + " needs no index file; RecordIndex opens it without one");
        }
    }

    /** Returns whether a writer has appended to the data file since its state was {@code before}. */
    boolean hasGrown(DataFile.State before) throws IOException {
        DataFile.State now = data.state();
        return now.size() > before.size()
                && now.fileKey().equals(before.fileKey())
                && now.version().equals(before.version());
    }

    void requireSame(DataFile.State before) throws IOException {
        if (!data.state().hasSameContent(before)) {
            throw new IOException(
                    data.source().name() + ": changed during the scan; index it again when no program writes to it");
        }
    }

    /** Writes the index file of a data file that has not changed since the scan began. */
    IndexReport write(BuiltIndex built, DataFile.State before) throws IOException {
        FileFingerprint fingerprint = data.fingerprint(built.samples());
        requireSame(before);
        long bytes = IndexFileWriter.write(data, path, built, fingerprint, before);
        long count = built.sizes().count();
        return new IndexReport(
                path,
                count,
                bytes,
                built.keys().map(KeyColumn::feature),
                count - built.keys().map(KeyColumn::count).orElse(0L));
    }

    /**
     * Writes the offsets as text, with a line for each record. A line has the offset and the size of the frame, in
     * decimal digits with a space between. For a compressed file, both count uncompressed bytes. The method uses a
     * fresh index file. Without one, it scans the data file.
     *
     * @return number of records
     * @throws IOException if the data file cannot be read or the text cannot be written
     */
    public long exportText(ByteSink text) throws IOException {
        return exportText(text, IndexOptions.defaults());
    }

    /** Like {@link #exportText(ByteSink)}, with options for reading the data file. */
    public long exportText(ByteSink text, IndexOptions options) throws IOException {
        Argument.present(text, "text");
        Argument.present(options, "options");
        try (RecordIndex index = open(options)) {
            index.confirm();
            return OffsetText.write(index, text);
        } catch (StaleIndexException e) {
            options.note(String.valueOf(e.getMessage()));
        }
        try (RecordIndex index = RecordIndex.openSources(List.of(data.source()), options)) {
            return OffsetText.write(index, text);
        }
    }

    /**
     * Compares each line of the text form of {@link #exportText} with the data file, and writes the index file. The
     * lines must list all frames from the beginning of the file to its end, and each header must state the size in its
     * line. The method does not read payloads.
     *
     * @throws IllegalArgumentException if the data file is compressed or a container
     * @throws IOException if a line is wrong, or a file cannot be read or written; the message names the line and the
     *     expected value
     */
    public IndexReport importText(ByteSource text) throws IOException {
        Argument.present(text, "text");
        DataFile.State before = data.state();
        BuiltIndex built = OffsetText.read(data.source(), text);
        return write(built, before);
    }

    /** Deletes the index file and returns whether it existed. */
    public boolean remove() throws IOException {
        return Files.deleteIfExists(path);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
