package dev.riffle;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Mapping;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.internal.PayloadMemory;
import dev.riffle.io.CompressionException;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one source in order. Each intact frame becomes the current frame. If a frame is damaged, this
 * class throws and does not advance, so the next call throws for the same damage again.
 */
abstract sealed class Frames implements Closeable permits TfRecordFrames, OfRecordFrames {

    /** The largest size of a payload in bytes, which is the limit of a Java array. */
    static final int MOST_PAYLOAD_BYTES = Integer.MAX_VALUE - 8;

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

    private static final int MARK_BYTES = 8;

    /**
     * The size of the copies. It is small, so that the next bytes stay in the processor's cache until their checksum is
     * computed.
     */
    private static final int SCRATCH_BYTES = 4 << 10;

    final String source;

    /** The uncompressed size of the source, if known. */
    final OptionalLong size;

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

    private final ByteWindow window;
    private @Nullable ByteBuffer view;
    private @Nullable ByteBuffer viewed;
    private byte[] copy = {};
    private long copiedIndex = -1;

    /** The largest payload to allocate memory for. */
    long mostHeldBytes = MOST_PAYLOAD_BYTES;

    /** The copy of the bytes verified last, if the verification copied them. */
    final CopiedBytes verifiedCopy = new CopiedBytes();

    /** Whether callers use payloads of this batch. If so, they get the verified copy as the payload. */
    boolean payloadsUsed = true;

    private @Nullable ByteBuffer copyView;
    private byte @Nullable [] viewedCopy;

    private final byte[] scratch = new byte[SCRATCH_BYTES];

    /** A second view of the buffer. The checksum moves its position and limit. */
    private ByteBuffer summed;

    private ByteBuffer summedOf;

    /** A field that the class writes so that the compiler keeps the access to a page. */
    byte proof;

    Frames(String source, OptionalLong size, ByteWindow window) {
        this.source = source;
        this.size = size;
        this.window = window;
        this.buffer = window.buffer;
        this.limit = buffer.limit();
        this.summedOf = buffer;
        this.summed = buffer.duplicate();
    }

    /** Advances to the next frame. Returns false at a clean end. */
    abstract boolean next() throws IOException;

    /** Advances to the next frame if it is already verified and available. This check is very cheap. */
    boolean nextVerified() {
        return false;
    }

    /**
     * Advances over all frames that are already verified and available, while {@code sizes} has room. Stores their
     * payload sizes, beginning at index {@code from}. Returns the index after the last size.
     */
    int nextVerified(int[] sizes, int from) {
        return from;
    }

    /**
     * Like {@link #nextVerified(int[], int)}. Also stores the {@link #checksum} of each of these frames in {@code
     * checksums}, with the current frame at index {@code from - 1}.
     */
    int nextVerified(int[] sizes, int[] checksums, int from) throws CorruptRecordException {
        checksums[from - 1] = checksum();
        return nextVerified(sizes, from);
    }

    /** Returns the checksum that the frame of the current payload stores. Computes it if the format has none. */
    int checksum() throws CorruptRecordException {
        CRC32C sum = new CRC32C();
        addTo(sum, payload, payload + payloadSize);
        return MaskedCrc32c.mask((int) sum.getValue());
    }

    /** Returns whether the next frame is available without moving the window. False if unknown. */
    abstract boolean isNextInReach();

    /** Announces that the reader reads all bytes up to {@code offset}, so that remote storage sends them at once. */
    final void willReadTo(long offset) {
        window.willReadTo(offset);
    }

    /** Announces that the reader may stop at a frame that begins at {@code offset} or after it. */
    void verifyAheadBefore(long offset) {
        // A format without batches verifies no frames ahead.
    }

    /** Makes the frame at {@code offset} the next frame, with the number {@code recordIndex}. */
    void seek(long offset, long recordIndex) throws IOException {
        verifiedCopy.clear();
        window.seek(offset);
        buffer = window.buffer;
        limit = buffer.limit();
        end = (int) (offset - window.base);
        renumber(recordIndex);
    }

    /** Sets the number of the next frame, which may differ from the number of a copied frame. */
    final void renumber(long recordIndex) {
        index = recordIndex - 1;
        copiedIndex = -1;
    }

    /** Returns the format of the frames. */
    abstract RecordFormat format();

    /** Returns whether the buffer is part of a mapped file. */
    final boolean isMapped() {
        return window.isMapped();
    }

