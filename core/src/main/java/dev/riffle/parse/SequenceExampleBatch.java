package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.RowFault;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What parses SequenceExamples for one {@link SequenceExampleParser}, one batch at a time. */
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

    /** The parser that this belongs to. */
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

    /** Without any record TensorFlow misses the values of each feature of the context that has no default. */
    private void checkNoneIsRequired() {
        for (ColumnPlan plan : contextPlans) {
            if (plan.width() == ColumnPlan.Width.FIXED && plan.defaults() == null && plan.count() > 0) {
                throw new ExampleParseException(RowFault.missing(plan, false).fault(), -1, null, null);
            }
        }
    }

    /** The payload that a row of the last batch was read from. */
    int payloadIndexOf(int row) {
        return reader.payloadIndexOf(row);
    }

    /** The payload of each row of the last batch; null if that is the payload with its number. */
    int @Nullable [] payloadIndexes(int rows) {
        return reader.payloadIndexes(rows);
    }

    void parseSingle(PayloadBatch payload, ParsedSequenceFeatures target) {
        reader.readSingle(payload);
        context.ofSingle(target.context());
        lists.ofSingle(target);
    }

    /** Lets go of the memory of the tensors that were made last. */
    void release() {
        context.release();
        lists.release();
        reader.release();
    }
}
