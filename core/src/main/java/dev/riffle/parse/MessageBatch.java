package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.MessageColumns;
import dev.riffle.parse.internal.MessageType;
import dev.riffle.parse.internal.RowFault;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses messages for one {@link MessageParser}, one batch at a time. Contains the columns and the outputs that create
 * tensors.
 */
final class MessageBatch {

    private final MessageParser<?, ?> parser;
    private final BatchReader reader;
    private final OutputTable context;
    private final OutputTable lists;

    MessageBatch(MessageParser<?, ?> parser) {
        this.parser = parser;
        ParseSettings settings = parser.settings;
        this.reader = new BatchReader(() -> new MessageRows(parser.type, parser.allSpecs, settings), settings);
        MessageColumns columns = reader.rows().columns;
        Block empty = settings.emptyBlock();
        this.context = new OutputTable(parser.allSpecs.context(), columns.context(), empty);
        this.lists = new OutputTable(parser.allSpecs.featureLists(), columns.lists(), empty);
    }

    /** Returns the parser that owns this batch. */
    MessageParser<?, ?> parser() {
        return parser;
    }

    void parse(PayloadBatch payloads, ParsedMessages target) {
        if (payloads.size() == 0 && parser.type == MessageType.SEQUENCE_EXAMPLE) {
            checkNoneIsRequired();
        }
        reader.parse(payloads, rows -> {
            context.ofBatch(rows, target.features(), Map.of());
            ParsedSequenceFeatures all = target.withLists();
            if (all != null) {
                lists.ofBatch(rows, all.featureLists(), all.lengths);
            }
        });
    }

    /** Checks a batch without records. For such a batch, TensorFlow rejects context features without a default. */
    private void checkNoneIsRequired() {
        for (ColumnPlan plan : WirePlan.of(parser.allSpecs.context())) {
            if (plan.required() && plan.count() > 0) {
                throw new ExampleParseException(RowFault.missing(plan, false).fault(), -1, null, null);
            }
        }
    }

    void parseSingle(PayloadBatch payload, ParsedMessages target) {
        reader.readSingle(payload);
        context.ofSingle(target.features());
        ParsedSequenceFeatures all = target.withLists();
        if (all != null) {
            lists.ofSingle(all.featureLists());
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

    /** Releases the memory of the last tensors. */
    void release() {
        context.release();
        lists.release();
        reader.release();
    }
}
