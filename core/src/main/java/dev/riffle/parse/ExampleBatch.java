package dev.riffle.parse;

import dev.riffle.example.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * Parses Examples for one {@link ExampleParser}, one batch at a time. Contains the columns and the outputs that create
 * tensors.
 */
final class ExampleBatch {

    private final ExampleParser parser;
    private final BatchReader<ExampleRows> reader;
    private final OutputTable outputs;

    ExampleBatch(ExampleParser parser, FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        this.parser = parser;
        this.reader = new BatchReader<>(() -> new ExampleRows(specs, dialect, settings), settings);
        this.outputs = new OutputTable(specs, reader.rows().columns, settings.emptyBlock());
    }

    /** Returns the parser that owns this batch. */
    ExampleParser parser() {
        return parser;
    }

    void parse(PayloadBatch payloads, ParsedFeatures target) {
        reader.parse(payloads, rows -> outputs.ofBatch(rows, target));
    }

    /** Returns the payload number of a row of the last batch. */
    int payloadIndexOf(int row) {
        return reader.payloadIndexOf(row);
    }

    /** Returns the payload number of each row of the last batch, or null if each row has the number of its payload. */
    int @Nullable [] payloadIndexes(int rows) {
        return reader.payloadIndexes(rows);
    }

    void parseSingle(PayloadBatch payload, ParsedFeatures target) {
        reader.readSingle(payload);
        outputs.ofSingle(target);
    }

    /** Releases the memory of the last tensors. */
    void release() {
        outputs.release();
        reader.release();
    }
}