    /** Returns the mapping that contains the buffer, or null. */
    final @Nullable Mapping mapping() {
        return window.mapping();
    }

    /**
     * Returns the number of bytes of the source that were read to reach the end of the current frame.
     *
     * @param ended whether the reader has examined all bytes of the source
     */
    final long sourceBytesRead(boolean ended) {
        OptionalLong compressed = window.compressedBytesRead();
        if (compressed.isPresent()) {
            return compressed.getAsLong();
        }
        return ended ? Math.max(size.orElse(0), offsetOf(limit)) : offsetOf(end);
    }

    /** Returns the offset of the current frame in the source. */
    final long offset() {
        return offsetOf(payload) - headerBytes();
    }

    /** Returns the number of bytes of a frame before the payload. */
    abstract int headerBytes();

    /** Returns the number of bytes that a frame has besides its payload. */
    abstract int overheadBytes();

    /** Returns the current payload as a view. All calls return the same view object. */
    final ByteBuffer payload() throws IOException {
        if (isPayloadInCopy()) {
            return payloadInCopy();
        }
        if (window.isMapped() && payloadSize <= MOST_COPIED_BYTES) {
            return copiedPayload();
        }
        if (window.isMapped()) {
            checkStillThere(null, 0);
        }
        ByteBuffer present = view;
        if (present == null || viewed != buffer) {
            present = buffer.asReadOnlyBuffer();
            view = present;
            viewed = buffer;
        }
        return present.order(ByteOrder.LITTLE_ENDIAN)
                .limit(payload + payloadSize)
                .position(payload);
    }

    /** Returns whether the payload is in the copy in which it was verified. */
    private boolean isPayloadInCopy() {
        payloadsUsed = true;
        return window.isMapped() && verifiedCopy.has(buffer, payload, payload + payloadSize);
    }

    @SuppressWarnings("ReferenceEquality") // compares the identity of the buffers, not their content
    private ByteBuffer payloadInCopy() {
        ByteBuffer present = copyView;
        if (present == null || viewedCopy != verifiedCopy.bytes) {
            viewedCopy = verifiedCopy.bytes;
            present = ByteBuffer.wrap(verifiedCopy.bytes).asReadOnlyBuffer();
            copyView = present;
        }
        int at = verifiedCopy.indexOf(payload);
        return present.order(ByteOrder.LITTLE_ENDIAN).limit(at + payloadSize).position(at);
    }

    /** Returns a copy of a mapped payload, which a truncation of the file cannot change. */
    private ByteBuffer copiedPayload() throws IOException {
        ByteBuffer present = view;
        if (present == null || viewed != null || copy.length < payloadSize) {
            copy = new byte[Math.max(payloadSize, Math.min(2 * copy.length, MOST_COPIED_BYTES))];
            present = ByteBuffer.wrap(copy).asReadOnlyBuffer();
            view = present;
            viewed = null;
            copiedIndex = -1;
        }
        if (copiedIndex != index) {
            copyPayload(copy, 0);
            copiedIndex = index;
        }
        return present.order(ByteOrder.LITTLE_ENDIAN).limit(payloadSize).position(0);
    }

    /** Returns the current payload in a new array. */
    final byte[] payloadBytes() throws IOException {
        checkLimit();
        if (isPayloadInCopy()) {
            return verifiedCopy.copyOf(payload, payloadSize);
        }
        byte[] bytes = new byte[payloadSize];
        copyPayload(bytes, 0);
        return bytes;
    }

    private void checkLimit() throws CorruptRecordException {
        if (payloadSize > mostHeldBytes) {
            throw overLimit(index, offset(), payloadSize);
        }
    }

    /**
     * Adds the current payload to the memory of a batch. Lends the copy in which the reader verified the payload, or
     * copies the payload once.
     */
    final void addPayloadTo(PayloadMemory memory) throws IOException {
        checkLimit();
        payloadsUsed = true;
        if (verifiedCopy.has(buffer, payload, payload + payloadSize)
                && verifiedCopy.lendTo(memory, payload, payloadSize)) {
            return;
        }
        if (memory.reserve(payloadSize)) {
            copyAvailable(memory.block(), memory.offset());
            memory.use(payloadSize);
        } else {
            byte[] own = new byte[payloadSize];
            copyAvailable(own, 0);
            memory.take(own);
        }
    }

    private void copyAvailable(byte[] target, int at) throws IOException {
        if (isPayloadInCopy()) {
            System.arraycopy(verifiedCopy.bytes, verifiedCopy.indexOf(payload), target, at, payloadSize);
        } else {
            copyPayload(target, at);
        }
    }

