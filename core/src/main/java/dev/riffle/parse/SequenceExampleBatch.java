package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.RowFault;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Parses SequenceExamples for one {@link SequenceExampleParser}, one batch at a time. */
final class SequenceExampleBatch {

    private final SequenceExampleParser parser;
    private final Collection<ColumnPlan> contextPlans;
    private final BatchReader<SequenceExampleRows> reader;
    private final OutputTable context;
    private final ListOutputTable lists;

    SequenceExampleBatch(SequenceExampleParser parser, SequenceFeatureSpecs specs, ParseSettings settings) {
        this.parser = parser;
        this.contextPlans = WirePlan.of(specs.context());
        this.reader = new BatchReader<>(() -> new SequenceExampleRows(specs, settings), settings);
        Block empty = settings.emptyBlock();
        this.context = new OutputTable(specs.context(), reader.rows().context, empty);
        this.lists = new ListOutputTable(specs.featureLists(), reader.rows().lists, empty);
    }

    /** Returns the parser that owns this batch. */
    SequenceExampleParser parser() {
        return parser;
    }

    void parse(PayloadBatch payloads, ParsedSequenceFeatures target) {
        if (payloads.size() == 0) {
            checkNoneIsRequired();
        }
        reader.parse(payloads, rows -> {
            context.ofBatch(rows, target.context());
            lists.ofBatch(rows, target);
        });
    }

    /** Checks a batch without records. For such a batch, TensorFlow rejects context features without a default. */
    private void checkNoneIsRequired() {
        for (ColumnPlan plan : contextPlans) {
            if (plan.width() == ColumnPlan.Width.FIXED && plan.defaults() == null && plan.count() > 0) {
                throw new ExampleParseException(RowFault.missing(plan, false).fault(), -1, null, null);
            }
        }
    }

    /** Returns the payload number of a row of the last batch. */
    int payloadIndexOf(int row) {
        return reader.payloadIndexOf(row);
    }

    /** Returns the payload number of each row of the last batch, or null if each row has the number of its payload. */
    int @Nullable [] payloadIndexes(int rows) {
        return reader.payloadIndexes(rows);
    }

    void parseSingle(PayloadBatch payload, ParsedSequenceFeatures target) {
        reader.readSingle(payload);
        context.ofSingle(target.context());
        lists.ofSingle(target);
    }

    /** Releases the memory of the last tensors. */
    void release() {
        context.release();
        lists.release();
        reader.release();
    }
}
