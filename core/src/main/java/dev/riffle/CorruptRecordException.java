package dev.riffle;

import dev.riffle.internal.frame.Damage;
import dev.riffle.internal.frame.DamagedFrameException;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a record file is damaged. Reports the source, the record, the offset, and the expected and found content.
 * {@link Reason#OVER_LIMIT} and {@link Reason#SOURCE_SHRANK} also end reading, but the file may be intact.
 *
 * <p>Offsets count uncompressed bytes from the beginning of the source. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class CorruptRecordException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * The kinds of damage, and two other conditions that end reading.
     *
     * @since 0.1
     */
    public enum Reason {
        /** TFRecord: the length does not match its checksum. */
        LENGTH_CHECKSUM("length checksum does not match"),
        /** TFRecord and containers: the payload does not match its checksum. */
        PAYLOAD_CHECKSUM("payload checksum does not match"),
        /** The source ends inside the header of a record. */
        TRUNCATED_HEADER("truncated header"),
        /** The source ends inside the payload of a record, or inside the checksum after it. */
        TRUNCATED_PAYLOAD("truncated record"),
        /** The length exceeds the largest payload that this library supports: 2^31 - 9 bytes. */
        TOO_LARGE("record too large"),
        /** OFRecord: the length is below zero. */
        NEGATIVE_LENGTH("negative length"),
        /** OFRecord: the length is zero, which OneFlow rejects. */
        ZERO_LENGTH("record of length zero"),
        /** OFRecord: the payload does not have the structure of an OFRecord message. */
        MALFORMED_MESSAGE("malformed OFRecord message"),
        /** A container: bytes around the records contradict the rules of its format. */
        MALFORMED_CONTAINER("malformed container"),
        /** The compressed stream that contains the records is damaged or ends too early. */
        DECOMPRESSION("damaged compressed stream"),
        /**
         * The record needs more memory than {@link RecordReaderOptions#maxRecordSize} allows. The file may be intact.
         */
        OVER_LIMIT("record larger than the memory limit"),
        /** A file became shorter while the reader read it. */
        SOURCE_SHRANK("file became shorter while it was read");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        static Reason of(Damage.Kind kind) {
            return switch (kind) {
                case LENGTH_CHECKSUM -> LENGTH_CHECKSUM;
                case PAYLOAD_CHECKSUM -> PAYLOAD_CHECKSUM;
                case TRUNCATED_HEADER -> TRUNCATED_HEADER;
                case TRUNCATED_PAYLOAD -> TRUNCATED_PAYLOAD;
                case TOO_LARGE -> TOO_LARGE;
                case NEGATIVE_LENGTH -> NEGATIVE_LENGTH;
                case ZERO_LENGTH -> ZERO_LENGTH;
                case MALFORMED_MESSAGE -> MALFORMED_MESSAGE;
                case MALFORMED_CONTAINER -> MALFORMED_CONTAINER;
                case DECOMPRESSION -> DECOMPRESSION;
                case OVER_LIMIT -> OVER_LIMIT;
                case SOURCE_SHRANK -> SOURCE_SHRANK;
            };
        }

        /** Returns the advice at the end of the message. Empty for damage. */
        private String remedy() {
            return this == OVER_LIMIT
                    ? "; raise the limit (--max-record, RecordReaderOptions.maxRecordSize) and, if needed, the heap (-Xmx)"
                    : "";
        }

        /** Returns the reason as text for messages. */
        public String text() {
            return text;
        }
    }

    private final DamagedFrameException damaged;
    private final transient @Nullable SourcePart part;

    /** Creates an exception for the damage of a frame, with the file that contains it, or null. */
    CorruptRecordException(DamagedFrameException damaged, @Nullable SourcePart part) {
        super(message(damaged, part), damaged.getCause());
        this.damaged = damaged;
        this.part = part;
        for (Throwable each : damaged.getSuppressed()) {
            addSuppressed(each instanceof DamagedFrameException other ? new CorruptRecordException(other, null) : each);
        }
    }

    private static String message(DamagedFrameException damaged, @Nullable SourcePart part) {
        Reason reason = Reason.of(damaged.kind());
        return damaged.source() + ": record " + damaged.index() + " at offset " + damaged.offset()
                + (part == null ? "" : " (" + part + ")") + ": " + reason.text()
                + ": expected " + damaged.damage().expected()
                + ", found " + damaged.damage().found() + reason.remedy();
    }

    /**
     * Returns an exception for the same damage with another record number, for callers that read a file in several
     * parts.
     */
    public CorruptRecordException renumbered(long index) {
        CorruptRecordException reported = new CorruptRecordException(damaged.renumbered(index), part);
        reported.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            reported.addSuppressed(suppressed);
        }
        return reported;
    }

    /** Returns the name of the source. */
    public String source() {
        return damaged.source();
    }

    /** Returns the number of records, delivered or skipped, before the damaged record. */
    public long recordIndex() {
        return damaged.index();
    }

    /** Returns the offset of the damaged record. */
    public long recordOffset() {
        return damaged.frameOffset();
    }

    /**
     * Returns the offset of the damage. This is the offset of the payload if the payload checksum is wrong, otherwise
     * the offset of the record.
     */
    public long offset() {
        return damaged.offset();
    }

    /**
     * Returns the file that contains the damage and the offset in that file, if the source consists of several files.
     * Empty if the files are compressed, because offsets then count uncompressed bytes and do not identify a file.
     */
    public Optional<SourcePart> part() {
        return Optional.ofNullable(part);
    }

    /** Returns the kind of damage. */
    public Reason reason() {
        return Reason.of(damaged.kind());
    }

    /** Returns the expected content. For a checksum, this is the stored checksum in hexadecimal digits. */
    public String expected() {
        return damaged.damage().expected();
    }

    /** Returns the content found. For a checksum, this is the checksum of the bytes in hexadecimal digits. */
    public String found() {
        return damaged.damage().found();
    }
}
