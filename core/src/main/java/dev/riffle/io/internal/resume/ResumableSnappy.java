package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.SnappyBlockDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Blocks of raw Snappy. Decompression can begin at each block. */
final class ResumableSnappy implements ResumableInput {

    private final CompressedBytes in;
    private final SnappyBlockDecoder blocks;

    private ResumableSnappy(CompressedBytes in, SnappyBlockDecoder blocks) {
        this.in = in;
        this.blocks = blocks;
    }

    /** Returns an input that reads complete blocks. */
    static ResumableSnappy of(CompressedBytes in) {
        return new ResumableSnappy(in, new SnappyBlockDecoder(in));
    }

    /** Like {@link #of}, but also delivers the bytes of a damaged block before the damage. */
    static ResumableSnappy withParts(CompressedBytes in) {
        SnappyBlockDecoder blocks = new SnappyBlockDecoder(in);
        blocks.deliverParts();
        return new ResumableSnappy(in, blocks);
    }

    @Override
    public boolean decode() throws IOException {
        return blocks.decode();
    }

    @Override
    public int available() {
        return blocks.available();
    }

    @Override
    public int take(byte[] target, int from, int most) {
        return blocks.take(ByteBuffer.wrap(target, from, most));
    }

    @Override
    public Optional<AccessPoint.Entry> entry(long since, int spacing) {
        return since >= SMALLEST_SPAN_BYTES ? Optional.of(AccessPoint.Entry.atByte(in.offset())) : Optional.empty();
    }

    @Override
    public long verifiedBytes() {
        return blocks.takenBytes();
    }

    @Override
    public long compressedBytes() {
        return in.offset();
    }
}
