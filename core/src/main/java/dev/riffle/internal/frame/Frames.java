package dev.riffle.internal.frame;

import dev.riffle.internal.Mapping;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.CompressionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one source in order.
 *
 * <p>Another program may truncate a mapped file at any time. So this class hands out copies of mapped payloads, and
 * checks each copy. It hands out payloads of more than 1 MiB, and payloads that are not mapped, in place.
 */
public abstract sealed class Frames extends FileRecords implements HeaderSearch.Window
        permits TfRecordFrames, OfRecordFrames {

    private static final int ROOT_SEARCH_BYTES = 4 << 20;

    /**
     * The number of bytes to read of a record that exceeds the limit. If the source ends within them, the record is
     * truncated.
     */
    private static final int OVER_LIMIT_LOOK_BYTES = 4 << 20;

    /** The search after damage uses this limit if the actual limit is lower. */
    private static final int LEAST_SEARCHED_BYTES = 2 << 20;

    /**
     * The number of bytes after the end of the largest record that the search may hold. They suffice for the largest
     * intact record that the search verifies, and for the headers after it. So the memory limit does not change which
     * records the search finds.
     */
    private static final int BEYOND_RECORD_BYTES = IntactRecords.MOST_BYTES + FrameEnds.LOOK_BYTES;

    /** The size above which the reader uses a mapped payload in place. */
    private static final int MOST_COPIED_BYTES = 1 << 20;

    private static final int LOOK_AHEAD_BYTES = 64 << 10;

    /**
     * The size of the copies for checksums. It is small, so that the next bytes stay in the processor's cache until
     * their checksum is computed.
     */
    private static final int SCRATCH_BYTES = 4 << 10;

    final Framing framing;

    /** The uncompressed size of the source, if known. */
    final OptionalLong size;

    /** Whether the buffer is part of a mapped file. */
    final boolean mapped;

    /** The available bytes. This is always the window's current buffer. */
    ByteBuffer buffer;

    /** The number of bytes in {@link #buffer}. */
    int limit;

    /** The index in {@link #buffer} after the current frame, at which the next frame begins. */
    int end;

    /** The index in {@link #buffer} of the current payload. The next field is its size. */
    int payload;

    int payloadSize;

    /** The number of frames before the current frame, or -1 before the first frame. */
    long index = -1;

    /** The largest payload to allocate memory for. */
    private final long mostHeldBytes;

    private final ByteWindow window;

    /** The copy of the bytes verified last, if the verification copied them. */
    final CopiedBytes verifiedCopy = new CopiedBytes();

    /** The copy of the payload used last, if it is not in {@link #verifiedCopy}. */
    private final CopiedBytes payloadCopy = new CopiedBytes();

    /** Whether callers use payloads of this batch. If so, they get the verified copy as the payload. */
    boolean payloadsUsed = true;

    /** A read-only view of the bytes that contain the payload used last. The next field has these bytes. */
    private @Nullable ByteBuffer view;

    private @Nullable ByteBuffer viewed;

    private final byte[] scratch = new byte[SCRATCH_BYTES];

    /** A second view of the buffer. The checksum moves its position and limit. */
    private ByteBuffer summed;

    private ByteBuffer summedOf;

    /** A field that this package writes so that the compiler keeps the access to a page. */
    byte proof;

    Frames(String source, Framing framing, OptionalLong size, ByteWindow window, long mostHeldBytes) {
        super(source, framing);
        this.framing = framing;
        this.size = size;
        this.window = window;
        this.mapped = window.isMapped();
        this.mostHeldBytes = mostHeldBytes;
        this.buffer = window.buffer;
        this.limit = buffer.limit();
        this.summedOf = buffer;
        this.summed = buffer.duplicate();
    }

    @Override
    public final boolean next() throws IOException {
        try {
            return advance();
        } catch (DamagedFrameException e) {
            throw afterDamage(e);
        } catch (InternalError e) {
            throw shrank(e);
        }
    }

    abstract boolean advance() throws IOException;

    @Override
    public final boolean skip(DamagedFrameException damage, boolean dropsDoubtful, Consumer<SkippedFrames> listener)
            throws IOException {
        try {
            boolean found = advanceAfter(damage, dropsDoubtful, listener);
            MappedFault.deliver();
            return found;
        } catch (InternalError e) {
            throw shrank(e);
        }
    }

    /** Like {@link #skip}. This method does not detect missing bytes. */
    abstract boolean advanceAfter(DamagedFrameException damage, boolean dropsDoubtful, Consumer<SkippedFrames> listener)
            throws IOException;

    /** Returns damage, or the exception for a truncated file if the bytes that look damaged are missing. */
    private DamagedFrameException afterDamage(DamagedFrameException damage) {
        try {
            if (mapped) {
                MappedFault.deliver();
            }
            return damage;
        } catch (InternalError e) {
            return shrank(e);
        }
    }

    @Override
    int checksum() throws DamagedFrameException {
        CRC32C sum = new CRC32C();
        addTo(sum, payload, payload + payloadSize);
        return MaskedCrc32c.mask((int) sum.getValue());
    }

    @Override
    public void putBack() {
        end = payload - framing.headerBytes();
        index--;
    }

    /** Returns whether the next frame is available without moving the window. False if unknown. */
    abstract boolean isNextInReach();

    @Override
    public final void willReadTo(long offset) {
        window.willReadTo(offset);
    }

    @Override
    public void seek(long offset, long recordIndex) throws IOException {
        verifiedCopy.clear();
        payloadCopy.clear();
        window.seek(offset);
        buffer = window.buffer;
        limit = buffer.limit();
        end = (int) (offset - window.base);
        index = recordIndex - 1;
    }

    /** Returns the mapping that contains the buffer, or null. */
    final @Nullable Mapping mapping() {
        return window.mapping;
    }

    @Override
    public final long sourceBytesRead(boolean ended) {
        OptionalLong compressed = window.compressedBytesRead();
        if (compressed.isPresent()) {
            return compressed.getAsLong();
        }
        return ended ? Math.max(size.orElse(0), offsetOf(limit)) : offsetOf(end);
    }

    /** Returns the offset up to which bytes are available. */
    public final long reachEnd() {
        return offsetOf(limit);
    }

    @Override
    public final long offset() {
        return offsetOf(payload) - framing.headerBytes();
    }

    @Override
    public final long endOffset() {
        return offsetOf(end);
    }

    @Override
    public final long index() {
        return index;
    }

    @Override
    public final int payloadSize() {
        return payloadSize;
    }

    @Override
    public final ByteBuffer payload() throws IOException {
        ByteBuffer bytes = buffer;
        int at = payload;
        if (mapped && payloadSize > MOST_COPIED_BYTES) {
            checkStillThere();
        } else if (mapped) {
            CopiedBytes copy = payloadCopy();
            bytes = copy.view;
            at = copy.indexOf(payload);
        }
        return view(bytes).limit(at + payloadSize).position(at);
    }

    @SuppressWarnings("ReferenceEquality") // compares the identity of the buffers, not their content
    private ByteBuffer view(ByteBuffer bytes) {
        ByteBuffer present = view;
        if (present == null || viewed != bytes) {
            present = bytes.asReadOnlyBuffer();
            view = present;
            viewed = bytes;
        }
        return present.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns a copy of the bytes of a mapped file that contains the current payload. */
    private CopiedBytes payloadCopy() throws IOException {
        if (isInVerifiedCopy()) {
            return verifiedCopy;
        }
        if (!payloadCopy.has(buffer, payload, payload + payloadSize)) {
            try {
                payloadCopy.copy(buffer, payload, payload + payloadSize);
                checkCopied();
            } catch (InternalError e) {
                throw currentRecordShrank(e);
            }
        }
        return payloadCopy;
    }

    /** Returns whether the payload is in the copy in which it was verified. */
    private boolean isInVerifiedCopy() {
        payloadsUsed = true;
        return verifiedCopy.has(buffer, payload, payload + payloadSize);
    }

    @Override
    public final byte[] payloadBytes() throws IOException {
        checkLimit();
        if (mapped && isInVerifiedCopy()) {
            return verifiedCopy.copyOf(payload, payloadSize);
        }
        byte[] bytes = new byte[payloadSize];
        copyPayload(bytes, 0);
        return bytes;
    }

    private void checkLimit() throws DamagedFrameException {
        if (payloadSize > mostHeldBytes) {
            throw overLimit(index, offset(), payloadSize);
        }
    }

    /** Lends the copy in which the reader verified the payload, or copies the payload once. */
    @Override
    public final void addPayloadTo(PayloadMemory memory) throws IOException {
        checkLimit();
        if (isInVerifiedCopy() && verifiedCopy.lendTo(memory, payload, payloadSize)) {
            return;
        }
        if (memory.reserve(payloadSize)) {
            copyPayload(memory.block(), memory.offset());
            memory.use(payloadSize);
        } else {
            byte[] own = new byte[payloadSize];
            copyPayload(own, 0);
            memory.take(own);
        }
    }

    private void copyPayload(byte[] target, int at) throws IOException {
        if (!mapped) {
            buffer.get(payload, target, at, payloadSize);
        } else if (isInVerifiedCopy()) {
            System.arraycopy(verifiedCopy.bytes, verifiedCopy.indexOf(payload), target, at, payloadSize);
        } else {
            try {
                MappedFault.copy(buffer, payload, target, at, payloadSize);
                checkCopied();
            } catch (InternalError e) {
                throw currentRecordShrank(e);
            }
        }
    }

    /** Throws if the current payload was copied while the mapped file did not have the complete frame. */
    private void checkCopied() throws IOException {
        // A missing page makes the copy throw. If the file ends inside a page, zeros follow.
        if (buffer.get(end - 1) == 0) {
            checkStillThere();
        }
    }

    /**
     * Makes sure that the mapped file still has the current frame. The frame was intact when the reader verified it.
     * The size of a removed file is unknown, so only a checksum proves that the frame exists.
     */
    private void checkStillThere() throws IOException {
        try {
            MappedFault.deliver();
            if (window.sourceSize() < offsetOf(end)) {
                throw currentRecordShrank(null);
            }
        } catch (FileSystemException gone) {
            if (!isStillIntact()) {
                throw gone;
            }
        } catch (InternalError e) {
            throw currentRecordShrank(e);
        }
    }

    /**
     * Returns whether the current payload still matches the checksum of its frame. False if the format has no
     * checksums.
     */
    abstract boolean isStillIntact();

    /** Makes sure that the source still has the bytes before {@code offset}. */
    final void checkSourceHas(long offset) throws IOException {
        if (window.sourceSize() < offset) {
            throw shrank(null);
        }
    }

    /**
     * Returns whether a checksum may read the buffer in place. A mapping is not safe, and the JDK would copy a
     * read-only array.
     */
    final boolean isSummedInPlace() {
        return buffer.isDirect() && !mapped;
    }

    /** Returns a duplicate of the buffer. A checksum may change the position and limit of the duplicate. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the buffers, not their content
    final ByteBuffer summed() {
        if (summedOf != buffer) {
            summedOf = buffer;
            summed = buffer.duplicate();
        }
        return summed;
    }

    /** Adds available bytes to a checksum. Copies mapped bytes first. */
    @Override
    public final void addTo(CRC32C sum, int from, int to) throws DamagedFrameException {
        if (isSummedInPlace()) {
            sum.update(summed().limit(to).position(from));
            return;
        }
        try {
            for (int at = from; at < to; at += SCRATCH_BYTES) {
                int piece = Math.min(to - at, SCRATCH_BYTES);
                MappedFault.copy(buffer, at, scratch, 0, piece);
                sum.update(scratch, 0, piece);
            }
        } catch (InternalError e) {
            throw shrank(e);
        }
    }

    /** Makes sure that the mapped bytes before {@code to} exist. */
    @Override
    public final void prove(int to) throws DamagedFrameException {
        if (mapped && to > 0) {
            try {
                proof = buffer.get(to - 1);
                MappedFault.deliver();
            } catch (InternalError e) {
                throw shrank(e);
            }
        }
    }

    @Override
    public final ByteBuffer bytes() {
        return buffer;
    }

    /** Reads some bytes ahead. The next frame is undefined afterwards. */
    @Override
    public final int reachAt(long offset, int count) throws IOException {
        if (offset < offsetOf(0) || offset + count > reachEnd()) {
            seek(offset, 0);
            reach(end, Math.max(count, LOOK_AHEAD_BYTES));
        }
        int at = (int) (offset - offsetOf(0));
        return limit - at < count ? -1 : at;
    }

    /** Returns the offset in the source of an index in the buffer. */
    final long offsetOf(int bufferIndex) {
        return window.base + bufferIndex;
    }

    /**
     * Makes {@code count} bytes beginning at {@code from} available, or fewer at the end. Returns the new index of
     * {@code from}. After the call only the frame that begins at {@link #end} may be read.
     */
    final int reach(int from, int count) throws IOException {
        long recordOffset = offsetOf(end);
        try {
            int now = window.reach(from, count);
            if (window.shrunk) {
                throw shrank(null);
            }
            return now;
        } catch (CompressionException e) {
            throw new DamagedFrameException(source, index + 1, recordOffset, Damage.ofStream(e), e);
        } finally {
            buffer = window.buffer;
            limit = buffer.limit();
            // The index of the frame's beginning may be outside the buffer now, but its offset stays right.
            end = (int) (recordOffset - window.base);
        }
    }

    /**
     * Makes the header at {@link #end} available, and returns its index. Returns -1 at a clean end, which has no byte
     * left.
     *
     * @throws DamagedFrameException if the source ends inside the header
     */
    final int reachHeader() throws IOException {
        int start = end;
        int headerBytes = framing.headerBytes();
        if (limit - start < headerBytes) {
            start = reach(start, headerBytes);
        }
        int left = limit - start;
        if (left >= headerBytes) {
            return start;
        }
        if (left > 0) {
            String expected = "a header of " + headerBytes + " bytes, or the end";
            throw damaged(offsetOf(start), Damage.ofTruncatedHeader(expected, left));
        }
        return -1;
    }

    /**
     * Makes the payload and the footer of the frame at {@code start} available, and also the header if one buffer can
     * hold the complete frame. Returns the payload's index.
     *
     * @throws DamagedFrameException if the header is damaged, or if the source ends inside the frame
     */
    final int reachPayload(int start) throws IOException {
        long recordOffset = offsetOf(start);
        long length = framing.lengthAt(buffer, start);
        long rest = size.isPresent() ? size.getAsLong() - recordOffset : Long.MAX_VALUE;
        // A file may have grown since the reader opened it. So its size does not limit a possible length.
        boolean possible = length <= Framing.MOST_PAYLOAD_BYTES;
        Damage damage = framing.check(buffer, start, possible ? Long.MAX_VALUE : rest);
        if (damage != null) {
            throw damaged(recordOffset, damage);
        }
        int headerBytes = framing.headerBytes();
        int wanted = (int) length + framing.footerBytes();
        if (wanted <= limit - start - headerBytes) {
            return start + headerBytes;
        }
        if (length > mostHeldBytes && window.isCopy()) {
            throw cannotHold(start, length, rest);
        }
        int from = headerBytes + (long) wanted <= Integer.MAX_VALUE
                ? reach(start, headerBytes + wanted) + headerBytes
                : reach(start + headerBytes, wanted);
        if (limit - from < wanted) {
            throw damaged(recordOffset, Damage.ofTruncatedPayload(length, framing.footerBytes(), limit - from));
        }
        return from;
    }

    /**
     * Returns the exception for a record that exceeds the window's memory limit. Reads at most a few megabytes to
     * distinguish a short source from a large record.
     *
     * @param rest the number of bytes from {@code start} to the end of the source
     */
    private DamagedFrameException cannotHold(int start, long length, long rest) throws IOException {
        long recordOffset = offsetOf(start);
        int headerBytes = framing.headerBytes();
        long wanted = length + framing.footerBytes();
        long present = rest;
        if (headerBytes + wanted <= rest) {
            long looked = headerBytes + Math.min(wanted, OVER_LIMIT_LOOK_BYTES);
            int now = reach(start, (int) looked);
            present = (long) limit - now;
            if (present >= looked) {
                return overLimit(index + 1, recordOffset, length);
            }
        }
        return damaged(recordOffset, Damage.ofTruncatedPayload(length, framing.footerBytes(), present - headerBytes));
    }

    private DamagedFrameException overLimit(long number, long recordOffset, long length) {
        return new DamagedFrameException(source, number, recordOffset, Damage.ofOverLimit(length, mostHeldBytes), null);
    }

    /**
     * Returns the largest number of bytes that the window can hold at one time, counted from the beginning of a damaged
     * record.
     */
    final long mostReach() {
        return window.isCopy()
                ? Math.max(mostHeldBytes, LEAST_SEARCHED_BYTES) + BEYOND_RECORD_BYTES
                : Integer.MAX_VALUE;
    }

    /** Returns an exception for damage of the frame that begins at {@code recordOffset}. */
    final DamagedFrameException damaged(long recordOffset, Damage damage) {
        return new DamagedFrameException(source, index + 1, recordOffset, damage, null);
    }

    /**
     * Returns the cause of damage in a record. A damaged compressed stream can produce wrong bytes before the
     * decompression detects the damage. So this method reads a few megabytes ahead.
     */
    public final DamagedFrameException rootOf(DamagedFrameException damage) {
        if (!damage.kind().isWrongContent() || end < 0) {
            return damage;
        }
        boolean payload =
                damage.kind() == Damage.Kind.PAYLOAD_CHECKSUM || damage.kind() == Damage.Kind.MALFORMED_MESSAGE;
        long wrongUntil =
                damage.frameOffset() + framing.overheadBytes() + (payload ? framing.lengthAt(buffer, end) : 0);
        try {
            reach(end, ROOT_SEARCH_BYTES);
            return damage;
        } catch (DamagedFrameException below) {
            boolean touches = below.getCause() instanceof CompressionException cause
                    && cause.reason() == CompressionException.Reason.DAMAGED
                    && cause.verifiedBytes() < wrongUntil;
            if (!touches) {
                return damage;
            }
            below.addSuppressed(damage);
            return below;
        } catch (IOException e) {
            damage.addSuppressed(e);
            return damage;
        }
    }

    /**
     * Returns the exception for a fault in mapped memory, which occurs if another program truncates the file.
     *
     * @throws InternalError the fault itself, if nothing is mapped here
     */
    public final DamagedFrameException shrank(@Nullable InternalError fault) {
        return shrank(index + 1, offsetOf(end), fault);
    }

    /** Like {@link #shrank}, for a fault in the bytes of the current record. */
    private DamagedFrameException currentRecordShrank(@Nullable InternalError fault) {
        return shrank(index, offset(), fault);
    }

    private DamagedFrameException shrank(long number, long offset, @Nullable InternalError fault) {
        if (fault != null) {
            MappedFault.settle();
            if (!mapped) {
                throw fault;
            }
        }
        return new DamagedFrameException(source, number, offset, Damage.ofShrunkFile(size), fault);
    }

    /** Returns the number of bytes that the checksums have read so far. Tests compare it with the size of the file. */
    public long summedBytes() {
        return 0;
    }

    /**
     * Returns the number of steps of all searches. A step examines a header, verifies a payload, or moves or clears an
     * entry of a table.
     */
    public long searchSteps() {
        return 0;
    }

    @Override
    public final void close() throws IOException {
        window.close();
    }
}
