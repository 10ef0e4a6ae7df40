package dev.riffle.parse;

import dev.riffle.parse.internal.ParseFault;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A record does not hold what the specs ask for, or is no message at all. */
public final class ExampleParseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String key;
    private final int batchIndex;
    private final String expected;
    private final String found;
    private final String remedy;
    private final @Nullable String source;
    private final long recordIndex;
    private final long offset;

    /** Where a payload came from; the source is null if it came from no file. */
    record Origin(@Nullable String source, long recordIndex, long offset) {}

    ExampleParseException(ParseFault fault, int batchIndex, @Nullable Origin origin, @Nullable Throwable cause) {
        super(message(fault, batchIndex, origin), cause);
        this.key = fault.key();
        this.batchIndex = batchIndex;
        this.expected = fault.expected();
        this.found = fault.found();
        this.remedy = fault.remedy();
        this.source = origin == null ? null : origin.source();
        this.recordIndex = origin == null ? -1 : origin.recordIndex();
        this.offset = origin == null ? -1 : origin.offset();
    }

    ParseFault fault() {
        return new ParseFault(key, expected, found, remedy);
    }

    private static String message(ParseFault fault, int batchIndex, @Nullable Origin origin) {
        String place = batchIndex < 0
                ? "the batch"
                : origin == null
                        ? "record " + batchIndex + " of the batch"
                        : origin.recordIndex() < 0
                                ? origin.source() + ": record " + batchIndex + " of the batch"
                                : origin.source() + ": record " + origin.recordIndex() + " at offset "
                                        + origin.offset();
        String feature = fault.key() == null ? "" : "feature \"" + fault.key() + "\": ";
        String remedy = fault.remedy().isEmpty() ? "" : "; " + fault.remedy();
        return place + ": " + feature + "expected " + fault.expected() + ", found " + fault.found() + remedy;
    }

    /** The feature at fault; empty if the bytes are no message at all. */
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /** The number of the payload in its batch, from 0; 0 for a single one; -1 if the batch as a whole is at fault. */
    public int batchIndex() {
        return batchIndex;
    }

    /** The number of the record in its file, if it was read from one. */
    public OptionalLong recordIndex() {
        return recordIndex < 0 ? OptionalLong.empty() : OptionalLong.of(recordIndex);
    }

    /** The file's name if the record was read from one, or the name that was given to the payload. */
    public Optional<String> source() {
        return Optional.ofNullable(source);
    }

    /** Where the record begins in its file, in uncompressed bytes, if it was read from one. */
    public OptionalLong offset() {
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** What the spec asks for. */
    public String expected() {
        return expected;
    }

    /** What is there instead. */
    public String found() {
        return found;
    }

    /** What to change in the spec, where that is known; may be empty. */
    public String remedy() {
        return remedy;
    }
}
