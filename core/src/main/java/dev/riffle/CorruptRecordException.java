package dev.riffle;

import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record file is damaged: which source, which record, where, and what was expected and found there. {@link
 * Reason#OVER_LIMIT} and {@link Reason#SOURCE_SHRANK} are no damage of the file, but end reading in the same way.
 *
 * <p>Offsets count uncompressed bytes from the beginning of the source.
 */
public final class CorruptRecordException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** TFRecord: the checksum of a length does not match it. */
        LENGTH_CHECKSUM("length checksum does not match"),
        /** TFRecord: the checksum of a payload does not match it. */
        PAYLOAD_CHECKSUM("payload checksum does not match"),
        /** The source ends inside the header of a record. */
        TRUNCATED_HEADER("truncated header"),
        /** The source ends inside the payload of a record, or inside the checksum behind it. */
        TRUNCATED_PAYLOAD("truncated record"),
        /** The length is more than any record of this library's can have: 2^31 - 9 bytes. */
        TOO_LARGE("record too large"),
        /** OFRecord: the length is below zero. */
        NEGATIVE_LENGTH("negative length"),
        /** OFRecord: the length is zero, which OneFlow refuses. */
        ZERO_LENGTH("record of length zero"),
        /** OFRecord: the payload does not have the structure of an OFRecord message. */
        MALFORMED_MESSAGE("malformed OFRecord message"),
        /** The compressed stream below the records is damaged or stops too early. */
        DECOMPRESSION("damaged compressed stream"),
        /**
         * The reader would have to hold more bytes of one record than {@link RecordReaderOptions#maxRecordSize} allows.
         * The file may be intact.
         */
        OVER_LIMIT("record larger than the memory limit"),
        /** A file became shorter while it was read. */
        SOURCE_SHRANK("file became shorter while it was read");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        /** What the user can do, to be appended to the message; empty for damage. */
        private String remedy() {
            return this == OVER_LIMIT
                    ? "; raise the limit (--max-record, RecordReaderOptions.maxRecordSize) and, if needed, the heap (-Xmx)"
                    : "";
        }

        /** Whether bytes are there but wrong, rather than missing. */
        boolean isWrongContent() {
            return switch (this) {
                case LENGTH_CHECKSUM, PAYLOAD_CHECKSUM, TOO_LARGE, NEGATIVE_LENGTH, ZERO_LENGTH, MALFORMED_MESSAGE ->
                    true;
                case TRUNCATED_HEADER, TRUNCATED_PAYLOAD, DECOMPRESSION, OVER_LIMIT, SOURCE_SHRANK -> false;
            };
        }

        /** The reason in words. */
        public String text() {
            return text;
        }
    }

    private final String source;
    private final long recordIndex;
    private final long recordOffset;
    private final long offset;
    private final transient @Nullable SourcePart part;
    private final Reason reason;
    private final String expected;
    private final String found;

    CorruptRecordException(
            String source,
            long recordIndex,
            long recordOffset,
            long offset,
            Reason reason,
            String expected,
            String found,
            @Nullable Throwable cause) {
        this(source, recordIndex, recordOffset, offset, null, reason, expected, found, cause);
    }

    private CorruptRecordException(
            String source,
            long recordIndex,
            long recordOffset,
            long offset,
            @Nullable SourcePart part,
            Reason reason,
            String expected,
            String found,
            @Nullable Throwable cause) {
        super(
                source + ": record " + recordIndex + " at offset " + offset
                        + (part == null ? "" : " (" + part + ")") + ": " + reason.text()
                        + ": expected " + expected + ", found " + found + reason.remedy(),
                cause);
        this.source = source;
        this.recordIndex = recordIndex;
        this.recordOffset = recordOffset;
        this.offset = offset;
        this.part = part;
        this.reason = reason;
        this.expected = expected;
        this.found = found;
    }

    /** The same damage, told with where it is in a source that is several files. */
    CorruptRecordException inPart(SourcePart part) {
        CorruptRecordException told = new CorruptRecordException(
                source, recordIndex, recordOffset, offset, part, reason, expected, found, getCause());
        told.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            told.addSuppressed(suppressed);
        }
        return told;
    }

    /** The same damage with another number of its record, for those who read a file in several stretches. */
    public CorruptRecordException renumbered(long index) {
        CorruptRecordException told = new CorruptRecordException(
                source, index, recordOffset, offset, part, reason, expected, found, getCause());
        told.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            told.addSuppressed(suppressed);
        }
        return told;
    }

    /** The name of the source. */
    public String source() {
        return source;
    }

    /** How many records (delivered or skipped) come before the damaged one. */
    public long recordIndex() {
        return recordIndex;
    }

    /** Where the damaged record begins. */
    public long recordOffset() {
        return recordOffset;
    }

    /** Where the damage is: the payload's offset for a wrong payload checksum, the record's own otherwise. */
    public long offset() {
        return offset;
    }

    /**
     * The file that the damage is in, and where, if the source is several files. Empty where they are compressed, since
     * offsets count uncompressed bytes and say nothing of the file.
     */
    public Optional<SourcePart> part() {
        return Optional.ofNullable(part);
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** What should be there; of a checksum the stored one, in hexadecimal digits. */
    public String expected() {
        return expected;
    }

    /** What is there; of a checksum the one that the bytes have, in hexadecimal digits. */
    public String found() {
        return found;
    }
}
