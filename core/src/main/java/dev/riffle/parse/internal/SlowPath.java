package dev.riffle.parse.internal;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads unusual messages, which the scanner does not support. Uses {@link ExampleCursor}, which accepts all forms that
 * protobuf allows. Describes features that do not fit the plan. One thread at a time may use an object.
 */
final class SlowPath {

    private final MessageType type;
    private final Columns<Column> context;
    private final Columns<ListColumn> lists;
    private final ExampleCursor cursor;

    SlowPath(MessageType type, Columns<Column> context, Columns<ListColumn> lists) {
        this.type = type;
        this.context = context;
        this.lists = lists;
        this.cursor = type.cursor();
    }

    /**
     * Reads a row. The last feature of each key counts, so this method reads the message twice.
     *
     * @throws RowFault if the message does not fit the plans
     * @throws dev.riffle.example.MalformedMessageException if the message is malformed
     */
    void read(int row, byte[] array, int from, int to) {
        ByteBuffer message = ByteBuffer.wrap(array, from, to - from);
        context.beginUnusual();
        lists.beginUnusual();
        cursor.reset(message);
        markLast();
        cursor.reset(message);
        takeLast(row, array, from);
        end(context, ExampleCursor.Event.FEATURE, row, message);
        end(lists, ExampleCursor.Event.FEATURE_LIST, row, message);
    }

    private void end(Columns<?> columns, ExampleCursor.Event event, int row, ByteBuffer message) {
        try {
            columns.endUnusual(row);
        } catch (RowFault e) {
            Set<String> names = new TreeSet<>();
            cursor.reset(message);
            for (ExampleCursor.Event next = cursor.next(); next != ExampleCursor.Event.END; next = cursor.next()) {
                if (next == event) {
                    names.add(cursor.key());
                }
            }
            throw e.withSimilar(names);
        }
    }

    private void markLast() {
        ExampleCursor.Event event = cursor.next();
        for (int number = 0; event != ExampleCursor.Event.END; number++, event = cursor.next()) {
            // Features without a spec must also be well-formed, so the cursor reads the kind of each feature.
            boolean hasKind = cursor.kind() != Kind.NOT_SET || type.unsetIsEmpty();
            KeyColumn column = event == ExampleCursor.Event.STEP ? null : column(event);
            if (column != null) {
                column.markLast(cursor.key(), number, hasKind);
            }
        }
    }

    private @Nullable KeyColumn column(ExampleCursor.Event event) {
        return event == ExampleCursor.Event.FEATURE ? context.find(cursor.key()) : lists.find(cursor.key());
    }

    private void takeLast(int row, byte[] array, int base) {
        ListColumn list = null;
        ExampleCursor.Event event = cursor.next();
        for (int number = 0; event != ExampleCursor.Event.END; number++, event = cursor.next()) {
            switch (event) {
                case FEATURE -> {
                    Column column = context.find(cursor.key());
                    if (column != null && column.isLast(number) && take(column, row, array, base)) {
                        column.lastRow = row;
                    }
                }
                case FEATURE_LIST -> {
                    ListColumn found = lists.find(cursor.key());
                    list = found != null && found.isLast(number) ? found : null;
                    if (list != null) {
                        list.lastRow = row;
                    }
                }
                case STEP -> {
                    if (list != null) {
                        takeStep(list, row, array, base);
                    }
                }
                case END -> throw new AssertionError(event);
            }
        }
    }

    private void takeStep(ListColumn list, int row, byte[] array, int base) {
        try {
            take(list.steps, list.stepCount, array, base);
        } catch (RowFault e) {
            throw e.atStep(list.stepCount - list.begin(row));
        }
        list.endStep();
    }

    /**
     * Takes the cursor's feature.
     *
     * @return false if the feature has no kind and counts as missing
     * @throws RowFault if the feature does not fit the plan
     */
    private boolean take(Column column, int row, byte[] array, int base) {
        Kind kind = cursor.kind();
        int count = cursor.count();
        if (kind == Kind.NOT_SET) {
            if (!type.unsetIsEmpty()) {
                return false;
            }
            if (!column.takeEmpty(row)) {
                throw RowFault.unset(column.plan);
            }
            return true;
        }
        if (!column.takes(kind)) {
            throw RowFault.otherKind(column, kind, count);
        }
        if (!column.accepts(count)) {
            throw RowFault.otherCount(column.plan, count);
        }
        if (kind == Kind.BYTES) {
            takeStrings(column, count, array, base);
        } else {
            Values numbers = numbers(kind, count);
            column.addNumbers(kind == column.kind ? numbers : WideNumbers.of(column.plan, numbers));
        }
        return true;
    }

    private void takeStrings(Column column, int count, byte[] array, int base) {
        int[] offsets = new int[count];
        int[] sizes = new int[count];
        cursor.copyRanges(offsets, sizes, 0);
        for (int i = 0; i < count; i++) {
            int from = base + offsets[i];
            column.addString(array, from, from + sizes[i]);
        }
    }

    private Values numbers(Kind kind, int count) {
        return switch (kind) {
            case FLOAT -> {
                float[] values = new float[count];
                cursor.copyFloats(values, 0);
                yield Values.ofFloats(values);
            }
            case DOUBLE -> {
                double[] values = new double[count];
                cursor.copyDoubles(values, 0);
                yield Values.ofDoubles(values);
            }
            case INT32 -> {
                int[] values = new int[count];
                cursor.copyInts(values, 0);
                yield Values.ofInts(values);
            }
            case INT64 -> {
                long[] values = new long[count];
                cursor.copyLongs(values, 0);
                yield Values.ofLongs(values);
            }
            case BYTES, NOT_SET -> throw new IllegalStateException("no numbers: " + kind);
        };
    }
}
