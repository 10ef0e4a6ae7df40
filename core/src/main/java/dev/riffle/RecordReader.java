package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.OverlapDetector;
import dev.riffle.internal.ReadingIterator;
import dev.riffle.internal.frame.ContainerLayout;
import dev.riffle.internal.frame.ContainerRecords;
import dev.riffle.internal.frame.Damage;
import dev.riffle.internal.frame.DamagedFrameException;
import dev.riffle.internal.frame.FileRecords;
import dev.riffle.internal.frame.FrameCopy;
import dev.riffle.internal.frame.Frames;
import dev.riffle.internal.frame.FramesOpening;
import dev.riffle.internal.frame.LentPayload;
import dev.riffle.internal.frame.PayloadMemory;
import dev.riffle.internal.frame.RecordFinder;
import dev.riffle.internal.frame.RecordLayout;
import dev.riffle.internal.frame.RecordPosition;
import dev.riffle.internal.frame.SkippedFrames;
import dev.riffle.internal.frame.UnrecognizedContentException;
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
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one record file, in order.
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
    private final FileRecords records;
    private final Compression compression;
    private final RecordReaderOptions options;

    private final OverlapDetector calls = new OverlapDetector();
    private final LentPayload lent = new LentPayload();

    /** The place of the current record, or null. It is the current frame, unless the record was copied. */
    private @Nullable RecordPosition current;

    private boolean ended;
    private boolean closed;
    private @Nullable CorruptRecordException damage;
    private @Nullable CorruptRecordException tornTail;
    private @Nullable RecordFinder finder;

    /** The copy in progress while the frames advance, or null. */
    private @Nullable FrameCopy copying;

    private RecordReader(ByteSource byteSource, FramesOpening.Opened opened, RecordReaderOptions options) {
        this.byteSource = byteSource;
        this.records = opened.records();
        this.compression = opened.compression();
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
        boolean plain = options.compression() == null || options.compression().isNone();
        RecordLayout layout = options.settings().layout();
        if (options.follows() && layout instanceof ContainerLayout) {
            throw new IllegalArgumentException(source.name() + ": a file of the format "
                    + RecordFormat.of(layout).title() + " cannot be followed; read it when it is complete");
        }
        if (options.follows() && (!plain || options.damage().kind() == DamagePolicy.Kind.SKIP)) {
            throw new IllegalArgumentException(
                    source.name() + ": only an uncompressed file can be followed, and damage in it cannot be skipped");
        }
        if (layout != null && options.compression() != null) {
            RecordFormat.of(layout).checkSupports(options.compression(), source.name());
        }
        boolean expectsTornTail = options.damage().kind() == DamagePolicy.Kind.STOP_AT_TORN_TAIL;
        RecordReader reader;
        try {
            reader = new RecordReader(source, FramesOpening.open(source, options.settings(), expectsTornTail), options);
        } catch (UnrecognizedContentException e) {
            throw new UnrecognizedFileException(source.name(), e);
        }
        try {
            reader.checkOptions();
            return reader;
        } catch (IllegalArgumentException e) {
            reader.close();
            throw e;
        }
    }

    private void checkOptions() {
        if (!format().skipsDamage() && options.damage().kind() == DamagePolicy.Kind.SKIP) {
            throw new IllegalArgumentException(name() + ": cannot skip damage in " + format().title()
                    + (format().isContainer() ? "" : ", which has no checksums to prove where the next record begins")
                    + "; use DamagePolicy.FAIL or STOP_AT_TORN_TAIL");
        }
        format().checkSupports(compression, name());
    }

    /** Returns the records of a file without a container. */
    private Frames frames() {
        return (Frames) records;
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
        if (LentPayload.IS_DEBUGGED) {
            lent.expire();
        }
        boolean found;
        try {
            found = current == records && records.nextVerified() || nextOutOfReach();
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
        return records.nextVerified(payloadSizes, 1);
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
        try {
            return records.nextVerified(payloadSizes, checksums, 1);
        } catch (DamagedFrameException e) {
            throw corrupt(e);
        }
    }

    private boolean nextOutOfReach() throws IOException {
        current = null;
        checkOpen();
        if (damage != null) {
            throw damage;
        }
        if (ended) {
            return false;
        }
        boolean found;
        try {
            found = records.next();
            if (!found) {
                ended = !options.follows();
                checkFollowed();
            }
        } catch (DamagedFrameException e) {
            found = nextAfter(e);
        }
        current = found ? records : null;
        return found;
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
        checkOpen();
        if (!isPlain()) {
            throw new IllegalStateException(name() + ": cannot seek in a compressed source (" + compression.name()
                    + "); read up to offset " + offset);
        }
        lent.expire();
        current = null;
        ended = false;
        damage = null;
        tornTail = null;
        records.seek(offset, index);
    }

    /** Advances to the next record after damage, or throws, as the policy says. Returns false at the end. */
    private boolean nextAfter(DamagedFrameException found) throws IOException {
        if (found.kind() == Damage.Kind.OVER_LIMIT) {
            throw remember(found);
        }
        if (options.follows() && found.mayStillGrow()) {
            checkFollowed();
            return false;
        }
        switch (options.damage().kind()) {
            case FAIL -> throw remember(root(found));
            case STOP_AT_TORN_TAIL -> {
                if (!found.isTornTail()) {
                    throw remember(root(found));
                }
                tornTail = corrupt(found);
                ended = true;
            }
            case SKIP -> {
                if (copying != null) {
                    // The listener may write to the output of this copy, so the pending records must be written first.
                    finish(copying, null);
                }
                try {
                    boolean drops = options.damage().nested() == NestedRecords.DROP;
                    ended = !records.skip(found, drops, this::reportSkipped);
                } catch (DamagedFrameException e) {
                    throw remember(e);
                }
            }
        }
        return !ended;
    }

    /**
     * Throws if a followed file became shorter. Otherwise the result would have a gap after records that no longer
     * exist.
     */
    private void checkFollowed() throws IOException {
        if (options.follows() && byteSource.size().orElse(Long.MAX_VALUE) < frames().reachEnd()) {
            throw remember(frames().shrank(null));
        }
    }

    /** Returns the cause of damage. A compressed stream can be damaged before the reader detects the damage. */
    private DamagedFrameException root(DamagedFrameException found) {
        return isPlain() ? found : frames().rootOf(found);
    }

    private void reportSkipped(SkippedFrames region) {
        Set<NestedRecords> nested = EnumSet.noneOf(NestedRecords.class);
        if (region.drops()) {
            nested.add(NestedRecords.DROP);
        }
        if (region.keeps()) {
            nested.add(NestedRecords.KEEP);
        }
        CorruptRecordException cause = corrupt(region.cause());
        options.damage()
                .listener()
                .accept(new SkippedRegion(
                        name(), region.index(), region.offset(), region.length(), cause, region.beginning(), nested));
    }

    /**
     * Returns the exception for damage, with the file that contains it if the source consists of several files. Leaves
     * out the file if the source cannot name it.
     */
    private CorruptRecordException corrupt(DamagedFrameException found) {
        if (!isPlain()) {
            return new CorruptRecordException(found, null);
        }
        try {
            return new CorruptRecordException(
                    found, byteSource.partAt(found.offset()).orElse(null));
        } catch (IOException e) {
            CorruptRecordException reported = new CorruptRecordException(found, null);
            reported.addSuppressed(e);
            return reported;
        }
    }

    /** Stores damage for further calls, even if the query for the file fails unexpectedly. */
    private CorruptRecordException remember(DamagedFrameException found) {
        damage = new CorruptRecordException(found, null);
        CorruptRecordException reported = corrupt(found);
        damage = reported;
        return reported;
    }

    /**
     * Returns the payload of the current record as a read-only little-endian view, from position to limit. The position
     * may differ from 0. The reader reuses the buffer: the view is valid until the next call of {@link #next()} or
     * {@link #close()}. To find programs that keep a view, run their tests with {@code -Driffle.debug.payloads=true}:
     * every view is then overwritten when it becomes invalid.
     *
     * @throws IllegalStateException if the reader has no current record
     * @throws IOException if the payload was lost after its verification, because another program truncated a mapped
     *     file
     */
    public ByteBuffer payload() throws IOException {
        checkPayload();
        try {
            ByteBuffer payload = records.payload();
            return LentPayload.IS_DEBUGGED ? lent.view(payload) : payload;
        } catch (DamagedFrameException e) {
            throw corrupt(e);
        }
    }

    /** Returns the size of the current record's payload in bytes. */
    public int payloadSize() {
        return current().payloadSize();
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
        try {
            return records.payloadBytes();
        } catch (DamagedFrameException e) {
            throw corrupt(e);
        }
    }

    /** Adds the payload of the current record to the memory of a batch. */
    private void addPayloadTo(PayloadMemory memory) throws IOException {
        checkPayload();
        try {
            records.addPayloadTo(memory);
        } catch (DamagedFrameException e) {
            throw corrupt(e);
        }
    }

    /** Returns the offset of the current record, in uncompressed bytes from the beginning of the source. */
    public long offset() {
        return current().offset();
    }

    /**
     * Returns the end of the current record, in uncompressed bytes from the beginning of the source. The next record
     * begins there, unless damage follows.
     */
    public long endOffset() {
        return current().endOffset();
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
        return records.sourceBytesRead(ended);
    }

    /**
     * Returns the number of the current record. The first record has the number 0. A skipped region counts as one
     * record.
     */
    public long index() {
        return current().index();
    }

    private void checkPayload() {
        if (current() != records) {
            throw new IllegalStateException(
                    "the payload is not available after copyTo(); seek to the record first: " + name());
        }
    }

    /**
     * Returns the number of bytes that the checksums have read so far. It must not be much larger than the size of the
     * file.
     */
    long summedBytes() {
        return frames().summedBytes();
    }

    /**
     * Returns the number of steps of all searches. A step examines a header, verifies a payload, or moves or clears an
     * entry of a table.
     */
    long searchSteps() {
        return frames().searchSteps();
    }

    private RecordPosition current() {
        RecordPosition place = current;
        if (place == null) {
            checkOpen();
            throw new IllegalStateException("no current record; next() must have returned true: " + name());
        }
        return place;
    }

    private void checkOpen() {
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
     * <p>In a container, the search finds the first record of a unit, such as a chunk. Units are not nested.
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
        if (records instanceof ContainerRecords contained) {
            return found(contained, from, to);
        }
        if (finder == null) {
            finder = new RecordFinder(byteSource, options.settings());
        }
        OptionalLong found;
        try {
            found = finder.find(from, to);
        } catch (DamagedFrameException e) {
            throw corrupt(e);
        }
        // A caller that searches between two offsets usually reads the records between them next.
        records.verifyAheadBefore(to);
        records.willReadTo(to);
        return found;
    }

    private OptionalLong found(ContainerRecords contained, long from, long to) throws IOException {
        try {
            return contained.find(from, to);
        } catch (DamagedFrameException e) {
            throw corrupt(e);
        }
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
        records.willReadTo(offset);
    }

    private void checkFindable() throws IOException {
        checkOpen();
        if (!isPlain() || !format().isDivisible()) {
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
     * Copies the next records to {@code writer} without changing their frames, if both have the same format. This is
     * the fastest way to copy records between files. After the call the last record written is the current record, but
     * its payload is not available. The reader writes all earlier records before it calls the listener of {@link
     * DamagePolicy#skip}, so the listener may write to {@code writer}, too.
     *
     * <p>From a mapped file to an uncompressed file, a thread of the writer writes large ranges while the reader
     * verifies the next records. The thread exists until the writer is committed or closed. When this method returns,
     * all copied bytes are written.
     *
     * @param mostRecords the largest number of records to copy, at least 0
     * @param mostBytes the largest number of bytes to write, including the bytes of frames around payloads. The first
     *     record is written regardless of its size
     * @return the number of records written, or 0 at the end of the source
     * @throws IllegalArgumentException if the format of the writer has other messages, or a limit is negative
     * @throws IllegalStateException if the reader is closed, or the writer is closed or committed or has failed before
     * @throws CorruptRecordException like {@link #next()}. The records before the damage are written, and {@link
     *     RecordWriter#count()} includes them. If a mapped file became shorter during the copy, the writer has failed
     * @throws IOException if reading or writing fails
     */
    public long copyTo(RecordWriter writer, long mostRecords, long mostBytes) throws IOException {
        Argument.present(writer, "writer");
        if (writer.format().hasExamples() != format().hasExamples()) {
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
        if (!(records instanceof Frames) || writer.format() != format()) {
            return copyPayloads(writer, mostRecords, mostBytes);
        }
        FrameCopy.Target target = (count, body) -> writer.append(count, out -> {
            try {
                body.append(out);
            } catch (DamagedFrameException e) {
                throw corrupt(e);
            }
        });
        FrameCopy copy = new FrameCopy(frames(), target, writer.compression().isNone());
        long count = 0;
        try {
            while (count < mostRecords && nextFor(copy)) {
                if (count > 0 && records.endOffset() - records.offset() > mostBytes - copy.bytes()) {
                    records.putBack();
                    break;
                }
                copy.add();
                count++;
            }
        } catch (Throwable e) {
            copy.abandon();
            throw e;
        }
        current = null;
        finish(copy, null);
        current = copy.last();
        return count;
    }

    /** Copies records one by one, because reader and writer do not have the same frames. */
    private long copyPayloads(RecordWriter writer, long mostRecords, long mostBytes) throws IOException {
        long count = 0;
        long bytes = 0;
        RecordPosition last = null;
        while (count < mostRecords && next()) {
            long more = (long) payloadSize() + writer.format().overheadBytes();
            if (count > 0 && more > mostBytes - bytes) {
                records.putBack();
                break;
            }
            last = new RecordPosition.Kept(records.offset(), records.endOffset(), records.index(), payloadSize());
            writer.write(payload());
            bytes += more;
            count++;
        }
        current = last;
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
                damage = shrank;
            }
            throw e;
        }
    }

    /** Returns the name of the source. */
    public String name() {
        return records.source;
    }

    /** Returns the format of the records. */
    public RecordFormat format() {
        return RecordFormat.of(records.layout);
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
            lent.expire();
            current = null;
            closed = true;
            try {
                records.close();
            } finally {
                if (finder != null) {
                    finder.close();
                }
            }
        }
    }
}
