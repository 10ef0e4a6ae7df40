package dev.riffle.arrow;

import dev.riffle.RiffleException;
import dev.riffle.example.internal.RecordPlace;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a record does not fit the columns of a read, or when records do not agree on a schema. The message names
 * the file, the record, the column, the expected and the found content, and a remedy.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordMismatchException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final @Nullable RecordPlace place;
    private final @Nullable String column;

    private RecordMismatchException(
            @Nullable RecordPlace place, @Nullable String column, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.place = place;
        this.column = column;
    }

    /** Returns an exception for a record at this place. */
    static RecordMismatchException at(
            RecordPlace place, @Nullable String column, String reason, @Nullable Throwable cause) {
        String name = column == null ? "" : "column \"" + column + "\": ";
        return new RecordMismatchException(place, column, place + ": " + name + reason, cause);
    }

    /** Returns an exception for a feature of a record that no column holds. */
    static RecordMismatchException withoutColumn(RecordPlace place, String feature) {
        return new RecordMismatchException(
                place,
                feature,
                place + ": feature \"" + feature + "\" has no column; infer the schema from more records, or list the"
                        + " columns that you need",
                null);
    }

    /** Returns an exception for records that do not agree. */
    static RecordMismatchException of(String reason) {
        return new RecordMismatchException(null, null, reason, null);
    }

    /** Returns the name of the record's file, or empty if the exception concerns several records. */
    public Optional<String> source() {
        return Optional.ofNullable(place).map(RecordPlace::file);
    }

    /** Returns the number of the record in its file, or empty if the exception concerns several records. */
    public OptionalLong recordIndex() {
        return place == null ? OptionalLong.empty() : OptionalLong.of(place.record());
    }

    /** Returns the offset of the record in its file, in uncompressed bytes, if the exception concerns one record. */
    public OptionalLong offset() {
        return place == null ? OptionalLong.empty() : OptionalLong.of(place.offset());
    }

    /** Returns the name of the column or of the feature, or empty if the record does not fit any column. */
    public Optional<String> column() {
        return Optional.ofNullable(column);
    }
}
