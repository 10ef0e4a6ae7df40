package dev.riffle.shard;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.FeatureFilter;
import dev.riffle.example.FilterException;
import dev.riffle.example.MalformedMessageException;
import java.io.IOException;

/**
 * Chooses records by their features.
 *
 * @param filter the condition
 * @param wanted whether the records that meet it are chosen, or those that do not
 */
record Filtering(FeatureFilter filter, boolean wanted) implements SurgeryPass {

    @Override
    public long run(Surgery surgery, SetOutput out) throws IOException {
        FeatureFilter dialected = null;
        try (RecordSequence records = new RecordSequence(surgery)) {
            while (records.next()) {
                if (dialected == null) {
                    dialected = filter.dialect(
                            records.reader().format() == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW);
                }
                if (test(records, dialected) == wanted) {
                    out.write(records.reader().payload());
                }
            }
            return records.count();
        }
    }

    private static boolean test(RecordSequence records, FeatureFilter filter) throws IOException {
        try {
            return filter.test(records.reader().payload());
        } catch (FilterException | MalformedMessageException e) {
            throw new IOException(records.place() + ": " + e.getMessage(), e);
        }
    }
}
