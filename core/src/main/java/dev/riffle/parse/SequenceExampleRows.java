package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.internal.Block;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.Lengths;
import dev.riffle.parse.internal.ListColumns;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.parse.internal.RowReader;
import dev.riffle.parse.internal.Tags;
import dev.riffle.parse.internal.UnsetFeature;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads SequenceExamples into columns. */
final class SequenceExampleRows implements RowReader {

    final Columns context;
    final ListColumns lists;
    private final List<RaggedCheck> contextChecks;
    private final List<RaggedCheck> listChecks;
    private final ExampleCursor cursor = ExampleCursor.ofSequenceExamples();

    SequenceExampleRows(SequenceFeatureSpecs specs, ParseSettings settings) {
        Block empty = settings.emptyBlock();
        this.context = new Columns(
                WirePlan.of(specs.context()), Dialect.TENSORFLOW, settings.leniency(), UnsetFeature.EMPTY, empty);
        this.lists = new ListColumns(WirePlan.ofLists(specs.featureLists()), settings.leniency(), empty);
        this.contextChecks = RaggedCheck.of(specs.context());
        this.listChecks = RaggedCheck.of(specs.featureLists());
    }

    @Override
    public void clear(int rows) {
        context.clear(rows);
        lists.clear();
    }

    @Override
    public void release() {
        context.release();
        lists.release();
    }

    @Override
    public int columns() {
        return context.count() + lists.count();
    }

    @Override
    public void append(int column, int before, RowReader other, int rows) {
        SequenceExampleRows that = (SequenceExampleRows) other;
        if (column < context.count()) {
            context.append(column, before, that.context, rows);
        } else {
            lists.append(column - context.count(), before, that.lists, rows);
        }
    }

    @Override
    public void read(int row, byte[] array, int from, int to) {
        try {
            if (!readUsual(row, array, from, to)) {
                rewind(row);
                readUnusual(row, array, from, to);
            }
        } catch (MalformedMessageException e) {
            rewind(row);
            throw RowFault.malformed(e);
        } catch (RowFault e) {
            rewind(row);
            throw e;
        }
    }

    @Override
    public void checkRagged(int row, @Nullable String key) {
        for (RaggedCheck check : contextChecks) {
            if (check.isOf(key)) {
                check.check(context, row);
            }
        }
        for (RaggedCheck check : listChecks) {
            if (check.isOf(key)) {
                check.check(lists, row);
            }
        }
    }

    @Override
    public void rewind(int row) {
        context.rewind(row);
        lists.rewind(row);
    }

    /** Reads a message of at most one context and at most one map of lists, in any order. */
    private boolean readUsual(int row, byte[] array, int from, int to) {
        boolean hasContext = false;
        boolean hasLists = false;
        int at = from;
        while (at < to) {
            byte tag = array[at];
            int end = Lengths.bodyEnd(array, at + 1, to);
            if (end < 0) {
                return false;
            }
            int body = Lengths.bodyBegin(array, at + 1);
            if (tag == Tags.FIELD_1 && !hasContext) {
                hasContext = true;
                if (!context.readUsual(row, array, body, end)) {
                    return false;
                }
            } else if (tag == Tags.FIELD_2 && !hasLists) {
                hasLists = true;
                if (!lists.readUsual(row, array, body, end)) {
                    return false;
                }
            } else {
                return false;
            }
            at = end;
        }
        return (hasContext || context.readUsual(row, array, to, to))
                && (hasLists || lists.readUsual(row, array, to, to));
    }

    private void readUnusual(int row, byte[] array, int from, int to) {
        ByteBuffer message = ByteBuffer.wrap(array, from, to - from);
        context.beginUnusual();
        lists.beginUnusual();
        cursor.reset(message);
        ExampleCursor.Event event = cursor.next();
        for (int number = 0; event != ExampleCursor.Event.END; number++, event = cursor.next()) {
            switch (event) {
                case FEATURE -> context.markLast(cursor, number);
                case FEATURE_LIST -> lists.markLast(cursor, number);
                case STEP -> cursor.kind(); // Features without a spec must also be well-formed.
                case END -> throw new AssertionError(event);
            }
        }
        cursor.reset(message);
        event = cursor.next();
        for (int number = 0; event != ExampleCursor.Event.END; number++, event = cursor.next()) {
            switch (event) {
                case FEATURE -> context.take(cursor, number, row, array, from);
                case FEATURE_LIST -> lists.begin(cursor, number, row);
                case STEP -> lists.takeStep(cursor, row, array, from);
                case END -> throw new AssertionError(event);
            }
        }
        context.endUnusual(row);
        lists.endUnusual(row);
    }
}
