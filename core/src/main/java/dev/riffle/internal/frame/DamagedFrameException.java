package dev.riffle.internal.frame;

import dev.riffle.internal.frame.Damage.Kind;
import dev.riffle.io.CompressionException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown at the damage of a frame. The public readers convert it to a {@code dev.riffle.CorruptRecordException}, which
 * has the message and the stack trace.
 */
public final class DamagedFrameException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final long index;
    private final long frameOffset;
    private final Damage damage;

    /**
     * Creates an exception.
     *
     * @param source the name of the source
     * @param index the number of records before the frame
     * @param frameOffset the offset of the frame
     */
    DamagedFrameException(String source, long index, long frameOffset, Damage damage, @Nullable Throwable cause) {
        super(damage.kind().name(), cause);
        this.source = source;
        this.index = index;
        this.frameOffset = frameOffset;
        this.damage = damage;
    }

    /** Leaves out the stack trace, because a caller may skip and keep millions of these exceptions. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** Returns an exception for the same damage with another record number. */
    public DamagedFrameException renumbered(long number) {
        return new DamagedFrameException(source, number, frameOffset, damage, getCause());
    }

    public String source() {
        return source;
    }

    public long index() {
        return index;
    }

    public long frameOffset() {
        return frameOffset;
    }

    /** Returns the offset of the damage. */
    public long offset() {
        return frameOffset + damage.at();
    }

    public Damage damage() {
        return damage;
    }

    public Kind kind() {
        return damage.kind();
    }

    /** Returns whether everything before the damage may be intact, so that only the rest is missing. */
    public boolean isTornTail() {
        return mayStillGrow()
                || kind() == Kind.DECOMPRESSION
                        && getCause() instanceof CompressionException stream
                        && stream.reason() != CompressionException.Reason.DAMAGED;
    }

    /** Returns whether the record may become complete when a writer adds more bytes. */
    public boolean mayStillGrow() {
        return kind() == Kind.TRUNCATED_HEADER || kind() == Kind.TRUNCATED_PAYLOAD;
    }
}
