package dev.riffle.parse;

import dev.riffle.example.Dialect;
import org.jspecify.annotations.Nullable;

/** What parses Examples for one {@link ExampleParser}, one batch at a time: columns, and what makes tensors of them. */
final class ExampleBatch {

    private final ExampleParser parser;
    private final BatchReader<ExampleRows> reader;
    private final OutputTable outputs;

    ExampleBatch(ExampleParser parser, FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        this.parser = parser;
        this.reader = new BatchReader<>(() -> new ExampleRows(specs, dialect, settings), settings);
        this.outputs = new OutputTable(specs, reader.rows().columns, settings.emptyBlock());
    }

    /** The parser that this belongs to. */
    ExampleParser parser() {
        return parser;
    }

    void parse(PayloadBatch payloads, ParsedFeatures target) {
        reader.parse(payloads, rows -> outputs.ofBatch(rows, target));
    }

    /** The payload that a row of the last batch was read from. */
    int payloadIndexOf(int row) {
        return reader.payloadIndexOf(row);
    }

    /** The payload of each row of the last batch; null if that is the payload with its number. */
    int @Nullable [] payloadIndexes(int rows) {
        return reader.payloadIndexes(rows);
    }

    void parseSingle(PayloadBatch payload, ParsedFeatures target) {
        reader.readSingle(payload);
        outputs.ofSingle(target);
    }

    /** Lets go of the memory of the tensors that were made last. */
    void release() {
        outputs.release();
        reader.release();
    }
}
