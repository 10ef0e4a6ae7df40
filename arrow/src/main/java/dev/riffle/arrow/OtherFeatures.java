package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.parse.PayloadBatch;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds features that no column holds. One thread at a time may use an object. */
final class OtherFeatures {

    private final ExampleCursor cursor;
    private final Set<String> features = new HashSet<>();
    private final Set<String> lists = new HashSet<>();

    /**
     * Creates an object for messages, or for the contexts or the Examples of ExampleListWithContexts.
     *
     * @param columns the columns of the features
     */
    OtherFeatures(MessageType message, List<FeatureColumn> columns) {
        // Between Examples, a file can have SequenceExamples, whose feature lists no column of an Example holds.
        this.cursor = message == MessageType.EXAMPLE
                ? ExampleCursor.ofSequenceExamples()
                : message.kind().cursor();
        for (FeatureColumn column : columns) {
            switch (column.place()) {
                case FEATURES -> features.add(column.name());
                case FEATURE_LISTS -> lists.add(column.name());
            }
        }
    }

    /**
     * Returns the row and the name of the first feature without a column, or null if there is none. A feature without a
     * kind has no values, so it needs no column.
     *
     * @param payloads payloads that a parser has accepted
     */
    @Nullable
    ColumnFault first(PayloadBatch payloads) {
        for (int row = 0; row < payloads.size(); row++) {
            String name = first(payloads.payload(row));
            if (name != null) {
                return new ColumnFault(row, name, "", null);
            }
        }
        return null;
    }

    private @Nullable String first(ByteBuffer payload) {
        try {
            cursor.reset(payload);
            boolean isKnown = true;
            while (true) {
                switch (cursor.next()) {
                    case FEATURE -> isKnown = features.contains(cursor.key());
                    case FEATURE_LIST -> isKnown = lists.contains(cursor.key());
                    case STEP -> {}
                    case END -> {
                        return null;
                    }
                }
                if (!isKnown && cursor.kind() != Kind.NOT_SET) {
                    return cursor.key();
                }
            }
        } catch (MalformedMessageException e) {
            // The parser skips these bytes as unknown fields.
            return null;
        }
    }
}
