package dev.riffle.parse;

import dev.riffle.RiffleException;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.parse.internal.ParseFault;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a record does not match the specs, or is not a valid message. The exception contains the position, the
 * expected and the found content, and a remedy. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ExampleParseException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String key;
    private final int batchIndex;
    private final String expected;
    private final String found;
    private final String remedy;
    private final @Nullable RecordPlace origin;

    ExampleParseException(ParseFault fault, int batchIndex, @Nullable RecordPlace origin, @Nullable Throwable cause) {
        super(message(fault, batchIndex, origin), cause);
        this.key = fault.key();
        this.batchIndex = batchIndex;
        this.expected = fault.expected();
        this.found = fault.found();
        this.remedy = fault.remedy();
        this.origin = origin;
    }

    ParseFault fault() {
        return new ParseFault(key, expected, found, remedy);
    }

    private static String message(ParseFault fault, int batchIndex, @Nullable RecordPlace origin) {
        String place = batchIndex < 0 ? "the batch" : place(batchIndex, origin);
        String feature = fault.key() == null ? "" : "feature \"" + fault.key() + "\": ";
        String remedy = fault.remedy().isEmpty() ? "" : "; " + fault.remedy();
        return place + ": " + feature + "expected " + fault.expected() + ", found " + fault.found() + remedy;
    }

    /** Returns the place of a payload for messages. */
    static String place(int batchIndex, @Nullable RecordPlace origin) {
        if (origin != null && origin.record() >= 0) {
            return origin.toString();
        }
        return (origin == null ? "" : origin.file() + ": ") + "record " + batchIndex + " of the batch";
    }

    /** Returns the name of the invalid feature, or empty if the bytes are not a valid message. */
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /**
     * Returns the number of the payload in its batch, from 0. Returns 0 for a single payload, and -1 if the fault
     * concerns the complete batch.
     */
    public int batchIndex() {
        return batchIndex;
    }

    /** Returns the number of the record in its file, if the record comes from a file. */
    public OptionalLong recordIndex() {
        return origin == null || origin.record() < 0 ? OptionalLong.empty() : OptionalLong.of(origin.record());
    }

    /** Returns the name of the record's file, or the name that the caller gave the payload. */
    public Optional<String> source() {
        return Optional.ofNullable(origin).map(RecordPlace::file);
    }

    /** Returns the offset of the record in its file, in uncompressed bytes, if the record comes from a file. */
    public OptionalLong offset() {
        return origin == null || origin.offset() < 0 ? OptionalLong.empty() : OptionalLong.of(origin.offset());
    }

    /** Returns the content that the spec expects. */
    public String expected() {
        return expected;
    }

    /** Returns the content that the parser found. */
    public String found() {
        return found;
    }

    /**
     * Returns a change to the spec with which the parser would accept the record, or an empty text if no such change is
     * known.
     */
    public String remedy() {
        return remedy;
    }
}
