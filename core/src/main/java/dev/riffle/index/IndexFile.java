package dev.riffle.index;

import dev.riffle.example.internal.KeyHashing;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
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
 * The side file of one data file: {@code .NAME.index} beside {@code NAME}. It has the sizes of all records, perhaps keys, and
 * a fingerprint of the data file by which a stale one is noticed. It appears whole or not at all, also where several processes
 * write it at once. {@link RecordIndex#open(List, IndexOptions)} uses it.
 *
 * <p>Immutable; what it tells is so at the moment of the call.
 */
public final class IndexFile {

    private final Path data;

    private IndexFile(Path data) {
        this.data = data;
    }

    /** The side file of a data file; neither need be there. */
    public static IndexFile of(Path data) {
        if (data.getFileName() == null) {
            throw new IllegalArgumentException("a data file must have a name: " + data);
        }
        return new IndexFile(data);
    }

    /** Where the side file is, or would be. */
    public Path path() {
        return IndexFileName.of(data);
    }

    /**
     * Looks at all of it, and whether the data file is as it was.
     *
     * @throws NoSuchFileException if there is no data file
     * @throws IOException if a file cannot be read
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
     * How many records the data file has, by the header of the side file alone; empty if that cannot be used.
     *
     * @throws NoSuchFileException if there is no data file
     * @throws IOException if a file cannot be read
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
     * The feature whose values are the keys in the side file; empty if there is none or it cannot be used.
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
     * Walks the data file, verifies each record and writes the side file in the place of an older one.
     *
     * @throws dev.riffle.CorruptRecordException if a record is damaged; nothing is written
     * @throws dev.riffle.UnrecognizedFileException if the file holds no records
     * @throws IllegalArgumentException if the file cannot be indexed
     * @throws IOException if the file cannot be read, changes meanwhile, the side file cannot be written, or keys are
     *     wanted and a record is no Example, SequenceExample or OFRecord
     */
    public IndexReport build(IndexOptions options) throws IOException {
        BasicFileAttributes before = attributes();
        return write(walk(ByteSource.of(data), BuiltIndex.Wanted.of(options, KeyHashing.STANDARD)), before);
    }

    /** Walks the data file, which must not change meanwhile. */
    BuiltIndex walk(ByteSource source, BuiltIndex.Wanted wanted) throws IOException {
        BasicFileAttributes before = attributes();
        BuiltIndex built = BuiltIndex.of(source, wanted);
        requireSame(before, attributes());
        return built;
    }

    /** Whether a writer has appended to the data file since its attributes were {@code before}. */
    boolean hasGrown(BasicFileAttributes before) throws IOException {
        BasicFileAttributes now = attributes();
        return now.size() > before.size() && Objects.equals(now.fileKey(), before.fileKey());
    }

    void requireSame(BasicFileAttributes before, BasicFileAttributes now) throws IOException {
        if (before.size() != now.size() || !before.lastModifiedTime().equals(now.lastModifiedTime())) {
            throw new IOException(data + ": changed while it was indexed; index it again when no program writes it");
        }
    }

    BasicFileAttributes attributes() throws IOException {
        requireData();
        return Files.readAttributes(data, BasicFileAttributes.class);
    }

    /** Writes the side file of a data file that is as it was before the walk. */
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
     * Writes the offsets as text: a line for each record, with the offset of its frame and how many bytes the frame has, in
     * decimal digits with a space between; of a compressed file both are of its uncompressed bytes. A fresh side file is used; if there is none the data file is walked.
     *
     * @return how many records there are
     * @throws IOException if the data file cannot be read or the text cannot be written
     */
    public long exportText(ByteSink text) throws IOException {
        return exportText(text, IndexOptions.defaults());
    }

    /** As {@link #exportText(ByteSink)}, and reads the data file with these options. */
    public long exportText(ByteSink text, IndexOptions options) throws IOException {
        try (RecordIndex index = RecordIndex.open(List.of(data), options)) {
            return OffsetText.write(index.files()[0], index.offsets()[0], text);
        }
    }

    /**
     * Makes the side file of such a text, after each line was compared with the data file: the frames follow each other from
     * its beginning to its end, and each has the header that says its size. Payloads are not looked at.
     *
     * @throws IllegalArgumentException if the data file is compressed
     * @throws IOException if a line is wrong, with its number and what was expected, or a file cannot be read or written
     */
    public IndexReport importText(ByteSource text) throws IOException {
        BasicFileAttributes before = attributes();
        BuiltIndex built = OffsetText.read(ByteSource.of(data), text);
        return write(built, before);
    }

    /** Deletes the side file; false if there was none. */
    public boolean remove() throws IOException {
        return Files.deleteIfExists(path());
    }

    @Override
    public String toString() {
        return path().toString();
    }
}
