package dev.riffle.parse.oneflow;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.internal.BatchAccess;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import java.nio.ByteBuffer;

/** Finds the feature with one name in each OFRecord. Adds the record to exceptions about the feature. */
final class OneFeature {

    /** Processes the cursor's current feature, which has a kind. Throws {@link RowFault} for an unsuitable feature. */
    interface Use {
        void of(int record, ExampleCursor cursor);
    }

    private static final BatchAccess<PayloadBatch> BATCHES = BatchAccess.of(PayloadBatch.class);

    private final String name;
    private final Bytes key;
    private final String expected;
    private final ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.ONEFLOW);

    /**
     * Creates a finder.
     *
     * @param expected the expected content, for exceptions about a missing feature
     */
    OneFeature(String name, String expected) {
        this.name = name;
        this.key = Bytes.ofUtf8(name);
        this.expected = expected;
    }

    /**
     * Passes the feature of each record to {@code use}, in order.
     *
     * @throws ExampleParseException for the first record that does not fit or has no such feature
     */
    void each(PayloadBatch records, Use use) {
        for (int i = 0; i < records.size(); i++) {
            try {
                find(BATCHES.inPlace(records, i));
                if (cursor.kind() == Kind.NOT_SET) {
                    throw fault("a feature whose kind is not set", "write no features without a kind");
                }
                use.of(i, cursor);
            } catch (MalformedMessageException e) {
                throw BATCHES.rejection(records, i, RowFault.malformed(e));
            } catch (RowFault e) {
                throw BATCHES.rejection(records, i, e);
            }
        }
    }

    /**
     * Moves the cursor to the feature. If several features have the name, moves the cursor to the last of these
     * features.
     */
    private void find(ByteBuffer message) {
        int found = 0;
        cursor.reset(message);
        while (cursor.next() != ExampleCursor.Event.END) {
            if (cursor.keyEquals(key)) {
                found++;
            }
        }
        if (found == 0) {
            throw fault("no such feature", "check the name");
        }
        cursor.reset(message);
        while (found > 0) {
            cursor.next();
            if (cursor.keyEquals(key)) {
                found--;
            }
        }
    }

    private RowFault fault(String found, String remedy) {
        return RowFault.of(new ParseFault(name, expected, found, remedy));
    }
}
