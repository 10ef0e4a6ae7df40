package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Parses the features of some columns and copies them. One thread at a time may use an object. */
final class FeatureRows {

    /** Says how a user repairs the columns of a read. */
    enum Remedy {
        /** The columns come from specs, so the parser's remedy applies. */
        OF_SPECS,
        /** The columns come from a schema. */
        OF_SCHEMA
    }

    private final PayloadKind kind;
    private final ExampleCursor cursor;
    private final Remedy remedy;

    /** Null if no column needs a feature. Then the object only checks the message type. */
    private final @Nullable MessageParsing parsing;

    private final List<FeatureCopy> copies;

    /**
     * Creates an object.
     *
     * @param parsers returns the parser of columns
     */
    FeatureRows(
            MessageType message,
            List<FeatureColumn> columns,
            Remedy remedy,
            Function<List<FeatureColumn>, MessageParsing> parsers) {
        this.kind = message == MessageType.EXAMPLE_LIST ? PayloadKind.EXAMPLE : message.kind();
        this.cursor = kind.cursor();
        this.remedy = remedy;
        this.parsing = columns.isEmpty() ? null : parsers.apply(columns);
        this.copies = columns.stream().map(FeatureCopy::new).toList();
    }

    /**
     * Parses payloads.
     *
     * @throws ColumnFault for a payload that does not fit
     */
    void parse(PayloadBatch payloads) {
        try {
            if (parsing != null) {
                parsing.parse(payloads);
            }
        } catch (ExampleParseException e) {
            throw fault(e);
        }
        checkMessages(payloads);
    }

    private ColumnFault fault(ExampleParseException e) {
        String advice = switch (remedy) {
            case OF_SPECS -> e.remedy();
            case OF_SCHEMA -> e.key().isEmpty() ? "" : schemaRemedy(e);
        };
        String reason = "expected " + e.expected() + ", found " + e.found() + (advice.isEmpty() ? "" : "; " + advice);
        return new ColumnFault(e.batchIndex(), e.key().orElse(null), reason, e);
    }

    private String schemaRemedy(ExampleParseException e) {
        boolean scalar = copies.stream()
                .map(FeatureCopy::column)
                .anyMatch(column -> column.name().equals(e.key().orElse(""))
                        && column.type().lists() == 0);
        return scalar
                ? "change the column to the type of the feature or to a list, or infer the schema from more records"
                : "change the column to the type of the feature, or infer the schema from more records";
    }

    /**
     * Checks that payloads are messages of the expected type. A payload with a feature in a column is such a message,
     * so the method checks only the other payloads.
     */
    private void checkMessages(PayloadBatch payloads) {
        for (int row : rowsToCheck(payloads.size())) {
            if (!hasFeature(row)) {
                checkMessage(payloads.payload(row), row);
            }
        }
    }

    /** Returns the rows that lack the most frequent feature. */
    private int[] rowsToCheck(int rows) {
        int most = -1;
        FeatureCopy fullest = null;
        for (FeatureCopy copy : copies) {
            int count = copy.count(features(copy));
            if (count > most) {
                most = count;
                fullest = copy;
            }
        }
        return fullest == null ? IntStream.range(0, rows).toArray() : fullest.missingRows(features(fullest));
    }

    private boolean hasFeature(int row) {
        for (FeatureCopy copy : copies) {
            if (copy.has(features(copy), row)) {
                return true;
            }
        }
        return false;
    }

    private void checkMessage(ByteBuffer payload, int row) {
        Optional<PayloadKind> other = kind.misread(payload, cursor);
        if (other.isPresent()) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(payload.position(), bytes);
            throw new ColumnFault(row, null, other.get().insteadOf(kind, bytes), null);
        }
    }

    private ParsedFeatures features(FeatureCopy copy) {
        if (parsing == null) {
            throw new IllegalStateException("no columns");
        }
        return copy.in(parsing.features(), parsing.featureLists());
    }

    /**
     * Copies a column of the parsed payloads.
     *
     * @throws ColumnFault for a row that does not fit
     */
    void copy(int column, BatchBuffers out) {
        FeatureCopy copy = copies.get(column);
        copy.copy(features(copy), out);
    }
}
