package dev.riffle.parse;

import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.MessageColumns;
import dev.riffle.parse.internal.MessageType;
import dev.riffle.parse.internal.RowFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads messages into the rows of columns, and checks rules between the columns of a row. */
final class MessageRows {

    final MessageColumns columns;
    private final MessageType type;
    private final List<SparseCheck> sparseChecks;
    private final List<RaggedCheck> contextChecks;
    private final List<RaggedCheck> listChecks;

    MessageRows(MessageType type, SequenceFeatureSpecs specs, ParseSettings settings) {
        this.type = type;
        this.columns = new MessageColumns(
                type,
                WirePlan.of(specs.context()),
                WirePlan.ofLists(specs.featureLists()),
                settings.leniency(),
                settings.emptyBlock());
        this.sparseChecks = SparseCheck.of(specs.context());
        this.contextChecks = RaggedCheck.of(specs.context());
        this.listChecks = RaggedCheck.of(specs.featureLists());
    }

    /**
     * Reads a message into a row. If reading fails, removes the values of the row.
     *
     * @throws RowFault if the message is not valid or does not fit the specs
     * @throws ArithmeticException if a column becomes too large
     */
    void read(int row, byte[] array, int from, int to) {
        try {
            columns.read(row, array, from, to);
            for (SparseCheck check : sparseChecks) {
                check.check(columns.context(), row);
            }
        } catch (RowFault e) {
            columns.rewind(row);
            throw type == MessageType.EXAMPLE ? e.ofExample(array, from, to) : e;
        }
    }

    /**
     * Checks the partitions of ragged features of a single row.
     *
     * @param key the feature to check; null for all features
     * @throws RowFault if the partitions do not fit the values of a feature
     */
    void checkRagged(int row, @Nullable String key) {
        check(contextChecks, columns.context(), row, key);
        check(listChecks, columns.lists(), row, key);
    }

    private static void check(List<RaggedCheck> checks, Columns<?> columns, int row, @Nullable String key) {
        for (RaggedCheck check : checks) {
            if (check.isOf(key)) {
                check.check(columns, row);
            }
        }
    }
}
