package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.frame.ContainerFileRecords;
import dev.riffle.internal.frame.ContainerLayout;
import dev.riffle.internal.frame.DamagedFrameException;
import dev.riffle.internal.frame.FrameFile;
import dev.riffle.internal.frame.RandomRecords;
import dev.riffle.internal.frame.ReadSettings;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads records of an uncompressed file by offset, in any order and from many threads.
 *
 * <pre>{@code
 * try (RecordFile file = RecordFile.open(ByteSource.of(path), RecordFormat.TFRECORD)) {
 *     Bytes first = file.get(0, 0);
 * }
 * }</pre>
 *
 * <p>An index, for example {@code dev.riffle.index.RecordIndex}, supplies the offsets. To read in order, use {@link
 * RecordReader}.
 *
 * <p>Another program may truncate a mapped file during a read. So {@link #get} copies a payload, verifies the copy and
 * returns the copy. If a mapped file is removed or replaced, {@link #get} returns records of the old file or throws an
 * {@link IOException}. For a small file, which is not mapped, {@link #get} opens the file by name for each record. This
 * method may keep a channel for the next record while the name refers to the same file and the size is unchanged.
 * With {@link RecordReaderOptions#withoutMapping()}, a local file stays open instead, and up to 16 daemon threads read
 * it. An interrupt of a caller closes no file.
 * Remote storage that opens ranges receives fewer requests: calls for adjacent records read up to 60 KiB ahead, and a
 * tenth of the bytes of these records.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordFile implements Closeable {

    private final RandomRecords records;
    private final RecordFormat format;

    private RecordFile(RandomRecords records, RecordFormat format) {
        this.records = records;
        this.format = format;
    }

    /**
     * Opens a source of known size that contains uncompressed records.
     *
     * @throws IllegalArgumentException if the size of the source is unknown, for example for a stream
     * @throws IOException if the source cannot be read. The message names the source
     */
    public static RecordFile open(ByteSource source, RecordFormat format) throws IOException {
        return open(source, format, RecordReaderOptions.defaults());
    }

    /**
     * Like {@link #open(ByteSource, RecordFormat)}, with the limit {@link RecordReaderOptions#maxRecordSize} for every
     * payload, and {@link RecordReaderOptions#withoutMapping()}. This method ignores the other options.
     */
    public static RecordFile open(ByteSource source, RecordFormat format, RecordReaderOptions options)
            throws IOException {
        Argument.present(source, "source");
        Argument.present(format, "format");
        Argument.present(options, "options");
        ReadSettings settings = options.settings();
        if (!(format.layout() instanceof ContainerLayout contained)) {
            return new RecordFile(FrameFile.open(source, format.framing(), settings), format);
        }
        try {
            return new RecordFile(ContainerFileRecords.open(source, contained, settings), format);
        } catch (DamagedFrameException e) {
            throw new CorruptRecordException(e, null);
        }
    }

    /** Returns the name of the file for messages. */
    public String name() {
        return records.name();
    }

    /** Returns the format of the records. */
    public RecordFormat format() {
        return format;
    }

    /** Returns the size in bytes that the file had when it was opened. */
    public long size() {
        return records.size();
    }

    /** Returns the number of records, if the file contains the place of each record. Only a container does. */
    public OptionalLong count() {
        return records instanceof ContainerFileRecords contained
                ? OptionalLong.of(contained.count())
                : OptionalLong.empty();
    }

    /**
     * Returns the offset of a record.
     *
     * @param index the number of the record, from 0
     * @throws CorruptRecordException if the places of the records are damaged
     * @throws IllegalStateException if {@link #count()} is empty
     * @throws IndexOutOfBoundsException if {@code index} is negative or not below {@link #count()}
     */
    public long offset(long index) throws IOException {
        if (!(records instanceof ContainerFileRecords contained)) {
            throw new IllegalStateException(name() + ": " + format.title()
                    + " files do not contain the offsets of their records; use a RecordIndex");
        }
        Argument.index(index, contained.count(), "index", "records");
        try {
            return contained.offset(index);
        } catch (DamagedFrameException e) {
            throw new CorruptRecordException(e, null);
        }
    }

    /** Returns the number of bytes that a frame has besides its payload. */
    public int overheadBytes() {
        return format.overheadBytes();
    }

    /**
     * Reads and verifies the payload of the record at {@code offset}, and returns a copy.
     *
     * @param offset the offset of the record
     * @param index the number of the record, for messages
     * @throws CorruptRecordException if the file has no intact record at {@code offset}. The reason is {@link
     *     CorruptRecordException.Reason#OVER_LIMIT} if the payload is larger than {@link
     *     RecordReaderOptions#maxRecordSize}
     * @throws IllegalArgumentException if {@code offset} is not inside the file
     * @throws IllegalStateException if this object is closed
     * @throws IOException if the file cannot be read
     */
    public Bytes get(long offset, long index) throws IOException {
        return get(offset, -1, index);
    }

    /**
     * Like {@link #get(long, long)}, for a record with a known frame. If the file is not mapped, this method requests
     * exactly the bytes of the frame.
     *
     * @param frame the bytes of the record: header, payload and checksum. If the size is wrong, the method reads the
     *     record that the header describes
     */
    public Bytes get(ByteRange frame, long index) throws IOException {
        Argument.present(frame, "frame");
        return get(frame.offset(), frame.end(), index);
    }

    /**
     * Reads and verifies the payloads of several records with known frames, and returns copies. If the file is not
     * mapped, records that are near each other become one request. A local file without a mapping receives several
     * reads at the same time.
     *
     * @param frames the bytes of each record: header, payload and checksum
     * @param indices the number of each record, for messages
     * @return the payloads, in the order of {@code frames}
     * @throws CorruptRecordException like {@link #get(long, long)}
     * @throws IllegalArgumentException if the numbers of {@code frames} and {@code indices} differ
     * @throws IOException if the file cannot be read
     */
    public List<Bytes> getAll(List<ByteRange> frames, long... indices) throws IOException {
        Argument.allPresent(frames, "frames");
        Argument.present(indices, "indices");
        if (frames.size() != indices.length) {
            throw new IllegalArgumentException(
                    "expected a number for each of " + frames.size() + " frames: " + indices.length);
        }
        try {
            return records.getAll(frames, indices);
        } catch (DamagedFrameException e) {
            throw new CorruptRecordException(e, null);
        }
    }

    /** Returns whether the complete file is mapped. Then reads of single records are as fast as {@link #getAll}. */
    public boolean isMapped() {
        return records.isMapped();
    }

    private Bytes get(long offset, long end, long index) throws IOException {
        try {
            return Bytes.ofOwned(records.get(offset, end, index));
        } catch (DamagedFrameException e) {
            throw new CorruptRecordException(e, null);
        }
    }

    /**
     * Loads bytes of mapped files into the processor's cache, so that a later read does not wait. The memory accesses
     * for some dozens of ranges overlap. Has no effect on files that are not mapped. Does not report missing bytes,
     * because the later read reports them.
     *
     * @param files the files
     * @param inFile for each range of bytes, the index of its file in {@code files}
     * @param from the beginning of each range, as an offset in its file
     * @param to the end of each range, exclusive
     */
    public static void touchAll(RecordFile[] files, int[] inFile, long[] from, long[] to) {
        Argument.allPresent(files, "files");
        Argument.present(inFile, "inFile");
        Argument.present(from, "from");
        Argument.present(to, "to");
        Argument.part(0, inFile.length, from.length, "from");
        Argument.part(0, inFile.length, to.length, "to");
        FrameFile.touchAll(i -> files[Argument.index(i, files.length, "file", "files")].records, inFile, from, to);
    }

    /**
     * Returns whether the size or the {@link ByteSource#version} of the file has changed since the file was opened.
     * Reading a record detects another version, and those changes of a file that affect this record.
     *
     * @throws IOException if the size cannot be read
     */
    public boolean hasChanged() throws IOException {
        return records.hasChanged();
    }

    /**
     * Releases the file. On JDK 22 and newer, this call unmaps the file immediately. On older versions, the JVM unmaps
     * the file when it reclaims the memory. A thread that is reading gets its record or an {@link
     * IllegalStateException}. Idempotent.
     */
    @Override
    public void close() {
        records.close();
    }
}
