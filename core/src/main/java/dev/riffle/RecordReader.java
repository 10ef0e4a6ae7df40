package dev.riffle;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
 * <p>Format and compression are recognised from the content, and both checksums of every record are verified; {@link
 * RecordReaderOptions} say otherwise. {@link #payload()} is a view that lives until the next call of {@link #next()}; to
 * keep a record, take {@link #payloadBytes()} or walk the reader with a for-each loop or {@link #stream()}, which give
 * {@link Bytes}. Belongs to one thread at a time.
 */
public final class RecordReader implements Closeable, Iterable<Bytes> {

    private final ByteSource byteSource;
    private final Frames frames;
    private final Compression compression;
    private final RecordReaderOptions options;

    private boolean hasRecord;

    /** Whether the present record is the present frame, and nothing has happened since: the next frame is the next record. */
    private boolean walking;

    private boolean ended;
    private boolean closed;
    private @Nullable CorruptRecordException damage;
    private @Nullable CorruptRecordException tornTail;
    private @Nullable TfRecordFind find;

    /** The present record, where it was copied: the frames may be further on by now. */
    private FrameCopy.@Nullable Copied copied;

    /** What is being copied while the frames go on. */
    private @Nullable FrameCopy copying;

    /** Whether the frames are at a record that copying has stopped before: it is the next one. */
    private boolean heldBack;

    private RecordReader(ByteSource byteSource, Frames frames, Compression compression, RecordReaderOptions options) {
        this.byteSource = byteSource;
        this.frames = frames;
        this.compression = compression;
        this.options = options;
    }

    /** Opens a file of any file system; see {@link #open(ByteSource, RecordReaderOptions)}. */
    public static RecordReader open(Path path) throws IOException {
        return open(path, RecordReaderOptions.defaults());
    }

    /** Opens a file of any file system; see {@link #open(ByteSource, RecordReaderOptions)}. */
    public static RecordReader open(Path path, RecordReaderOptions options) throws IOException {
        return open(ByteSource.of(path), options);
    }

    /** Reads a stream from its present position; messages call it by {@code name}. Closing the reader closes it. */
    public static RecordReader open(InputStream stream, String name) throws IOException {
        return open(ByteSource.of(stream, name));
    }

    /** Opens any source; see {@link #open(ByteSource, RecordReaderOptions)}. */
    public static RecordReader open(ByteSource source) throws IOException {
        return open(source, RecordReaderOptions.defaults());
    }

    /**
     * Opens any source.
     *
     * @throws UnrecognizedFileException if the content is not that of a record file, and the options do not say what it is
     * @throws CorruptRecordException never here: damage, also at offset 0, is found by {@link #next()}
     * @throws IllegalArgumentException if the options cannot be met, such as skipping damage in OFRecord, which has no
     *     header that would prove where a record begins
     * @throws IOException if the source cannot be read; the message names it
     */
    public static RecordReader open(ByteSource source, RecordReaderOptions options) throws IOException {
        return RecordReaderOpening.open(source, options);
    }

    static RecordReader of(ByteSource byteSource, Frames frames, Compression compression, RecordReaderOptions options) {
        return new RecordReader(byteSource, frames, compression, options);
    }

    /**
     * Goes to the next record.
     *
     * @return false if there is none: the end of the source, or of what is there so far where the options say to follow
     * @throws CorruptRecordException if the record is damaged and the damage policy does not pass over it; further calls
     *     throw the same
     * @throws IOException if the source cannot be read
     */
    public boolean next() throws IOException {
        return walking && frames.nextVerified() || nextOutOfReach();
    }

    /**
     * Goes over some of the records that come next, one behind the other without a gap, and tells how many bytes their payloads
     * have: what counting and indexing need, in less time than record by record. Behind it the last of them is the present
     * record, so that the first begins at its {@link #endOffset()} less all payloads and the bytes around them.
     *
     * @param payloadSizes takes the sizes, from index 0 on; at least one place
     * @return how many records these are; 0 if there is none, as where {@link #next()} is false
     * @throws IllegalArgumentException if there is no place
     * @throws CorruptRecordException as {@link #next()} does; those before the damage are given first
     * @throws IOException if the source cannot be read
     */
    public int nextSizes(int[] payloadSizes) throws IOException {
        if (payloadSizes.length == 0) {
            throw new IllegalArgumentException("payloadSizes must have a place");
        }
        if (!next()) {
            return 0;
        }
        payloadSizes[0] = payloadSize();
        return walking ? frames.nextVerified(payloadSizes, 1) : 1;
    }

    private boolean nextOutOfReach() throws IOException {
        walking = false;
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
     * Makes the record that begins at {@code offset} the next one, so that {@link #next()} goes to it: back or forward,
     * without reading what lies between. Damage that was found before is forgotten. Whether a record begins there is found
     * by {@link #next()}, as any damage; behind the end there is none, and no damage either.
     *
     * @param offset where a record begins, as {@link #offset()} told it
     * @param index the number that the record shall have
     * @throws IllegalArgumentException if offset or index is negative
     * @throws IllegalStateException if the source is compressed; only reading on leads to a place in it
     * @throws IOException if the source cannot be opened there
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
            throw new IllegalStateException(
                    name() + ": is compressed (" + compression.name() + "); read on to offset " + offset + " instead");
        }
        walking = false;
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
            walking = hasRecord;
            if (!hasRecord) {
                ended = options.access() != RecordReaderOptions.Access.FOLLOW;
                checkFollowed();
            }
            return hasRecord;
        } catch (CorruptRecordException e) {
            if (frames.isMapped()) {
                // What looks damaged may be gone.
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
                    // The listener may write to the same writer.
                    finish(copying, null);
                }
                try {
                    hasRecord =
                            TfRecordSearch.skip(frames, found, options.damage().nested(), this::tellSkipped);
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

    /** A file that is followed may only grow: records that were read and are gone would leave a gap. */
    private void checkFollowed() throws IOException {
        if (options.access() == RecordReaderOptions.Access.FOLLOW
                && byteSource.size().orElse(Long.MAX_VALUE) < frames.offsetOf(frames.limit)) {
            throw remember(frames.shrank(null));
        }
    }

    /** What lies below a damage: only a compressed stream can break before it is noticed. */
    private CorruptRecordException root(CorruptRecordException found) {
        return compression.isNone() ? found : frames.rootOf(found);
    }

    private void tellSkipped(SkippedRegion region) {
        SkippedRegion told = new SkippedRegion(
                region.source(),
                region.index(),
                region.offset(),
                region.length(),
                inPart(region.cause()),
                region.beginning(),
                region.nested());
        options.damage().listener().accept(told);
    }

    /** The damage with the file that it is in, where the source is several; one that cannot say which takes nothing away. */
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

    /** Makes this the damage of every further call; also where asking for the part goes wrong in an unforeseen way. */
    private CorruptRecordException remember(CorruptRecordException found) {
        walking = false;
        damage = found;
        CorruptRecordException told = inPart(found);
        damage = told;
        return told;
    }

    /**
     * The present record's payload: a read-only little-endian view from its position to its limit. Its position need not be
     * 0. The buffer is used again: it is valid until the next call of {@link #next()} or {@link #close()}.
     *
     * @throws IllegalStateException if there is no present record
     * @throws IOException if the payload is gone since it was verified: a mapped file was made shorter
     */
    public ByteBuffer payload() throws IOException {
        checkPayload();
        return frames.payload();
    }

    /** How many bytes the present record's payload has. */
    public int payloadSize() {
        checkRecord();
        return copied == null
                ? frames.payloadSize
                : (int) (copied.endOffset() - copied.offset() - frames.overheadBytes());
    }

    /**
     * The present record's payload as an array that the caller owns.
     *
     * @throws IllegalStateException if there is no present record
     * @throws CorruptRecordException with the reason {@link CorruptRecordException.Reason#OVER_LIMIT} if the payload is
     *     larger than {@link RecordReaderOptions#maxRecordSize}; the reader can go on
     * @throws IOException if the payload is gone since it was verified: a mapped file was made shorter
     */
    public byte[] payloadBytes() throws IOException {
        checkPayload();
        return frames.payloadBytes();
    }

    /** Where the present record begins, in uncompressed bytes from the beginning of the source. */
    public long offset() {
        checkRecord();
        return copied == null ? frames.offset() : copied.offset();
    }

    /** Where the present record ends, in uncompressed bytes: the next one begins there, unless damage comes between. */
    public long endOffset() {
        checkRecord();
        return copied == null ? frames.offset() + frames.overheadBytes() + frames.payloadSize : copied.endOffset();
    }

    /** The present record's number, from 0; a region that was skipped counts as one. */
    public long index() {
        checkRecord();
        return copied == null ? frames.index : copied.index();
    }

    private void checkPayload() {
        checkRecord();
        if (copied != null) {
            throw new IllegalStateException(
                    "the payload of a record that was copied cannot be had any more; seek it: " + name());
        }
    }

    /** How many bytes were summed so far; a file must not make that much more than it has. */
    long summedBytes() {
        return frames instanceof TfRecordFrames summed ? summed.summedBytes : 0;
    }

    /**
     * Returns how often a search has looked for a header, summed a payload, or moved or cleared an entry of a table.
     */
    long searchSteps() {
        return frames instanceof TfRecordFrames searched
                ? searched.headersSeen + searched.payloadsSummed + searched.entriesMoved
                : 0;
    }

    private void checkRecord() {
        if (!walking) {
            checkRecordSlowly();
        }
    }

    private void checkRecordSlowly() {
        if (!hasRecord) {
            throw new IllegalStateException("there is no present record; next() must have returned true: " + name());
        }
        if (closed) {
            throw new IllegalStateException("the reader is closed: " + name());
        }
    }

    /**
     * Where the first record begins, at {@code from} or behind it and before {@code to}, that proves itself: the checksum of
     * its header, its bounds and the checksum of its payload are right. What the reader is at does not change.
     *
     * <p>A payload that holds whole records, a record file inside a record, proves those too; whether a place is inside
     * another record is known to who walks there from a record that is sure.
     *
     * <p>Bytes that look like a header and claim a large payload make the search read on. It gives up when it has read more
     * for such claims than lies between the two places, and more than 64 MiB: then nothing is found. No payload is held.
     *
     * @param from counts bytes from 0
     * @param to where a record that begins is none any more; may be behind the end
     * @return empty if there is none, or if the search has given up
     * @throws IllegalArgumentException if {@code from} is negative
     * @throws IllegalStateException if the source is compressed or a stream, has a format without checksums, or the reader is
     *     closed
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
        // Who looks between two places will walk between them.
        frames.verifyAheadBefore(to);
        return found;
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
                    name() + ": a record can be found only in an uncompressed TFRecord file, and this is "
                            + (isPlain() ? format().name() : compression.name()));
        }
        if (byteSource.size().isEmpty()) {
            throw new IllegalStateException(name() + ": a record cannot be found in a stream, which is read only once");
        }
    }

    private boolean isPlain() {
        return compression.isNone();
    }

    /**
     * Writes the records that come next as they are, without looking into them: the fastest way from one file to another.
     * Behind it the last record that was written is the present one; only its payload cannot be had any more. The
     * listener of {@link DamagePolicy#skip} is called when all that came before is written, so that it may write to the
     * same writer.
     *
     * <p>What is large goes from a mapped file to a plain one while the records behind it are verified: the writer has a thread
     * for that until it is committed or closed. When this returns, nothing of the source is waiting to be written.
     *
     * @param mostRecords stops behind so many records; at least 0
     * @param mostBytes stops before the record with which this call would write more bytes, frames included; the first one is
     *     written whatever its size
     * @return how many records were written, 0 at the end of the source
     * @throws IllegalArgumentException if the writer has another format, or a limit is negative
     * @throws IllegalStateException if the reader is closed, or the writer is closed or committed or has failed before
     * @throws CorruptRecordException as {@link #next()} does; what came before the damage is written, and {@link
     *     RecordWriter#count()} tells how much that was. If a mapped file became shorter while it was copied, the writer is of
     *     no use any more
     * @throws IOException if reading or writing fails
     */
    public long copyTo(RecordWriter writer, long mostRecords, long mostBytes) throws IOException {
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
                    walking = false;
                    break;
                }
                copy.add(offset(), endOffset(), index());
                count++;
            }
        } catch (Throwable e) {
            copy.abandon();
            throw e;
        }
        walking = false;
        finish(copy, null);
        copied = copy.last();
        hasRecord = copied != null;
        return count;
    }

    /** Goes on; whatever fails there, also a listener, what came before is written: the writer has counted it. */
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

    /** Writes what the copying still holds. A file that is found to be shorter now is damage that stays. */
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

    /** The source's name. */
    public String name() {
        return frames.source;
    }

    /** The format that is read. */
    public RecordFormat format() {
        return frames.format();
    }

    /** The compression that is read. */
    public Compression compression() {
        return compression;
    }

    /** The incomplete record behind which {@link DamagePolicy#STOP_AT_TORN_TAIL} ended, if there was one. */
    public Optional<CorruptRecordException> tornTail() {
        return Optional.ofNullable(tornTail);
    }

    /** The records that are left, each a copy of its payload; {@link UncheckedIOException} carries what goes wrong. */
    @Override
    public Iterator<Bytes> iterator() {
        return new Iterator<>() {
            private boolean looked;
            private boolean there;

            @Override
            public boolean hasNext() {
                if (!looked) {
                    try {
                        there = RecordReader.this.next();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    looked = true;
                }
                return there;
            }

            @Override
            public Bytes next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("no record is left: " + name());
                }
                looked = false;
                try {
                    return Bytes.ofOwned(payloadBytes());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /** The records that are left, as {@link #iterator()} gives them. Closing the stream closes the reader. */
    public Stream<Bytes> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(
                                iterator(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                        false)
                .onClose(() -> {
                    try {
                        close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /** The records that are left, each made into something else: {@code stream(Example::parse)}. */
    public <T> Stream<T> stream(Function<? super Bytes, ? extends T> parse) {
        return stream().map(parse);
    }

    /**
     * Closes the source. On JDK 22 and newer this unmaps the file: a view of a payload beyond 1 MiB throws {@link
     * IllegalStateException} from then on. Up to JDK 21 a garbage collection unmaps it. Idempotent.
     */
    @Override
    public void close() throws IOException {
        if (!closed) {
            walking = false;
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
