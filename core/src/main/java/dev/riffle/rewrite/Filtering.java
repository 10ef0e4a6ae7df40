package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.OtherMessages;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.filter.FilterException;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Copies the records whose features meet a condition, or all other records. */
final class Filtering implements RewritePass {

    private final FeatureFilter filter;
    private final boolean wanted;

    /** The condition for the dialect of the input. All passes of an operation share its search for unknown features. */
    private @Nullable FeatureFilter adapted;

    /**
     * Creates the pass.
     *
     * @param wanted true to copy the records that meet the condition, false to copy the other records
     */
    Filtering(FeatureFilter filter, boolean wanted) {
        this.filter = filter;
        this.wanted = wanted;
    }

    @Override
    public long run(RecordRewrite rewrite, SetOutput out) throws IOException {
        OtherMessages others = null;
        try (RecordSequence records = rewrite.records()) {
            while (records.next()) {
                RecordFormat format = records.reader().format();
                if (adapted == null) {
                    adapted = filter.dialect(ExampleContent.dialect(format));
                }
                if (others == null) {
                    others = new OtherMessages(format);
                }
                if (test(records, adapted, others) == wanted) {
                    out.write(records.reader().payload());
                }
            }
            if (adapted != null) {
                adapted.reportUnknownFeatures();
            }
            return records.count();
        }
    }

    private static boolean test(RecordSequence records, FeatureFilter filter, OtherMessages others) throws IOException {
        ByteBuffer payload = others.inPlace(records.reader().payload());
        boolean met;
        try {
            met = filter.test(payload);
        } catch (FilterException e) {
            throw new IOException(records.place() + ": " + e.getMessage(), e);
        } catch (MalformedMessageException e) {
            throw new IOException(records.place() + " " + others.sentence(payload), e);
        }
        Optional<String> problem = others.problem(payload);
        if (problem.isPresent()) {
            throw new IOException(records.place() + " " + problem.get());
        }
        return met;
    }
}
