package dev.riffle.parse.csv;

import dev.riffle.internal.QuotedBytes;
import dev.riffle.io.Bytes;
import java.util.OptionalInt;

/** A record is not the line of CSV that a {@link CsvDecoder} was made for. */
public final class CsvDecodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int SHOWN_BYTES = 60;

    private final int recordIndex;
    private final int fieldIndex;
    private final String expected;
    private final String found;

    CsvDecodeException(int recordIndex, int fieldIndex, String expected, String found) {
        super("record " + recordIndex + (fieldIndex < 0 ? "" : ", field " + fieldIndex) + ": expected " + expected
                + ", found " + found);
        this.recordIndex = recordIndex;
        this.fieldIndex = fieldIndex;
        this.expected = expected;
        this.found = found;
    }

    /** The field for a message, the beginning of a long one: in quotes if it is text. */
    static String shown(Bytes field) {
        return QuotedBytes.excerpt(field.asByteBuffer(), SHOWN_BYTES);
    }

    /** Which of the records, from 0, the last dimension of their tensor varying fastest. */
    public int recordIndex() {
        return recordIndex;
    }

    /** Which field of the record, from 0 and with those that are not selected; empty if there are too few or too many. */
    public OptionalInt fieldIndex() {
        return fieldIndex < 0 ? OptionalInt.empty() : OptionalInt.of(fieldIndex);
    }

    /** What the column asks for. */
    public String expected() {
        return expected;
    }

    /** What is there instead. */
    public String found() {
        return found;
    }
}
