package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.OverlapDetector;
import dev.riffle.internal.PayloadMemory;
import dev.riffle.internal.ReadingIterator;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one TFRecord or OFRecord file, in order.
 *
 * <pre>{@code
 * try (RecordReader records = RecordReader.open(path)) {
 *     while (records.next()) {
 *         ByteBuffer payload = records.payload();
 *     }
 * }
 * }</pre>
 *
 * <p>The reader detects format and compression from the content, and verifies both checksums of every record. {@link
 * RecordReaderOptions} change these defaults. {@link #payload()} returns a view that is valid until the next call of
 * {@link #next()}. To keep a record, call {@link #payloadBytes()}. A for-each loop and {@link #stream()} return copies
 * as {@link Bytes}. Methods of the current record throw {@link IllegalStateException} if the reader has no current
 * record or is closed.
 *
 * <p>One thread at a time may use a reader. Programs that pass a reader between threads must synchronize. If calls of
 * {@link #next()} overlap, the reader throws {@link ConcurrentModificationException} in most cases.
 *
 * @since 0.1
 */
public final class RecordReader implements Closeable, Iterable<Bytes> {

    static {
        PayloadMemory.reading(RecordReader::addPayloadTo);
    }

    private final ByteSource byteSource;
    private final Frames frames;
    private final Compression compression;
    private final RecordReaderOptions options;

    private final OverlapDetector calls = new OverlapDetector();

    private boolean hasRecord;

    /** Whether the current record is the current frame, so that the next frame is the next record. */
    private boolean scanning;

    private boolean ended;
    private boolean closed;
    private @Nullable CorruptRecordException damage;
    private @Nullable CorruptRecordException tornTail;
    private @Nullable TfRecordFind find;

    /** The current record if it was copied. The frames may be at a later record then. */
    private FrameCopy.@Nullable Copied copied;

    /** The copy in progress while the frames advance, or null. */
    private @Nullable FrameCopy copying;

    /** Whether copying stopped before the record of the current frame, so that this record is the next record. */
    private boolean heldBack;

    private RecordReader(ByteSource byteSource, Frames frames, Compression compression, RecordReaderOptions options) {
        this.byteSource = byteSource;
        this.frames = frames;
        this.compression = compression;
        this.options = options;
    }

    /** Returns a reader of a file in any file system. See {@link #open(ByteSource, RecordReaderOptions)}. */
    public static RecordReader open(Path path) throws IOException {
        return open(path, RecordReaderOptions.defaults());
    }

    /** Like {@link #open(Path)}, with options. */
    public static RecordReader open(Path path, RecordReaderOptions options) throws IOException {
        return open(ByteSource.of(path), options);
    }

    /**
     * Returns a reader of a stream, from the current position of the stream. Messages use {@code name}. Closing the
     * reader closes the stream. To leave the stream open, call {@code open(ByteSource.leavingOpen(stream, name))}.
     */
    public static RecordReader open(InputStream stream, String name) throws IOException {
        return open(stream, name, RecordReaderOptions.defaults());
    }

    /** Like {@link #open(InputStream, String)}, with options. */
    public static RecordReader open(InputStream stream, String name, RecordReaderOptions options) throws IOException {
        return open(ByteSource.of(stream, name), options);
    }

    /** Returns a reader of any source. See {@link #open(ByteSource, RecordReaderOptions)}. */
    public static RecordReader open(ByteSource source) throws IOException {
        return open(source, RecordReaderOptions.defaults());
    }

    /**
     * Like {@link #open(ByteSource)}, with options.
     *
     * @throws UnrecognizedFileException if the content is not a record file, and the options do not specify format and
     *     compression
     * @throws CorruptRecordException never: {@link #next()} reports damage, even damage at offset 0
     * @throws IllegalArgumentException if the reader does not support the options for this source. For example, a
     *     reader cannot skip damage in OFRecord, because its headers do not prove the beginning of a record
     * @throws IOException if the source cannot be read. The message names the source
     */
    public static RecordReader open(ByteSource source, RecordReaderOptions options) throws IOException {
        Argument.present(source, "source");
        Argument.present(options, "options");
        return RecordReaderOpening.open(source, options);
    }

    static RecordReader of(ByteSource byteSource, Frames frames, Compression compression, RecordReaderOptions options) {
        return new RecordReader(byteSource, frames, compression, options);
    }

    /**
     * Advances to the next record.
     *
     * @return false at the end of the source. With {@link RecordReaderOptions#follow()}, false at the current end of
     *      the file
     * @throws CorruptRecordException if the record is damaged and the damage policy does not skip it. Further calls
     *     throw the exception again
     * @throws IllegalStateException if the reader is closed
     * @throws ConcurrentModificationException if the reader detects that calls of several threads overlap. Detection is
     *     not guaranteed
     * @throws IOException if the source cannot be read
     */
    public boolean next() throws IOException {
        if (!calls.begin()) {
            throw overlapping(null);
        }
        boolean found;
        try {
            found = scanning && frames.nextVerified() || nextOutOfReach();
        } catch (Throwable e) {
            if (!calls.end()) {
                throw overlapping(e);
            }
            throw e;
        }
        if (!calls.end()) {
            throw overlapping(null);
        }
        return found;
    }

    private ConcurrentModificationException overlapping(@Nullable Throwable cause) {
        return new ConcurrentModificationException(
                name()
                        + ": calls of next() overlapped, so the position of the reader is undefined; one thread at a time"
                        + " may use a reader: synchronize, or open a reader for each thread",
                cause);
    }

    /**
     * Advances over several consecutive records without a gap, and returns the sizes of their payloads. Counting and
     * indexing records with this method takes less time than with {@link #next()}. After the call the last of these
     * records is the current record. The first record begins at {@link #endOffset()} minus the sizes of all these
     * frames.
     *
     * @param payloadSizes receives the sizes in bytes, beginning at index 0. It must have at least one element
     * @return the number of records, or 0 if {@link #next()} would return false
     * @throws IllegalArgumentException if {@code payloadSizes} is empty
     * @throws CorruptRecordException like {@link #next()}. An earlier call returns the records before the damage
     * @throws IOException if the source cannot be read
     */
    public int nextSizes(int[] payloadSizes) throws IOException {
        Argument.present(payloadSizes, "payloadSizes");
        if (payloadSizes.length == 0) {
            throw new IllegalArgumentException("payloadSizes must not be empty");
        }
        if (!next()) {
            return 0;
        }
        payloadSizes[0] = payloadSize();
        return scanning ? frames.nextVerified(payloadSizes, 1) : 1;
    }

    /**
     * Like {@link #nextSizes(int[])}. Also stores the checksum of each payload as TFRecord defines it: the masked
     * CRC-32C. A TFRecord file has it, so with {@link RecordReaderOptions#ignorePayloadChecksums} it can differ from
     * the payload. The reader computes it for a format without checksums.
     *
     * @param checksums receives the checksums, beginning at index 0. It must be at least as long as {@code
     *     payloadSizes}
     * @throws IllegalArgumentException if {@code payloadSizes} is empty, or longer than {@code checksums}
     */
    public int nextSizes(int[] payloadSizes, int[] checksums) throws IOException {
        Argument.present(checksums, "checksums");
        Argument.present(payloadSizes, "payloadSizes");
        if (payloadSizes.length == 0 || payloadSizes.length > checksums.length) {
            throw new IllegalArgumentException("payloadSizes must not be empty, or longer than checksums: "
                    + payloadSizes.length + ", checksums: " + checksums.length);
        }
        if (!next()) {
            return 0;
        }
        payloadSizes[0] = payloadSize();
        if (!scanning) {
            checksums[0] = frames.checksum();
            return 1;
        }
        return frames.nextVerified(payloadSizes, checksums, 1);
    }

    private boolean nextOutOfReach() throws IOException {
        scanning = false;
        hasRecord = false;
        copied = null;
        if (heldBack && !closed) {
            heldBack = false;
            hasRecord = true;
            return true;
        }
        if (damage != null || ended || closed) {
            return nothingMore();
        }
        try {
            return advance();
        } catch (InternalError e) {
            MappedFault.settle();
            throw remember(frames.shrank(e));
        }
    }

    /**
     * Moves the reader back or forward, so that {@link #next()} reads the record that begins at {@code offset}. Does
     * not read the bytes in between. Forgets damage that the reader found before. If no record begins at {@code
     * offset}, {@link #next()} reports damage. If {@code offset} is at the end of the source or after it, {@link
     * #next()} returns false.
     *
     * @param offset the offset of a record, as {@link #offset()} returned it
     * @param index the number that the record gets
     * @throws IllegalArgumentException if offset or index is negative
     * @throws IllegalStateException if the reader is closed or the source is compressed. In a compressed source, a
     *     reader can reach an offset only by reading all bytes before it
     * @throws IOException if the source cannot be opened at {@code offset}
     */
    public void seek(long offset, long index) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        if (index < 0) {
            throw new IllegalArgumentException("index must not be negative: " + index);
        }
        if (closed) {
            throw new IllegalStateException("the reader is closed: " + name());
        }
        if (!isPlain()) {
            throw new IllegalStateException(name() + ": cannot seek in a compressed source (" + compression.name()
                    + "); read up to offset " + offset);
        }
        scanning = false;
        hasRecord = false;
        copied = null;
        heldBack = false;
        ended = false;
        damage = null;
        tornTail = null;
        frames.seek(offset, index);
    }

    private boolean advance() throws IOException {
        try {
            hasRecord = frames.next();
            scanning = hasRecord;
            if (!hasRecord) {
                ended = options.access() != RecordReaderOptions.Access.FOLLOW;
                checkFollowed();
            }
            return hasRecord;
        } catch (CorruptRecordException e) {
            if (frames.isMapped()) {
                // Bytes that look damaged may in fact be missing.
                MappedFault.deliver();
            }
            return afterDamage(e);
        }
    }

    private boolean nothingMore() throws CorruptRecordException {
        if (closed) {
            throw new IllegalStateException("the reader is closed: " + name());
        }
        if (damage != null) {
            throw damage;
        }
        return false;
    }

    private boolean afterDamage(CorruptRecordException found) throws IOException {
        if (found.reason() == CorruptRecordException.Reason.OVER_LIMIT) {
            throw remember(found);
        }
        if (options.access() == RecordReaderOptions.Access.FOLLOW && TornTail.mayStillGrow(found)) {
            checkFollowed();
            return false;
        }
        switch (options.damage().kind()) {
            case FAIL -> throw remember(root(found));
            case STOP_AT_TORN_TAIL -> {
                if (!TornTail.isTorn(found)) {
                    throw remember(root(found));
                }
                tornTail = inPart(found);
                ended = true;
                return false;
            }
            case SKIP -> {
                if (copying != null) {
                    // The listener may write to the output of this copy, so the pending records must be written first.
                    finish(copying, null);
                }
                try {
                    hasRecord =
                            TfRecordSearch.skip(frames, found, options.damage().nested(), this::reportSkipped);
                    MappedFault.deliver();
                } catch (CorruptRecordException e) {
                    throw remember(e);
                }
                ended = !hasRecord;
                return hasRecord;
            }
        }
        throw new AssertionError(options.damage());
    }

    /**
     * Throws if a followed file became shorter. Otherwise the result would have a gap after records that no longer
     * exist.
     */
    private void checkFollowed() throws IOException {
        if (options.access() == RecordReaderOptions.Access.FOLLOW
                && byteSource.size().orElse(Long.MAX_VALUE) < frames.offsetOf(frames.limit)) {
            throw remember(frames.shrank(null));
        }
    }

    /** Returns the cause of damage. A compressed stream can be damaged before the reader detects the damage. */
    private CorruptRecordException root(CorruptRecordException found) {
        return compression.isNone() ? found : frames.rootOf(found);
    }

    private void reportSkipped(SkippedRegion region) {
        SkippedRegion reported = new SkippedRegion(
                region.source(),
                region.index(),
                region.offset(),
                region.length(),
                inPart(region.cause()),
                region.beginning(),
                region.nested());
        options.damage().listener().accept(reported);
    }

    /**
     * Returns the damage with the file that contains it, if the source consists of several files. Returns it unchanged
     * if the source cannot name the file.
     */
    private CorruptRecordException inPart(CorruptRecordException found) {
        if (!compression.isNone()) {
            return found;
        }
        try {
            return byteSource.partAt(found.offset()).map(found::inPart).orElse(found);
        } catch (IOException e) {
            found.addSuppressed(e);
            return found;
        }
    }

    /** Stores damage for further calls, even if the query for the file fails unexpectedly. */
    private CorruptRecordException remember(CorruptRecordException found) {
        scanning = false;
        damage = found;
        CorruptRecordException reported = inPart(found);
        damage = reported;
        return reported;
    }

    /**
     * Returns the payload of the current record as a read-only little-endian view, from position to limit. The position
     * may differ from 0. The reader reuses the buffer: the view is valid until the next call of {@link #next()} or
     * {@link #close()}.
     *
     * @throws IllegalStateException if the reader has no current record
     * @throws IOException if the payload was lost after its verification, because another program truncated a mapped
     *     file
     */
    public ByteBuffer payload() throws IOException {
        checkPayload();
        return frames.payload();
    }

    /** Returns the size of the current record's payload in bytes. */
    public int payloadSize() {
        checkRecord();
        return copied == null
                ? frames.payloadSize
                : (int) (copied.endOffset() - copied.offset() - frames.overheadBytes());
    }

    /**
     * Returns the payload of the current record as an array that the caller owns.
     *
     * @throws IllegalStateException if the reader has no current record
     * @throws CorruptRecordException if the payload is larger than {@link RecordReaderOptions#maxRecordSize}, with the
     *     reason {@link CorruptRecordException.Reason#OVER_LIMIT}. The reader can continue
     * @throws IOException if the payload was lost after its verification, because another program truncated a mapped
     *     file
     */
    public byte[] payloadBytes() throws IOException {
        checkPayload();
        return frames.payloadBytes();
    }

    /** Adds the payload of the current record to the memory of a batch. */
    private void addPayloadTo(PayloadMemory memory) throws IOException {
        checkPayload();
        frames.addPayloadTo(memory);
    }

    /** Returns the offset of the current record, in uncompressed bytes from the beginning of the source. */
    public long offset() {
        checkRecord();
        return copied == null ? frames.offset() : copied.offset();
    }

    /**
     * Returns the end of the current record, in uncompressed bytes from the beginning of the source. The next record
     * begins there, unless damage follows.
     */
    public long endOffset() {
        checkRecord();
        return copied == null ? frames.offset() + frames.overheadBytes() + frames.payloadSize : copied.endOffset();
    }

    /**
     * Returns the number of bytes of the source that the reader has read so far. At the end of the source, this is the
     * {@linkplain ByteSource#size() size} of the source.
     *
     * <p>In an uncompressed source, this is the end of the current record. After a {@link #seek}, the number includes
     * the bytes before the new place. In a compressed source, this is the number of compressed bytes that the
     * decompression has taken. The decompression reads ahead, usually by up to 128 KiB. Several threads read further
     * ahead, by a few members of the file for each thread.
     *
     * <p>The method is available at any time, also after {@link #close()}. It costs a few nanoseconds, so programs can
     * call it for each record.
     */
    public long sourceBytesRead() {
        FrameCopy.@Nullable Copied last = copied;
        return last != null && !ended && isPlain() ? last.endOffset() : frames.sourceBytesRead(ended);
    }

    /**
     * Returns the number of the current record. The first record has the number 0. A skipped region counts as one
     * record.
     */
    public long index() {
        checkRecord();
        return copied == null ? frames.index : copied.index();
    }

    private void checkPayload() {
        checkRecord();
        if (copied != null) {
            throw new IllegalStateException(
                    "the payload is not available after copyTo(); seek to the record first: " + name());
        }
    }

    /**
     * Returns the number of bytes that the checksums have read so far. It must not be much larger than the size of the
     * file.
     */
    long summedBytes() {
        return frames instanceof TfRecordFrames summed ? summed.summedBytes : 0;
    }

    /**
     * Returns the number of steps of all searches. A step examines a header, verifies a payload, or moves or clears an
     * entry of a table.
     */
    long searchSteps() {
        return frames instanceof TfRecordFrames searched
                ? searched.headersSeen + searched.payloadsSummed + searched.entriesMoved
                : 0;
    }

    private void checkRecord() {
        if (!scanning) {
            checkRecordSlowly();
        }
    }

    private void checkRecordSlowly() {
        if (!hasRecord) {
            throw new IllegalStateException("no current record; next() must have returned true: " + name());
        }
        if (closed) {
            throw new IllegalStateException("the reader is closed: " + name());
        }
    }

    /**
     * Finds the first intact record that begins from {@code from} to {@code to}, exclusive, and returns its offset. The
     * header and the payload of the record must have valid checksums. The position of the reader does not change.
     *
     * <p>A payload can contain intact records, for example if a payload is a record file. The search finds nested
     * records, too. To detect nesting, the caller must begin at a record that is not nested and read on to the found
     * record.
     *
     * <p>Bytes that look like a header and claim a large payload make the search read further. The search ends without
     * a result when the claimed payloads together exceed two numbers: 64 MiB, and the distance between the two offsets.
     * So the search cannot find a record whose payload alone exceeds both numbers. The search never holds a complete
     * payload in memory.
     *
     * @param from the first offset to examine
     * @param to the offset at which the search ends, exclusive. It may be after the end of the source
     * @return empty if the search found no record or ended early
     * @throws IllegalArgumentException if {@code from} is negative
     * @throws IllegalStateException if the reader is closed, the source is compressed or a stream, or the format has no
     *     checksums
     * @throws IOException if the source cannot be read
     */
    public OptionalLong find(long from, long to) throws IOException {
        if (from < 0) {
            throw new IllegalArgumentException("from must not be negative: " + from);
        }
        checkFindable();
        if (to <= from) {
            return OptionalLong.empty();
        }
        OptionalLong found = finder().find(from, to);
        // A caller that searches between two offsets usually reads the records between them next.
        frames.verifyAheadBefore(to);
        frames.willReadTo(to);
        return found;
    }

    /**
     * Announces that the caller will read all records up to {@code offset}. A source that can open ranges then receives
     * one request for these bytes. Without this call, a reader requests them in pieces that grow by a tenth, because
     * the caller may stop at any record. The call has no effect on the records, or on a file that is mapped.
     *
     * @param offset the offset at which the caller stops, in uncompressed bytes. {@link Long#MAX_VALUE} announces all
     *     bytes; for a compressed source, other values have no effect
     */
    public void willReadTo(long offset) {
        frames.willReadTo(offset);
    }

    private TfRecordFind finder() throws IOException {
        TfRecordFind search = find;
        if (search != null && byteSource.size().orElse(0) != search.size()) {
            find = null;
            search.close();
            search = null;
        }
        if (search == null) {
            RecordReader looking = open(byteSource, options.forFinding());
            search = new TfRecordFind(looking.frames);
            find = search;
        }
        return search;
    }

    private void checkFindable() throws IOException {
        if (closed) {
            throw new IllegalStateException("the reader is closed: " + name());
        }
        if (!isPlain() || format() != RecordFormat.TFRECORD) {
            throw new IllegalStateException(
                    name() + ": records can be found only in an uncompressed TFRecord file; this source is "
                            + (isPlain() ? format().name() : compression.name()));
        }
        if (byteSource.size().isEmpty()) {
            throw new IllegalStateException(
                    name() + ": records cannot be found in a stream, which can be read only once");
        }
    }

    private boolean isPlain() {
        return compression.isNone();
    }

    /**
     * Copies the next records to {@code writer} without changing their frames. This is the fastest way to copy records
     * between files. After the call the last record written is the current record, but its payload is not available.
     * The reader writes all earlier records before it calls the listener of {@link DamagePolicy#skip}, so the listener
     * may write to {@code writer}, too.
     *
     * <p>From a mapped file to an uncompressed file, a thread of the writer writes large ranges while the reader
     * verifies the next records. The thread exists until the writer is committed or closed. When this method returns,
     * all copied bytes are written.
     *
     * @param mostRecords the largest number of records to copy, at least 0
     * @param mostBytes the largest number of bytes to write, including the bytes of frames around payloads. The first
     *     record is written regardless of its size
     * @return the number of records written, or 0 at the end of the source
     * @throws IllegalArgumentException if the format of the writer differs, or a limit is negative
     * @throws IllegalStateException if the reader is closed, or the writer is closed or committed or has failed before
     * @throws CorruptRecordException like {@link #next()}. The records before the damage are written, and {@link
     *     RecordWriter#count()} includes them. If a mapped file became shorter during the copy, the writer has failed
     * @throws IOException if reading or writing fails
     */
    public long copyTo(RecordWriter writer, long mostRecords, long mostBytes) throws IOException {
        Argument.present(writer, "writer");
        if (writer.format() != format()) {
            throw new IllegalArgumentException(name() + ": records of " + format() + " cannot be copied to a writer of "
                    + writer.format() + "; write the payloads one by one");
        }
        if (mostRecords < 0 || mostBytes < 0) {
            throw new IllegalArgumentException(
                    "mostRecords and mostBytes must not be negative: " + (mostRecords < 0 ? mostRecords : mostBytes));
        }
        if (mostRecords == 0) {
            return 0;
        }
        FrameCopy copy = new FrameCopy(frames, writer);
        long count = 0;
        try {
            while (count < mostRecords && nextFor(copy)) {
                long bytes = endOffset() - offset();
                if (count > 0 && bytes > mostBytes - copy.bytes()) {
                    heldBack = true;
                    scanning = false;
                    break;
                }
                copy.add(offset(), endOffset(), index());
                count++;
            }
        } catch (Throwable e) {
            copy.abandon();
            throw e;
        }
        scanning = false;
        finish(copy, null);
        copied = copy.last();
        hasRecord = copied != null;
        return count;
    }

    /**
     * Advances to the next record. If the reader or a listener fails, writes the pending records, because the writer
     * has counted them.
     */
    private boolean nextFor(FrameCopy copy) throws IOException {
        copy.beforeNext();
        copying = copy;
        try {
            return next();
        } catch (Throwable e) {
            finish(copy, e);
            throw e;
        } finally {
            copying = null;
        }
    }

    /** Writes all pending records of the copy. Stores damage if the file became shorter. */
    private void finish(FrameCopy copy, @Nullable Throwable before) throws IOException {
        try {
            copy.finish();
        } catch (Throwable e) {
            if (before != null && before != e) {
                e.addSuppressed(before);
            }
            if (e instanceof CorruptRecordException shrank) {
                throw remember(shrank);
            }
            throw e;
        }
    }

    /** Returns the name of the source. */
    public String name() {
        return frames.source;
    }

    /** Returns the format of the records. */
    public RecordFormat format() {
        return frames.format();
    }

    /** Returns the compression of the source. */
    public Compression compression() {
        return compression;
    }

    /**
     * Returns the incomplete record at which {@link DamagePolicy#STOP_AT_TORN_TAIL} ended reading. Empty if there is
     * none.
     */
    public Optional<CorruptRecordException> tornTail() {
        return Optional.ofNullable(tornTail);
    }

    /**
     * Returns an iterator over the remaining records. Each element is a copy of a payload. The iterator wraps I/O
     * errors in {@link UncheckedIOException}.
     */
    @Override
    public Iterator<Bytes> iterator() {
        return records();
    }

    private ReadingIterator<Bytes> records() {
        return new ReadingIterator<>(name()) {
            @Override
            protected boolean advance() throws IOException {
                return RecordReader.this.next();
            }

            @Override
            protected Bytes copy() throws IOException {
                return Bytes.ofOwned(payloadBytes());
            }
        };
    }

    /**
     * Returns a stream of copies of the remaining records. The stream wraps I/O errors in {@link UncheckedIOException}.
     * Closing the stream closes the reader.
     */
    public Stream<Bytes> stream() {
        return records().stream(this);
    }

    /** Like {@link #stream()}, with a function that parses each record, for example {@code stream(Example::parse)}. */
    public <T> Stream<T> stream(Function<? super Bytes, ? extends T> parse) {
        Argument.present(parse, "parse");
        return stream().map(parse);
    }

    /**
     * Closes the source. On JDK 22 and newer this call unmaps the file. A view of a payload of more than 1 MiB then
     * throws {@link IllegalStateException}. Up to JDK 21, a garbage collection unmaps the file. Idempotent.
     */
    @Override
    public void close() throws IOException {
        if (!closed) {
            scanning = false;
            closed = true;
            try {
                frames.close();
            } finally {
                if (find != null) {
                    find.close();
                }
            }
        }
    }
}