    /** Copies the current payload. Throws if a mapped file no longer has the complete frame. */
    private void copyPayload(byte[] target, int at) throws IOException {
        if (!window.isMapped()) {
            buffer.get(payload, target, at, payloadSize);
            return;
        }
        try {
            int mark = at + payloadSize - MARK_BYTES;
            if (payloadSize >= MARK_BYTES) {
                LittleEndian.putLong(target, mark, 0);
            }
            buffer.get(payload, target, at, payloadSize);
            // If a page is missing, the copy leaves the rest of the target unchanged. If the file ends inside a page,
            // zeros follow, and the last byte of the frame is zero.
            if (payloadSize < MARK_BYTES || LittleEndian.getLong(target, mark) == 0 || buffer.get(end - 1) == 0) {
                checkStillThere(target, at);
            }
        } catch (InternalError e) {
            throw currentRecordShrank(e);
        }
    }

    /**
     * Makes sure that the mapped file still has the current frame. The frame was intact when the reader verified it.
     * The size of a removed file is unknown, so only a checksum proves that the frame exists.
     *
     * @param copied an array with a new copy of the payload at index {@code at}, or null to read the payload in place
     */
    private void checkStillThere(byte @Nullable [] copied, int at) throws IOException {
        try {
            MappedFault.deliver();
            long available;
            try {
                available = window.sourceSize();
            } catch (FileSystemException gone) {
                if (!hasChecksumOf(copied, at)) {
                    throw gone;
                }
                return;
            }
            if (available < offsetOf(end)) {
                throw currentRecordShrank(null);
            }
        } catch (InternalError e) {
            throw currentRecordShrank(e);
        }
    }

