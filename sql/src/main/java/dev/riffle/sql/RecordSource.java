package dev.riffle.sql;

import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.internal.NameCheck;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * How a statement reads records.
 *
 * @param specs the columns; empty: the columns of a sample
 * @param sample the number of records of the sample that the user wants; empty: the default
 * @param rows what a row of all columns must have
 * @param notes the receiver of notes about features that rows lack
 * @param warnings the receiver of warnings about the specs
 * @param reading the reader options; empty: the options of the input
 * @param progress the progress listener; empty: the listener of the input
 */
record RecordSource(
        Optional<FeatureSpecs> specs,
        OptionalLong sample,
        Rows rows,
        Consumer<? super String> notes,
        Consumer<? super FeatureWarning> warnings,
        Optional<RecordReaderOptions> reading,
        Optional<Consumer<? super Progress>> progress) {

    private static final long DEFAULT_SAMPLE = 1000;

    /** Lists what a row of all columns must have. */
    enum Rows {
        /** The features of the sample. A note reports the first other feature. */
        SAMPLED,
        /** All features of the record. */
        COMPLETE
    }

    /** Returns a source with the columns of a sample of records, without notes. */
    static RecordSource sampled() {
        return new RecordSource(
                Optional.empty(),
                OptionalLong.empty(),
                Rows.SAMPLED,
                note -> {},
                NameCheck.LOGGED,
                Optional.empty(),
                Optional.empty());
    }

    RecordSource specs(FeatureSpecs other) {
        return new RecordSource(Optional.of(other), sample, rows, notes, warnings, reading, progress);
    }

    RecordSource sample(long records) {
        return new RecordSource(specs, OptionalLong.of(records), rows, notes, warnings, reading, progress);
    }

    RecordSource rows(Rows other) {
        return new RecordSource(specs, sample, other, notes, warnings, reading, progress);
    }

    RecordSource notes(Consumer<? super String> receiver) {
        return new RecordSource(specs, sample, rows, receiver, warnings, reading, progress);
    }

    RecordSource warnings(Consumer<? super FeatureWarning> receiver) {
        return new RecordSource(specs, sample, rows, notes, receiver, reading, progress);
    }

    RecordSource reading(RecordReaderOptions other) {
        return new RecordSource(specs, sample, rows, notes, warnings, Optional.of(other), progress);
    }

    RecordSource progress(Consumer<? super Progress> listener) {
        return new RecordSource(specs, sample, rows, notes, warnings, reading, Optional.of(listener));
    }

    /** Returns the input with the options of this object. */
    RecordInput applied(RecordInput input) {
        RecordInput read = reading.map(input::reading).orElse(input);
        return progress.map(read::progress).orElse(read);
    }

    /** Returns a source for one query, which sends at most one note. */
    RecordSource ofQuery() {
        AtomicBoolean isNoted = new AtomicBoolean();
        return notes(note -> {
            if (isNoted.compareAndSet(false, true)) {
                notes.accept(note);
            }
        });
    }

    /**
     * Returns whether the records beyond the sample can have columns that the statement names.
     *
     * @param wholeRows whether the statement needs all features
     */
    boolean hasMoreColumns(boolean wholeRows) {
        return specs.isEmpty() && sample.isEmpty() && sample(wholeRows) < Long.MAX_VALUE;
    }

    private long sample(boolean wholeRows) {
        return sample.orElse(wholeRows && rows == Rows.COMPLETE ? Long.MAX_VALUE : DEFAULT_SAMPLE);
    }

    /**
     * Returns the schema of all columns. Reports no damage, because the query reports it.
     *
     * @param wholeRows whether the statement needs all features
     */
    Schema schema(String name, RecordInput input, boolean wholeRows) throws IOException {
        if (specs.isPresent()) {
            return RecordSchemas.of(specs.get());
        }
        RecordInput silent = input.reading(input.options().withoutDamageListener());
        try {
            return RecordSchemas.infer(silent, sample(wholeRows));
        } catch (InterruptedIOException e) {
            throw new SqlException(SqlException.Reason.CANCELLED, "SQL: thread was interrupted", e);
        } catch (RecordMismatchException e) {
            throw new SqlException(
                    SqlException.Reason.VALUES,
                    e.source().isPresent()
                            ? String.valueOf(e.getMessage())
                            : name + ": " + e.getMessage() + " (--features, RecordSql.features)",
                    e);
        }
    }

    /**
     * Returns the listener for features that rows of all columns lack: it throws the exception, or sends a note. Empty
     * if the rows have all features, or if the user has chosen the columns.
     */
    Optional<Consumer<RecordMismatchException>> lacking() {
        if (specs.isPresent() || sample(true) == Long.MAX_VALUE) {
            return Optional.empty();
        }
        return Optional.of(other -> {
            if (rows == Rows.COMPLETE) {
                throw other;
            }
            notes.accept(RecordTable.withRemedy(other));
        });
    }
}
