package dev.riffle.internal.frame;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames of TFRecord. A frame is a length of 8 bytes, its masked checksum of 4 bytes, the payload, and the
 * payload's masked checksum of 4 bytes. All numbers are little-endian.
 *
 * <p>This class verifies frames in batches ahead of the reader, which keeps the loop over the frames simple and fast.
 * It reports damage when the reader reaches the damage. The window does not move while verified frames are left.
 *
 * <p>Source of the format: {@code tsl/lib/io/record_reader.cc} of TensorFlow 2.21. TensorFlow ignores 1 to 11 stray
 * bytes, but this class reports them as damage.
 */
final class TfRecordFrames extends Frames {

    static final int HEADER_BYTES = Framing.TFRECORD_HEADER_BYTES;
    static final int FOOTER_BYTES = Framing.TFRECORD_FOOTER_BYTES;

    /**
     * The size of the largest batch. It is large enough to make the check of mapped bytes cheap, and small enough to
     * stay in a cache.
     */
    private static final int BATCH_BYTES = 256 << 10;

    /** The size of the first batch after a seek. It is smaller, because the next call may seek again. */
    private static final int BATCH_BYTES_AFTER_SEEK = 1 << 10;

    private static final int BATCH_FRAMES = 1024;

    /**
     * The size above which mapped payloads are always verified in copies. For smaller payloads, a copy takes a seventh
     * more time.
     */
    private static final int MOST_IN_PLACE_BYTES = 4 << 10;

    /**
     * The number of bytes of wrong payloads to verify before this class keeps checksums. For a few wrong payloads,
     * separate checksums are cheaper.
     */
    private static final int MOST_WASTED_BYTES = 8 << 20;

    private final boolean verifies;

    /**
     * The frames that are verified but not yet returned. This array holds the indices of their payloads in the buffer,
     * and the next arrays hold the sizes and the masked checksums.
     */
    private final int[] payloads = new int[BATCH_FRAMES];

    private final int[] sizes = new int[BATCH_FRAMES];
    private final int[] checksums = new int[BATCH_FRAMES];
    private int head;
    private int tail;
    private int batchBytes = BATCH_BYTES;

    /** The offset at which a batch must end if it begins before the offset. */
    private long aheadBefore;

    /**
     * The number of bytes that the checksums have read. The next field counts the bytes of wrong payloads, less the
     * bytes of intact payloads since then.
     */
    long summedBytes;

    /**
     * The work of the search. This field counts the offsets examined for a header. The next field counts the payloads
     * verified.
     */
    long headersSeen;

    long payloadsSummed;

    /** The number of entries in tables of intact records that the search has moved or cleared. Tests use it. */
    long entriesMoved;

    private long wastedBytes;
    final RangeCrc rangeCrc = new RangeCrc(this);

    private @Nullable TfRecordSearch search;

    private final CRC32C crc = new CRC32C();

    TfRecordFrames(String source, OptionalLong size, ByteWindow window, ReadSettings settings) {
        super(source, Framing.TFRECORD, size, window, settings.mostHeldBytes());
        this.verifies = settings.verifiesPayloads();
    }

    @Override
    boolean advance() throws IOException {
        return nextVerified() || verifySome() && nextVerified();
    }

    @Override
    public boolean nextVerified() {
        int next = head;
        if (next == tail) {
            return false;
        }
        payload = payloads[next];
        payloadSize = sizes[next];
        head = next + 1;
        end = payload + payloadSize + FOOTER_BYTES;
        index++;
        return true;
    }

    @Override
    public int nextVerified(int[] target, int from) {
        int count = Math.min(tail - head, target.length - from);
        if (count > 0) {
            System.arraycopy(sizes, head, target, from, count);
            head += count - 1;
            index += count - 1;
            nextVerified();
        }
        return from + count;
    }

    @Override
    public int nextVerified(int[] target, int[] targetChecksums, int from) {
        targetChecksums[from - 1] = checksum();
        int count = Math.min(tail - head, target.length - from);
        if (count == 0) {
            return from;
        }
        System.arraycopy(checksums, head, targetChecksums, from, count);
        return nextVerified(target, from);
    }

