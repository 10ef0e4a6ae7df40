package dev.riffle.index;

import dev.riffle.example.internal.KeyHashing;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.internal.IndexFileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds and checks the index file of one data file: {@code .NAME.index} next to {@code NAME}. An index file contains
 * the sizes of all records, optional keys, and a fingerprint of the data file to detect a stale index. It appears
 * complete or not at all, even if several processes write it in parallel. {@link RecordIndex#open(List, IndexOptions)}
 * uses index files.
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

    private final Path data;

    private IndexFile(Path data) {
        this.data = data;
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
        return new IndexFile(data);
    }

    /** Returns the path of the index file, which need not exist. */
    public Path path() {
        return IndexFileName.of(data);
    }

    /**
     * Reads the complete index file and returns whether it matches the data file.
     *
     * @throws NoSuchFileException if the data file does not exist
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if the data file is a stream
     */
    public IndexState check() throws IOException {
        requireData();
        try (IndexFileCodec side = IndexFileCodec.open(path())) {
            String difference = side.header().fingerprint().difference(data);
            if (difference != null) {
                return new IndexState(IndexState.Kind.STALE, difference);
            }
            side.verify();
            return new IndexState(IndexState.Kind.FRESH, "");
        } catch (UnusableIndexException e) {
            return new IndexState(IndexState.Kind.UNUSABLE, String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            requireData();
            return new IndexState(IndexState.Kind.MISSING, "");
        }
    }

    private void requireData() throws IOException {
        if (ByteSource.of(data).size().isEmpty()) {
            throw new IllegalArgumentException(data + ": a stream cannot be indexed; write it to a file first");
        }
    }

    /**
     * Returns the number of records in the data file from the header of the index file; empty if the index file is not
     * usable.
     *
     * @throws NoSuchFileException if the data file does not exist
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if the data file is a stream
     */
    public OptionalLong count() throws IOException {
        requireData();
        try (IndexFileCodec side = IndexFileCodec.open(path())) {
            return side.header().fingerprint().difference(data) == null
                    ? OptionalLong.of(side.header().count())
                    : OptionalLong.empty();
        } catch (UnusableIndexException | NoSuchFileException e) {
            requireData();
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the name of the key feature in the index file; empty without keys or if the index file is not usable.
     *
     * @throws IOException if a file cannot be read
     */
    public Optional<String> keyFeature() throws IOException {
        try (IndexFileCodec side = IndexFileCodec.open(path())) {
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
     * @throws IllegalArgumentException if the file is a stream, or its compression does not allow access points
     * @throws IOException if the data file cannot be read or changes during the scan, or the index file cannot be
     *     written; with keys, also if a record is not an Example, a SequenceExample or an OFRecord
     */
    public IndexReport build(IndexOptions options) throws IOException {
        Argument.present(options, "options");
        ByteSource source = ByteSource.of(data);
        BuiltIndex.Wanted wanted =
                BuiltIndex.Wanted.of(options, KeyHashing.STANDARD).failing();
        try (OperationProgress progress = OperationProgress.of(options.progress(), List.of(source))) {
            BasicFileAttributes before = attributes();
            return write(scan(source, wanted, progress), before);
        }
    }

    /** Scans the data file, which must not change during the scan. */
    BuiltIndex scan(ByteSource source, BuiltIndex.Wanted wanted, OperationProgress progress) throws IOException {
        BasicFileAttributes before = attributes();
        BuiltIndex built = BuiltIndex.of(source, wanted, progress);
        requireSame(before, attributes());
        return built;
    }

    /** Returns whether a writer has appended to the data file since its attributes were {@code before}. */
    boolean hasGrown(BasicFileAttributes before) throws IOException {
        BasicFileAttributes now = attributes();
        return now.size() > before.size() && Objects.equals(now.fileKey(), before.fileKey());
    }

    void requireSame(BasicFileAttributes before, BasicFileAttributes now) throws IOException {
        if (before.size() != now.size() || !before.lastModifiedTime().equals(now.lastModifiedTime())) {
            throw new IOException(data + ": changed during the scan; index it again when no program writes to it");
        }
    }

    BasicFileAttributes attributes() throws IOException {
        requireData();
        return FileFingerprint.attributes(data);
    }

    /** Writes the index file of a data file that has not changed since the scan began. */
    IndexReport write(BuiltIndex built, BasicFileAttributes before) throws IOException {
        FileFingerprint fingerprint = FileFingerprint.of(data, built.samples());
        requireSame(before, attributes());
        long bytes = IndexFileCodec.write(data, path(), built, fingerprint);
        long count = built.sizes().count();
        return new IndexReport(
                path(),
                count,
                bytes,
                built.keys().map(KeyColumn::feature),
                count - built.keys().map(KeyColumn::count).orElse(0));
    }

    /**
     * Writes the offsets as text, with a line for each record. A line has the offset and the size of the frame, in
     * decimal digits with a space between. For a compressed file, both count uncompressed bytes. The method uses a
     * fresh index file; without one, it scans the data file.
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
        try (RecordIndex index = RecordIndex.open(List.of(data), options)) {
            return OffsetText.write(index, text);
        }
    }

    /**
     * Compares each line of the text form of {@link #exportText} with the data file, and writes the index file. The
     * lines must list all frames from the beginning of the file to its end, and each header must state the size in its
     * line. The method does not read payloads.
     *
     * @throws IllegalArgumentException if the data file is compressed
     * @throws IOException if a line is wrong, or a file cannot be read or written; the message names the line and the
     *     expected value
     */
    public IndexReport importText(ByteSource text) throws IOException {
        Argument.present(text, "text");
        BasicFileAttributes before = attributes();
        BuiltIndex built = OffsetText.read(ByteSource.of(data), text);
        return write(built, before);
    }

    /** Deletes the index file and returns whether it existed. */
    public boolean remove() throws IOException {
        return Files.deleteIfExists(path());
    }

    @Override
    public String toString() {
        return path().toString();
    }
}
