package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.util.Optional;

/** Decompresses step by step and can say, between steps, where another could go on. For one thread. */
interface ResumableInput {

    /** Places that need no window may be so near to each other. */
    int SMALLEST_SPAN_BYTES = 32 << 10;

    /**
     * Decompresses some more; what was given before must have been taken. A step may give nothing.
     *
     * @return false at the end
     * @throws MalformedStreamException if the compressed bytes are damaged; what came before can still be taken
     */
    boolean decode() throws IOException;

    /** How many bytes wait to be taken. */
    int available();

    /** Takes bytes, as many as there are up to {@code most}. */
    int take(byte[] target, int from, int most);

    /**
     * Where another could go on instead of this, if it is a good place.
     *
     * @param since how many bytes were given since the last place
     */
    Optional<AccessPoint.Entry> entry(long since);

    /** How many bytes were given that no later damage can touch. */
    long verifiedBytes();

    /** How many compressed bytes have been consumed. */
    long compressedBytes();
}
