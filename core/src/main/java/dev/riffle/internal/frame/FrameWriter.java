package dev.riffle.internal.frame;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.internal.RangeOutput;
import dev.riffle.internal.SpareBuffers;
import dev.riffle.io.ByteSink;
import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Encodes payloads into frames, and copies frames, in a buffer that passes its bytes through a compression to a sink.
 */
public final class FrameWriter extends FileRecordWriter {

    /** The default number of bytes to pass on in one call. */
    public static final int BLOCK_BYTES = 256 << 10;

    /** The number of bytes in the buffer after a block, so that a block may end inside a header. */
    private static final int SPARE_BYTES = 64;

    /**
     * The size at which the buffer of a compressed output is passed on at the end of a record. The compression can then
     * end a member there.
     */
    private static final int COMPRESSED_STEP_BYTES = 16 << 10;

    private static final int PAGE_BYTES = 4 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Framing framing;
    private final CompressedOutput compressed;
    private final boolean plain;

    /**
     * The sink, or null. Set if the sink can write ranges while its caller continues, because their bytes do not
     * change.
     */
    private final @Nullable RangeOutput later;

    /**
     * The number of bytes to pass on in one call. It is a number of complete pages, because a write that ends inside a
     * page takes one and a half times as long.
     */
    private final int block;

    private final int step;
    private long drained;

    private final SpareBuffers.Loan loan;

    /** The buffer with encoded frames. Drained when full. Empty after the writer is closed. */
    private ByteBuffer buffer;

    /** A second view of the buffer. The checksum moves its position and limit. */
    private final ByteBuffer summed;

    private final CRC32C crc = new CRC32C();

    private FrameWriter(Framing framing, ByteSink.Output sink, Compression compression, SpareBuffers.Loan loan)
            throws IOException {
        super(sink);
        this.framing = framing;
        this.compressed = compression.compress(sink);
        this.plain = compression.isNone();
        // A custom compression that is named NONE may change the bytes.
        this.later = compression == Compression.NONE && sink instanceof RangeOutput ranges ? ranges : null;
        this.loan = loan;
        this.block = loan.buffer().capacity() - SPARE_BYTES;
        this.step = plain ? block : Math.min(block, COMPRESSED_STEP_BYTES);
        this.buffer = loan.buffer().order(ByteOrder.LITTLE_ENDIAN);
        this.summed = buffer.duplicate();
    }

    /**
     * Returns a writer to a new file of a sink.
     *
     * @param block the number of bytes to pass on in one call
     */
    static FrameWriter create(ByteSink sink, Framing framing, Compression compression, int block) throws IOException {
        // Allocated before the file exists, so that a lack of memory leaves no file to delete.
        SpareBuffers.Loan buffer = SpareBuffers.take(block + SPARE_BYTES);
        ByteSink.Output output = sink.create();
        try {
            return new FrameWriter(framing, output, compression, buffer);
        } catch (Throwable e) {
            try (output) {
                throw e;
            }
        }
    }

    /** Returns a writer to the end of an uncompressed file. */
    public static FrameWriter append(ByteSink.Output output, Framing framing) throws IOException {
        return new FrameWriter(framing, output, Compression.NONE, SpareBuffers.take(BLOCK_BYTES + SPARE_BYTES));
    }

