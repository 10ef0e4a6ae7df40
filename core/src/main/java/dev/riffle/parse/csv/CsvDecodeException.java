package dev.riffle.parse.csv;

import dev.riffle.RiffleException;
import dev.riffle.internal.QuotedBytes;
import dev.riffle.io.Bytes;
import java.util.OptionalInt;

/**
 * Thrown when a record is not a line of CSV that matches the columns of a {@link CsvDecoder}. Safe for use by several
 * threads.
 *
 * @since 0.1
 */
public final class CsvDecodeException extends RiffleException {

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

    /** Returns the text of a field for a message, in quotes. Shortens a long field to its beginning. */
    static String shown(Bytes field) {
        return QuotedBytes.excerpt(field.asByteBuffer(), SHOWN_BYTES);
    }

    /** Returns the number of the record, from 0. For records in a tensor, the last dimension varies fastest. */
    public int recordIndex() {
        return recordIndex;
    }

    /**
     * Returns the number of the field, from 0. The number counts fields that the decoder does not select. Empty if the
     * record has too few or too many fields.
     */
    public OptionalInt fieldIndex() {
        return fieldIndex < 0 ? OptionalInt.empty() : OptionalInt.of(fieldIndex);
    }

    /** Returns the content that the column expects. */
    public String expected() {
        return expected;
    }

    /** Returns the content that the decoder found. */
    public String found() {
        return found;
    }
}
