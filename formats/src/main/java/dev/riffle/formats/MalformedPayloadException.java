package dev.riffle.formats;

/** A compressed string that is damaged, cut off, followed by other bytes, or too large once it is decompressed. */
public final class MalformedPayloadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long offset;
    private final int recoverableBytes;

    MalformedPayloadException(PayloadCompression compression, long offset, String problem, int recoverableBytes) {
        super(compression + " at compressed byte " + offset + ": " + problem
                + (recoverableBytes < 0 ? "" : "; " + recoverableBytes + " bytes can be recovered: use recover"));
        this.offset = offset;
        this.recoverableBytes = recoverableBytes;
    }

    /** Where it was noticed, in compressed bytes from the beginning. */
    public long offset() {
        return offset;
    }

    /** How many bytes {@link PayloadCompression#recover} returns; -1 if it refuses too. */
    public int recoverableBytes() {
        return recoverableBytes;
    }
}
