package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.example.internal.KeyTable;
import dev.riffle.example.internal.MessageScanner;

/** Reads messages in their usual form into the rows of columns. */
final class RowScanner extends MessageScanner<Column, ListColumn> {

    private final MessageType type;
    private final Columns<Column> context;
    private final Columns<ListColumn> lists;
    private final KeyTable<Column> contextKeys;
    private final KeyTable<ListColumn> listKeys;

    private int row;

    /** The numbers of columns with values for the current row. */
    private int takenFeatures;

    private int takenLists;

    RowScanner(MessageType type, Columns<Column> context, Columns<ListColumn> lists) {
        super(type.dialect);
        this.type = type;
        this.context = context;
        this.lists = lists;
        this.contextKeys = context.keys();
        this.listKeys = lists.keys();
    }

    /** Reads a row. Returns false if only the slow path can read the message, or the columns have no default. */
    boolean read(int number, byte[] array, int from, int to) {
        row = number;
        takenFeatures = 0;
        takenLists = 0;
        if (type != MessageType.SEQUENCE_EXAMPLE) {
            return scanExample(contextKeys, array, from, to) && context.endRow(row, takenFeatures);
        }
        return scanSequenceExample(contextKeys, listKeys, array, from, to)
                && context.endRow(row, takenFeatures)
                && lists.endRow(row, takenLists);
    }

    @Override
    protected boolean begin(Column column) {
        if (column.lastRow == row) {
            return false;
        }
        column.lastRow = row;
        takenFeatures++;
        return true;
    }

    @Override
    protected boolean takeUnset(Column column) {
        return type.unsetIsEmpty() ? begin(column) && column.takeEmpty(row) : column.lastRow != row;
    }

    @Override
    protected boolean takeChunk(Column column, Kind kind, byte[] array, int from, int to) {
        return kind == column.kind ? column.takeChunk(array, from, to) : column.takeOther(kind, array, from, to);
    }

    @Override
    protected boolean takeString(Column column, byte[] array, int from, int to) {
        return column.takeString(array, from, to);
    }

    @Override
    protected boolean takeStrings(Column column, byte[] array, int from, int to) {
        return column.takeStrings(array, from, to);
    }

    @Override
    protected boolean beginList(ListColumn list) {
        if (list.lastRow == row) {
            return false;
        }
        list.lastRow = row;
        takenLists++;
        return true;
    }

    @Override
    protected int takeSteps(ListColumn list, byte[] array, int from, int to) {
        return list.takeShortSteps(array, from, to);
    }

    @Override
    protected boolean takeStep(ListColumn list, byte[] array, int from, int to) {
        boolean taken = from == to ? list.steps.takeEmpty(list.stepCount) : scanBody(list.steps, array, from, to);
        list.endStep();
        return taken;
    }
}
