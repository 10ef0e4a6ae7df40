package dev.riffle;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.internal.frame.Framing;
import dev.riffle.internal.frame.OfRecordStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Encodes payloads into frames of one format. */
abstract sealed class FrameEncoder {

    final RecordOutput out;

    FrameEncoder(RecordOutput out) {
        this.out = out;
    }

    static FrameEncoder of(RecordFormat format, RecordOutput out) {
        return switch (format) {
            case TFRECORD -> new TfRecord(out);
            case OFRECORD -> new OfRecord(out);
        };
    }

    /** Throws if the format does not allow a payload. Leaves the position of the payload unchanged. */
    abstract void check(ByteBuffer payload);

    abstract void write(ByteBuffer payload) throws IOException;

    private static final class TfRecord extends FrameEncoder {
        private final CRC32C crc = new CRC32C();
        private final ByteBuffer written = out.buffer.duplicate();

        TfRecord(RecordOutput out) {
            super(out);
        }

        @Override
        void check(ByteBuffer payload) {
            // TFRecord allows any bytes, even none, but a reader must be able to hold the payload in memory.
            if (payload.remaining() > Framing.MOST_PAYLOAD_BYTES) {
                throw new IllegalArgumentException(
                        "a payload must have at most " + Framing.MOST_PAYLOAD_BYTES + " bytes: " + payload.remaining());
            }
        }

        @Override
        void write(ByteBuffer payload) throws IOException {
            if (payload.hasArray()) {
                write(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
                payload.position(payload.limit());
            } else {
                writeCopied(payload);
            }
        }

        /** Writes an array. Its checksum comes first and loads the array into the cache for the copy. */
        private void write(byte[] payload, int offset, int size) throws IOException {
            crc.reset();
            crc.update(payload, offset, size);
            ByteBuffer buffer = out.buffer;
            out.require(TfRecordFrames.HEADER_BYTES);
            Framing.TFRECORD.putHeader(buffer, size);
            int from = offset;
            int left = size;
            while (left > buffer.remaining()) {
                int piece = buffer.remaining();
                buffer.put(payload, from, piece);
                from += piece;
                left -= piece;
                out.drain();
            }
            buffer.put(payload, from, left);
            out.require(TfRecordFrames.FOOTER_BYTES);
            buffer.putInt(MaskedCrc32c.mask((int) crc.getValue()));
            out.endRecord();
        }

        private void writeCopied(ByteBuffer payload) throws IOException {
            int size = payload.remaining();
            out.require(TfRecordFrames.HEADER_BYTES);
            Framing.TFRECORD.putHeader(out.buffer, size);
            crc.reset();
            int from = payload.position();
            int left = size;
            while (left > 0) {
                int piece = Math.min(left, out.buffer.remaining());
                int at = out.buffer.position();
                out.buffer.put(at, payload, from, piece).position(at + piece);
                // The copy is in the cache, so the checksum reads it without another copy.
                crc.update(written.limit(at + piece).position(at));
                from += piece;
                left -= piece;
                if (left > 0) {
                    out.drain();
                }
            }
            payload.position(from);
            out.require(TfRecordFrames.FOOTER_BYTES);
            out.buffer.putInt(MaskedCrc32c.mask((int) crc.getValue()));
            out.endRecord();
        }
    }

    private static final class OfRecord extends FrameEncoder {
        OfRecord(RecordOutput out) {
            super(out);
        }

        @Override
        void check(ByteBuffer payload) {
            if (!payload.hasRemaining()) {
                throw new IllegalArgumentException(
                        "an OFRecord payload must have at least 1 byte: OneFlow rejects records of length 0");
            }
            int size = payload.remaining();
            String problem = OfRecordStructure.problem(payload, payload.position(), size, size);
            if (problem != null) {
                throw new IllegalArgumentException("an OFRecord payload must be an OFRecord message: " + problem);
            }
        }

        @Override
        void write(ByteBuffer payload) throws IOException {
            out.require(Framing.OFRECORD.headerBytes());
            Framing.OFRECORD.putHeader(out.buffer, payload.remaining());
            while (payload.hasRemaining()) {
                if (!out.buffer.hasRemaining()) {
                    out.drain();
                }
                int piece = Math.min(payload.remaining(), out.buffer.remaining());
                int at = out.buffer.position();
                out.buffer.put(at, payload, payload.position(), piece).position(at + piece);
                payload.position(payload.position() + piece);
            }
            out.endRecord();
        }
    }
}
