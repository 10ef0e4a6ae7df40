package dev.riffle.sql;

import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * How a statement reads records.
 *
 * @param specs the columns; empty: the columns of a sample
 * @param sample the number of records of the sample
 * @param reading the reader options; empty: the options of the input
 * @param progress the progress listener; empty: the listener of the input
 */
record RecordSource(
        Optional<FeatureSpecs> specs,
        long sample,
        Optional<RecordReaderOptions> reading,
        Optional<Consumer<? super Progress>> progress) {

    /** Returns the input with the options of this object. */
    RecordInput applied(RecordInput input) {
        RecordInput read = reading.map(input::reading).orElse(input);
        return progress.map(read::progress).orElse(read);
    }

    /** Returns the schema of all columns. Reports no damage, because the query reports it. */
    Schema schema(String name, RecordInput input) throws IOException {
        if (specs.isPresent()) {
            return RecordSchemas.of(specs.get());
        }
        RecordInput silent = input.reading(input.options().withoutDamageListener());
        try {
            return RecordSchemas.infer(silent, sample);
        } catch (RecordMismatchException e) {
            throw new SqlException(
                    SqlException.Reason.VALUES,
                    e.source().isPresent()
                            ? String.valueOf(e.getMessage())
                            : name + ": " + e.getMessage() + " (--features, RecordSql.features)",
                    e);
        }
    }
}