    /**
     * Returns whether the payload at index {@code at} of an array, or the payload in place, matches the frame's
     * checksum. False if the format has no checksums.
     */
    abstract boolean hasChecksumOf(byte @Nullable [] copied, int at);

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
        return buffer.isDirect() && !window.isMapped();
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
    final void addTo(CRC32C sum, int from, int to) throws CorruptRecordException {
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
            MappedFault.settle();
            throw shrank(e);
        }
    }

    /** Makes sure that the mapped bytes before {@code to} exist. */
    final void prove(int to) throws CorruptRecordException {
        try {
            proof = to > 0 ? buffer.get(to - 1) : 0;
            MappedFault.deliver();
        } catch (InternalError e) {
            throw shrank(e);
        }
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
            if (window.hasShrunk()) {
                throw shrank(null);
            }
            return now;
        } catch (CompressionException e) {
            throw new CorruptRecordException(
                    source,
                    index + 1,
                    recordOffset,
                    recordOffset,
                    CorruptRecordException.Reason.DECOMPRESSION,
                    "a complete compressed stream",
                    "at compressed byte " + e.offset() + ": " + e.getMessage(),
                    e);
        } finally {
            buffer = window.buffer;
            limit = buffer.limit();
            // The index of the frame's beginning may be outside the buffer now, but its offset stays right.
            end = (int) (recordOffset - window.base);
        }
    }

    /**
     * Handles the end of the source at {@code start} if less than a header is left. A clean end has no byte left.
     */
    final boolean endOfSource(int start, int headerBytes) throws CorruptRecordException {
        int left = limit - start;
        if (left > 0) {
            throw corrupt(
                    offsetOf(start),
                    offsetOf(start),
                    CorruptRecordException.Reason.TRUNCATED_HEADER,
                    "a header of " + headerBytes + " bytes, or the end",
                    left + (left == 1 ? " byte" : " bytes"));
        }
        return false;
    }

    /**
     * Makes a payload and the checksum after it available, and also the header at {@code start} if one buffer can hold
     * the complete frame. Returns the payload's index. Accepts impossible lengths.
     */
    final int reachPayload(int start, int headerBytes, long length, int footerBytes) throws IOException {
        long recordOffset = offsetOf(start);
        long rest = size.isPresent() ? size.getAsLong() - recordOffset - headerBytes : Long.MAX_VALUE;
        if (length < 0 || length > MOST_PAYLOAD_BYTES) {
            if (length > rest) {
                throw truncated(recordOffset, length, footerBytes, rest);
            }
            throw corrupt(
                    recordOffset,
                    recordOffset,
                    CorruptRecordException.Reason.TOO_LARGE,
                    "at most " + MOST_PAYLOAD_BYTES + " bytes",
                    Long.toUnsignedString(length) + " bytes");
        }
        long wanted = length + footerBytes;
        if (length > mostHeldBytes && window.isCopy()) {
            throw cannotHold(start, headerBytes, length, footerBytes, rest);
        }
        int from = headerBytes + wanted <= Integer.MAX_VALUE
                ? reach(start, (int) (headerBytes + wanted)) + headerBytes
                : reach(start + headerBytes, (int) wanted);
        if (limit - from < wanted) {
            throw truncated(recordOffset, length, footerBytes, limit - from);
        }
        return from;
    }

    /** Returns the sum of an unsigned length and a few bytes as decimal digits, even if the sum exceeds 64 bits. */
    static String bytes(long length, int more) {
        long sum = length + more;
        return Long.compareUnsigned(sum, length) >= 0
                ? Long.toUnsignedString(sum)
                : new BigInteger(Long.toUnsignedString(length))
                        .add(BigInteger.valueOf(more))
                        .toString();
    }

    /**
     * Returns the exception for a record that exceeds the window's memory limit. Reads at most a few megabytes to
     * distinguish a short source from a large record.
     */
    private CorruptRecordException cannotHold(int start, int headerBytes, long length, int footerBytes, long rest)
            throws IOException {
        long recordOffset = offsetOf(start);
        long wanted = length + footerBytes;
        if (wanted > rest) {
            return truncated(recordOffset, length, footerBytes, rest);
        }
        long looked = headerBytes + Math.min(wanted, OVER_LIMIT_LOOK_BYTES);
        int from = reach(start, (int) looked);
        int available = limit - from;
        return available < looked
                ? truncated(recordOffset, length, footerBytes, available - headerBytes)
                : overLimit(index + 1, recordOffset, length);
    }

    private CorruptRecordException overLimit(long number, long recordOffset, long length) {
        return new CorruptRecordException(
                source,
                number,
                recordOffset,
                recordOffset,
                CorruptRecordException.Reason.OVER_LIMIT,
                "at most " + mostHeldBytes + " bytes",
                length + " bytes",
                null);
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

    final CorruptRecordException truncated(long recordOffset, long length, int footerBytes, long available) {
        return corrupt(
                recordOffset,
                recordOffset,
                CorruptRecordException.Reason.TRUNCATED_PAYLOAD,
                bytes(length, footerBytes) + " bytes after the header",
                available + (available == 1 ? " byte" : " bytes") + " before the end");
    }

    /** Returns an exception for damage of the frame that begins at {@code recordOffset}. */
    final CorruptRecordException corrupt(
            long recordOffset, long at, CorruptRecordException.Reason reason, String expected, String found) {
        return new CorruptRecordException(source, index + 1, recordOffset, at, reason, expected, found, null);
    }

    /**
     * Returns the cause of damage in a record. A damaged compressed stream can produce wrong bytes before the
     * decompression detects the damage. So this method reads a few megabytes ahead.
     */
    final CorruptRecordException rootOf(CorruptRecordException damage) {
        if (!damage.reason().isWrongContent() || end < 0) {
            return damage;
        }
        boolean payload = damage.reason() == CorruptRecordException.Reason.PAYLOAD_CHECKSUM
                || damage.reason() == CorruptRecordException.Reason.MALFORMED_MESSAGE;
        long wrongUntil = damage.recordOffset() + overheadBytes() + (payload ? buffer.getLong(end) : 0);
        try {
            reach(end, ROOT_SEARCH_BYTES);
            return damage;
        } catch (CorruptRecordException below) {
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
    final CorruptRecordException shrank(@Nullable InternalError fault) {
        return shrank(index + 1, offsetOf(end), fault);
    }

    /** Like {@link #shrank}, for a fault in the bytes of the current record. */
    private CorruptRecordException currentRecordShrank(@Nullable InternalError fault) {
        return shrank(index, offset(), fault);
    }

    private CorruptRecordException shrank(long number, long offset, @Nullable InternalError fault) {
        if (fault != null && !window.isMapped()) {
            throw fault;
        }
        return new CorruptRecordException(
                source,
                number,
                offset,
                offset,
                CorruptRecordException.Reason.SOURCE_SHRANK,
                size.isPresent() ? "a file of " + size.getAsLong() + " bytes" : "a file of constant size",
                "missing bytes",
                fault);
    }

    @Override
    public final void close() throws IOException {
        window.close();
    }
}
