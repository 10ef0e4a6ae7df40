package dev.riffle.io.internal.codec;

import dev.riffle.io.SampleBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The result of a raw deflate stream: its bytes and the kind of its end. If the stream is complete, also the number of
 * consumed input bytes.
 */
record DeflateOutcome(End end, byte[] bytes, long consumed) {

    enum End {
        WHOLE,
        DAMAGED,
        INCOMPLETE
    }

    static DeflateOutcome ofDecoder(byte[] stream) throws IOException {
        return ofDecoder(SampleBytes.channel(stream));
    }

    static DeflateOutcome ofDecoder(ReadableByteChannel stream) throws IOException {
        return ofDecoder(stream, Integer.MAX_VALUE);
    }

    /** Decodes until at least {@code most} bytes or the end of the stream. May return up to one buffer more. */
    static DeflateOutcome ofDecoder(ReadableByteChannel stream, int most) throws IOException {
        CompressedBytes in = CompressedBytes.onHeap(stream, 0);
        DeflateDecoder decoder = new DeflateDecoder(in);
        decoder.begin();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        End end = End.WHOLE;
        try {
            while (!decoder.isEnded() && bytes.size() < most) {
                decoder.decode();
                take(decoder, bytes);
            }
        } catch (MalformedStreamException e) {
            take(decoder, bytes);
            end = e.problem() == MalformedStreamException.Problem.INCOMPLETE ? End.INCOMPLETE : End.DAMAGED;
        }
        return new DeflateOutcome(end, bytes.toByteArray(), end == End.WHOLE ? in.offset() : 0);
    }

    static void take(DeflateDecoder decoder, ByteArrayOutputStream bytes) {
        byte[] taken = new byte[decoder.available()];
        decoder.take(taken, 0, taken.length);
        bytes.writeBytes(taken);
    }

    static DeflateOutcome ofInflater(byte[] stream) {
        return ofInflater(stream, Integer.MAX_VALUE);
    }

    static DeflateOutcome ofInflater(byte[] stream, int most) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stream);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            while (!inflater.finished() && bytes.size() < most) {
                long before = inflater.getBytesWritten();
                int count;
                try {
                    count = inflater.inflate(buffer);
                } catch (DataFormatException e) {
                    bytes.write(buffer, 0, (int) (inflater.getBytesWritten() - before));
                    return new DeflateOutcome(End.DAMAGED, bytes.toByteArray(), 0);
                }
                if (count == 0 && !inflater.finished()) {
                    return new DeflateOutcome(End.INCOMPLETE, bytes.toByteArray(), 0);
                }
                bytes.write(buffer, 0, count);
            }
            return new DeflateOutcome(End.WHOLE, bytes.toByteArray(), inflater.getBytesRead());
        } finally {
            inflater.end();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeflateOutcome that
                && end == that.end
                && consumed == that.consumed
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return end + " after " + bytes.length + " bytes, " + consumed + " consumed";
    }
}