    @Override
    public void check(ByteBuffer payload) {
        int size = payload.remaining();
        if (size > Framing.MOST_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    "a payload must have at most " + Framing.MOST_PAYLOAD_BYTES + " bytes: " + size);
        }
        if (framing == Framing.OFRECORD) {
            if (size == 0) {
                throw new IllegalArgumentException(
                        "an OFRecord payload must have at least 1 byte: OneFlow rejects records of length 0");
            }
            String problem = OfRecordStructure.problem(payload, payload.position(), size, size);
            if (problem != null) {
                throw new IllegalArgumentException("an OFRecord payload must be an OFRecord message: " + problem);
            }
        }
    }

    @Override
    public void write(ByteBuffer payload) throws IOException {
        boolean sums = framing == Framing.TFRECORD;
        crc.reset();
        if (sums && payload.hasArray()) {
            // The checksum comes first and loads the array into the cache for the copy.
            crc.update(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
            sums = false;
        }
        require(framing.headerBytes());
        framing.putHeader(buffer, payload.remaining());
        while (payload.hasRemaining()) {
            require(1);
            int at = buffer.position();
            copySome(payload);
            if (sums) {
                // The copy is in the cache, so the checksum reads it without another copy.
                crc.update(summed.limit(buffer.position()).position(at));
            }
        }
        require(framing.footerBytes());
        if (framing == Framing.TFRECORD) {
            buffer.putInt(MaskedCrc32c.mask((int) crc.getValue()));
        }
        endRecord();
    }

    /** Copies a range of complete frames. */
    void copy(ByteBuffer range) throws IOException {
        while (range.hasRemaining()) {
            require(1);
            copySome(range);
        }
    }

    /** Copies as many bytes as the buffer has room for. */
    private void copySome(ByteBuffer range) {
        int piece = Math.min(range.remaining(), buffer.remaining());
        int at = buffer.position();
        buffer.put(at, range, range.position(), piece).position(at + piece);
        range.position(range.position() + piece);
    }

    @Override
    public long uncompressedSize() {
        return drained + buffer.position();
    }

    /** Makes room for {@code count} bytes, at most {@link #SPARE_BYTES}. */
    private void require(int count) throws IOException {
        if (buffer.remaining() < count) {
            drain();
        }
    }

    /** Passes on all bytes up to the end of a block to make room in the buffer. */
    private void drain() throws IOException {
        int filled = buffer.position();
        int beyond = (int) ((drained + filled) % block);
        pass(beyond < filled ? filled - beyond : filled);
    }

    /**
     * Passes complete pages of a range to the sink without a copy. Leaves less than a page in the range. Only for an
     * output without compression.
     *
     * @param lasting whether the bytes stay unchanged until {@link #awaitWritten}
     */
    void passPages(ByteBuffer range, boolean lasting) throws IOException {
        if (buffer.position() > 0) {
            int toPage = (int) ((PAGE_BYTES - uncompressedSize() % PAGE_BYTES) % PAGE_BYTES);
            if (range.remaining() < toPage) {
                return;
            }
            int end = range.limit();
            copy(range.limit(range.position() + toPage));
            range.limit(end);
            pass(buffer.position());
        }
        int end = range.limit();
        int beyond = (int) ((drained + range.remaining()) % PAGE_BYTES);
        if (beyond < range.remaining()) {
            range.limit(end - beyond);
            if (lasting && later != null) {
                int count = range.remaining();
                later.writeLater(range);
                drained += count;
            }
            while (range.hasRemaining()) {
                drained += compressed.write(range);
            }
            range.limit(end);
        }
    }

    /** Waits until the sink has written all ranges that were passed on without a copy. */
    void awaitWritten() throws IOException {
        if (later != null) {
            later.awaitWritten();
        }
    }

    private void pass(int count) throws IOException {
        loan.touch();
        int filled = buffer.position();
        buffer.position(0).limit(count);
        drained += count;
        while (buffer.hasRemaining()) {
            compressed.write(buffer);
        }
        buffer.limit(filled).compact();
    }

    /** Passes on bytes after a complete record if the buffer has enough of them. */
    void endRecord() throws IOException {
        if (buffer.position() < step) {
            return;
        }
        if (plain) {
            drain();
        } else {
            pass(buffer.position());
            compressed.endRecord();
        }
    }

    @Override
    public void flush() throws IOException {
        pass(buffer.position());
        compressed.flush();
    }

    @Override
    public void finish() throws IOException {
        pass(buffer.position());
        compressed.finish();
    }

    @Override
    public void close() throws IOException {
        try {
            compressed.close();
        } finally {
            try {
                sink.close();
            } finally {
                drained += buffer.position();
                buffer = NOTHING;
                loan.giveBack();
            }
        }
    }
}
