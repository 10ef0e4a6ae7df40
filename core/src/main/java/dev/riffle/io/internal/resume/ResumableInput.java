package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.util.Optional;

/**
 * Decompresses step by step and returns, between steps, the place where another input could continue. For one thread.
 */
interface ResumableInput {

    /** The least distance of places that need no window. */
    int SMALLEST_SPAN_BYTES = 32 << 10;

    /**
     * Decompresses more bytes. The caller must have taken all bytes decoded before. A step may decode no bytes.
     *
     * @return false at the end
     * @throws MalformedStreamException if the compressed bytes are damaged; the bytes before can still be taken
     */
    boolean decode() throws IOException;

    /** Returns the number of bytes that wait to be taken. */
    int available();

    /** Takes up to {@code most} of the bytes that wait, and returns their number. */
    int take(byte[] target, int from, int most);

    /**
     * Returns the place where another input could continue, if an access point is worthwhile there.
     *
     * @param since the number of bytes decoded since the last place
     */
    Optional<AccessPoint.Entry> entry(long since);

    /** Returns the number of decoded bytes that no later damage can affect. */
    long verifiedBytes();

    /** Returns the number of compressed bytes consumed. */
    long compressedBytes();
}
