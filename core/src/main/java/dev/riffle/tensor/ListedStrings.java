package dev.riffle.tensor;

import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the strings of a message, in either of their two forms. */
final class ListedStrings {

    private static final int STRING_TAG = TensorWire.STRING_VAL << 3 | WireScanner.LENGTH_DELIMITED;

    /** The largest number of bytes of a varint of 32 bits. */
    private static final int MOST_LENGTH_BYTES = 5;

    private ListedStrings() {}

    /**
     * Reads strings that a message lists as single values. If the message lists fewer values than elements, repeats the
     * last value.
     */
    static Values read(TensorMessage message, int elements, TensorLimit limit) {
        int count = 0;
        long total = 0;
        int last = 0;
        WireScanner wire = message.start();
        while (!wire.atEnd() && count < elements) {
            int tag = wire.readTag();
            if (tag == STRING_TAG) {
                last = wire.readLength();
                total += last;
                count++;
                wire.advance(last);
            } else {
                wire.skip(tag, 0);
            }
        }
        total += (long) last * (elements - count);
        limit.check(total + (elements + 1L) * Integer.BYTES);
        return fill(message, elements, new byte[(int) total]);
    }

    private static Values fill(TensorMessage message, int elements, byte[] data) {
        ByteBuffer offsets = ByteBuffer.allocate((elements + 1) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int count = 0;
        int at = 0;
        int last = 0;
        WireScanner wire = message.start();
        while (!wire.atEnd() && count < elements) {
            int tag = wire.readTag();
            if (tag == STRING_TAG) {
                last = wire.readLength();
                System.arraycopy(message.bytes(), wire.position(), data, at, last);
                wire.advance(last);
                at += last;
                offsets.putInt(++count * Integer.BYTES, at);
            } else {
                wire.skip(tag, 0);
            }
        }
        while (count < elements) {
            System.arraycopy(data, at - last, data, at, last);
            at += last;
            offsets.putInt(++count * Integer.BYTES, at);
        }
        return Values.wrapStrings(elements, offsets, ByteBuffer.wrap(data));
    }

    /**
     * Returns strings that share the memory of the content. The content has the lengths as varints, then the bytes of
     * all strings.
     */
    static Values ofContent(Bytes content, int contentOffset, int elements) {
        if (elements > content.size()) {
            throw new MalformedTensorException(
                    contentOffset,
                    "expected a length for each of " + elements + " strings, found " + content.size() + " bytes");
        }
        TensorLimit.checkArray((elements + 1L) * Integer.BYTES);
        ByteBuffer ends = ByteBuffer.allocate((elements + 1) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        long end = 0;
        for (int i = 1; i <= elements; i++) {
            long length = 0;
            byte next = -1;
            for (int j = 0; next < 0; j++) {
                if (j == MOST_LENGTH_BYTES || at == content.size()) {
                    throw new MalformedTensorException(
                            contentOffset + at, "the length of string " + (i - 1) + " is incomplete");
                }
                next = content.get(at++);
                length |= (next & 0x7fL) << 7 * j;
            }
            end += length & 0xffffffffL;
            ends.putInt(i * Integer.BYTES, (int) end);
        }
        if (end != content.size() - at) {
            throw new MalformedTensorException(
                    contentOffset + at,
                    "expected strings of " + end + " bytes together after their lengths, found " + (content.size() - at)
                            + " bytes");
        }
        Bytes strings = content.slice(at, content.size());
        return Values.wrapStrings(elements, ends, strings.asByteBuffer());
    }
}