    @Override
    int checksum() {
        // The current frame is the frame before the head.
        return checksums[head - 1];
    }

    @Override
    public void putBack() {
        super.putBack();
        head--;
    }

    @Override
    boolean isNextInReach() {
        return head < tail;
    }

    @Override
    public void verifyAheadBefore(long offset) {
        aheadBefore = offset;
    }

    /** Uses the frames of the verified batch again if the target is in the batch. */
    @Override
    public void seek(long offset, long recordIndex) throws IOException {
        while (head > 0 && offsetOf(payloads[head - 1]) - HEADER_BYTES >= offset) {
            head--;
        }
        while (head < tail && offsetOf(payloads[head]) - HEADER_BYTES < offset) {
            head++;
        }
        if (head < tail && offsetOf(payloads[head]) - HEADER_BYTES == offset) {
            end = payloads[head] - HEADER_BYTES;
            index = recordIndex - 1;
            return;
        }
        head = 0;
        tail = 0;
        batchBytes = BATCH_BYTES_AFTER_SEEK;
        // The results of a search are valid only for frames that follow in order.
        search = null;
        rangeCrc.clear();
        super.seek(offset, recordIndex);
    }

    /** Verifies the next frame and the available frames after it. Returns false at a clean end. */
    private boolean verifySome() throws IOException {
        head = 0;
        tail = 0;
        int start = reachHeader();
        if (start < 0) {
            return false;
        }
        int until = start + Math.min(batchBytes, limit - start);
        batchBytes = Math.min(2 * batchBytes, BATCH_BYTES);
        if (offsetOf(start) < aheadBefore && offsetOf(until) > aheadBefore) {
            until = start + (int) (aheadBefore - offsetOf(start));
        }
        if (isSummedInPlace()) {
            verifyInPlace(start, until, Framing.MOST_PAYLOAD_BYTES);
        } else {
            verifyMapped(start, until);
        }
        if (tail == 0) {
            verifyFrame(start);
        }
        return true;
    }

    /**
     * Verifies frames in a copy if the frames are not too large. Verifies small frames in place if no caller used a
     * payload of the batch before.
     */
    private void verifyMapped(int start, int until) throws DamagedFrameException {
        long length = framing.lengthAt(buffer, start);
        boolean small = length >= 0 && length <= MOST_IN_PLACE_BYTES;
        boolean copies = payloadsUsed || !mapped;
        payloadsUsed = false;
        if (small && !copies) {
            prove(until);
            verifyInPlace(start, until, MOST_IN_PLACE_BYTES);
        } else if (length >= 0 && length <= CopiedBytes.MOST_BYTES - framing.overheadBytes()) {
            verifyCopied(start, Math.min(until, start + CopiedBytes.MOST_BYTES));
        }
    }

    /**
     * Adds all intact frames that end before {@code until} and have payloads of at most {@code most} bytes. Leaves the
     * first other frame to the next call, or to {@link #verifyFrame}.
     */
    private void verifyInPlace(int start, int until, int most) {
        ByteBuffer bytes = buffer;
        ByteBuffer summing = summed();
        CRC32C sum = crc;
        int at = start;
        int count = 0;
        while (count < BATCH_FRAMES && until - at >= HEADER_BYTES) {
            long length = bytes.getLong(at);
            int from = at + HEADER_BYTES;
            if (length < 0
                    || length > Math.min(until - from - FOOTER_BYTES, most)
                    || !Framing.isChecksumOfLength(bytes.getInt(at + Framing.LENGTH_BYTES), length)) {
                break;
            }
            int to = from + (int) length;
            if (verifies) {
                sum.reset();
                sum.update(summing.limit(to).position(from));
            }
            // After the payload: an earlier read of its end makes the checksum slower by 40 percent.
            int stored = bytes.getInt(to);
            if (verifies && MaskedCrc32c.mask((int) sum.getValue()) != stored) {
                break;
            }
            payloads[count] = from;
            sizes[count] = to - from;
            checksums[count] = stored;
            count++;
            at = to + FOOTER_BYTES;
        }
        tail = count;
        summedBytes += at - start;
    }

