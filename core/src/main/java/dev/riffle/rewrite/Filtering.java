package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.OtherMessages;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.filter.FilterException;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Copies the records whose features meet a condition, or all other records.
 *
 * @param filter the condition
 * @param wanted true to copy the records that meet the condition, false to copy the other records
 */
record Filtering(FeatureFilter filter, boolean wanted) implements RewritePass {

    @Override
    public long run(RecordRewrite rewrite, SetOutput out) throws IOException {
        FeatureFilter adapted = null;
        OtherMessages others = null;
        try (RecordSequence records = rewrite.records()) {
            while (records.next()) {
                if (adapted == null || others == null) {
                    RecordFormat format = records.reader().format();
                    adapted = filter.dialect(ExampleContent.dialect(format));
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
        } catch (FilterException e) {
            List<ByteSource> sources = rewrite.sources();
            String more = sources.size() == 1 ? "" : " and " + (sources.size() - 1) + " more";
            throw new IOException(sources.get(0).name() + more + ": " + e.getMessage(), e);
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
