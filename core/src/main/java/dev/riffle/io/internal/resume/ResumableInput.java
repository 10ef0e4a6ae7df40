package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.util.Optional;

/**
 * Decompresses step by step. Between steps, an input returns the place at which another input could continue. Use an
 * input on one thread.
 */
interface ResumableInput {

    /** The smallest distance between places that need no window. */
    int SMALLEST_SPAN_BYTES = 32 << 10;

    /**
     * Decompresses more bytes. The caller must have taken all bytes decoded before. A step may decode no bytes.
     *
     * @return false at the end
     * @throws MalformedStreamException if the compressed bytes are damaged. The bytes before the damage can still be
     *      taken
     */
    boolean decode() throws IOException;

    /** Returns the number of decoded bytes that are not taken yet. */
    int available();

    /** Takes up to {@code most} decoded bytes, and returns their number. */
    int take(byte[] target, int from, int most);

    /**
     * Returns the place at which another input could continue. Empty if an access point is not worthwhile there.
     *
     * @param since the number of bytes decoded since the last place
     * @param spacing the wanted distance between places that need a window
     */
    Optional<AccessPoint.Entry> entry(long since, int spacing);

    /** Returns the number of decoded bytes that no later damage can affect. */
    long verifiedBytes();

    /** Returns the number of compressed bytes consumed. */
    long compressedBytes();
}