    /** Like {@link #verifyInPlace}, with the frames in a copy. A common loop over buffers takes twice the time. */
    private void verifyCopied(int start, int until) {
        verifiedCopy.copy(buffer, start, until);
        byte[] bytes = verifiedCopy.bytes;
        CRC32C sum = crc;
        int size = until - start;
        int at = 0;
        int count = 0;
        while (count < BATCH_FRAMES && size - at >= HEADER_BYTES) {
            long length = LittleEndian.getLong(bytes, at);
            int from = at + HEADER_BYTES;
            if (length < 0
                    || length > size - from - FOOTER_BYTES
                    || !Framing.isChecksumOfLength(LittleEndian.getInt(bytes, at + Framing.LENGTH_BYTES), length)) {
                break;
            }
            int to = from + (int) length;
            if (verifies) {
                sum.reset();
                sum.update(bytes, from, to - from);
            }
            int stored = LittleEndian.getInt(bytes, to);
            if (verifies && MaskedCrc32c.mask((int) sum.getValue()) != stored) {
                break;
            }
            payloads[count] = start + from;
            sizes[count] = to - from;
            checksums[count] = stored;
            count++;
            at = to + FOOTER_BYTES;
        }
        tail = count;
        summedBytes += at;
    }

    @Override
    boolean advanceAfter(DamagedFrameException damage, boolean dropsDoubtful, Consumer<SkippedFrames> listener)
            throws IOException {
        TfRecordSearch present = search;
        if (present == null) {
            present = new TfRecordSearch(this, dropsDoubtful);
            search = present;
        }
        return present.skip(damage, listener);
    }

    /** Counts skipped damage as a frame. Makes the next batch smaller, because more damage often follows. */
    void skippedDamage(int next) {
        head = 0;
        tail = 0;
        end = next;
        index++;
        batchBytes = BATCH_BYTES_AFTER_SEEK;
    }

    /**
     * Returns the masked checksum of an available payload. Counts the bytes of wrong payloads, and keeps running
     * checksums after many of them.
     */
    private int payloadSum(int from, int size) throws DamagedFrameException {
        payloadsSummed++;
        int sum;
        if (wastedBytes < MOST_WASTED_BYTES) {
            sum = sumInPieces(from, from + size);
        } else {
            long offset = offsetOf(from);
            rangeCrc.begin(offset);
            sum = MaskedCrc32c.mask(rangeCrc.of(offset, offset + size));
        }
        wastedBytes = sum == buffer.getInt(from + size) ? Math.max(0, wastedBytes - size) : wastedBytes + size;
        return sum;
    }

    /**
     * Returns whether the payload of the frame at {@code start} has a valid checksum. The complete frame must be
     * available.
     */
    boolean isRight(int start, int size) throws DamagedFrameException {
        int from = start + HEADER_BYTES;
        return payloadSum(from, size) == buffer.getInt(from + size);
    }

    /** Adds one frame of any size, or throws if the frame is damaged. */
    private void verifyFrame(int start) throws IOException {
        int size = (int) framing.lengthAt(buffer, start);
        long recordOffset = offsetOf(start);
        int from = reachPayload(start);
        int stored = buffer.getInt(from + size);
        if (verifies) {
            int computed = payloadSum(from, size);
            if (stored != computed) {
                throw damaged(
                        recordOffset, Damage.ofChecksum(Damage.Kind.PAYLOAD_CHECKSUM, HEADER_BYTES, stored, computed));
            }
        }
        payloads[0] = from;
        sizes[0] = size;
        checksums[0] = stored;
        tail = 1;
    }

    @Override
    boolean isStillIntact() {
        int footer = payload + payloadSize;
        try {
            boolean intact = sumInPieces(payload, footer) == buffer.getInt(footer);
            MappedFault.deliver();
            return intact;
        } catch (DamagedFrameException shrank) {
            return false;
        }
    }

    @Override
    public long summedBytes() {
        return summedBytes;
    }

    @Override
    public long searchSteps() {
        return headersSeen + payloadsSummed + entriesMoved;
    }

    /** Computes the masked checksum of a payload of any size in pieces. */
    int sumInPieces(int from, int to) throws DamagedFrameException {
        crc.reset();
        summedBytes += to - from;
        addTo(crc, from, to);
        return MaskedCrc32c.mask((int) crc.getValue());
    }
}
