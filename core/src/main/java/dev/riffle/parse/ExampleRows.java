package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.Lengths;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.parse.internal.RowReader;
import dev.riffle.parse.internal.Tags;
import dev.riffle.parse.internal.UnsetFeature;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads Examples or OFRecords. An OFRecord has no wrapper around the features. */
final class ExampleRows implements RowReader {

    final Columns columns;
    private final Dialect dialect;
    private final List<SparseCheck> sparseChecks;
    private final List<RaggedCheck> raggedChecks;
    private final ExampleCursor cursor;

    ExampleRows(FeatureSpecs specs, Dialect dialect, ParseSettings settings) {
        this.columns = new Columns(
                WirePlan.of(specs), dialect, settings.leniency(), UnsetFeature.MISSING, settings.emptyBlock());
        this.dialect = dialect;
        this.sparseChecks = SparseCheck.of(specs);
        this.raggedChecks = RaggedCheck.of(specs);
        this.cursor = ExampleCursor.ofExamples(dialect);
    }

    @Override
    public void clear(int rows) {
        columns.clear(rows);
    }

    @Override
    public void release() {
        columns.release();
    }

    @Override
    public int columns() {
        return columns.count();
    }

    @Override
    public void append(int column, int before, RowReader other, int rows) {
        columns.append(column, before, ((ExampleRows) other).columns, rows);
    }

    @Override
    public void read(int row, byte[] array, int from, int to) {
        try {
            int features = featuresAt(array, from, to);
            if (features < 0 || !columns.readUsual(row, array, features, to)) {
                readUnusual(row, array, from, to);
            }
            for (SparseCheck check : sparseChecks) {
                check.check(columns, row);
            }
        } catch (MalformedMessageException e) {
            columns.rewind(row);
            throw RowFault.malformed(e);
        } catch (RowFault e) {
            columns.rewind(row);
            throw e;
        }
    }

    @Override
    public void rewind(int row) {
        columns.rewind(row);
    }

    @Override
    public void checkRagged(int row, @Nullable String key) {
        for (RaggedCheck check : raggedChecks) {
            if (check.isOf(key)) {
                check.check(columns, row);
            }
        }
    }

    /** Returns the index of the features if they fill the rest of the message, or -1 for other layouts. */
    private int featuresAt(byte[] array, int from, int to) {
        return switch (dialect) {
            case ONEFLOW -> from;
            case TENSORFLOW -> {
                if (from == to) {
                    yield to;
                }
                yield array[from] == Tags.FIELD_1 ? Lengths.exact(array, from + 1, to) : -1;
            }
        };
    }

    private void readUnusual(int row, byte[] array, int from, int to) {
        ByteBuffer message = ByteBuffer.wrap(array, from, to - from);
        columns.beginUnusual();
        cursor.reset(message);
        for (int event = 0; cursor.next() != ExampleCursor.Event.END; event++) {
            columns.markLast(cursor, event);
        }
        cursor.reset(message);
        for (int event = 0; cursor.next() != ExampleCursor.Event.END; event++) {
            columns.take(cursor, event, row, array, from);
        }
        columns.endUnusual(row);
    }
}
