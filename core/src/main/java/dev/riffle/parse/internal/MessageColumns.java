package dev.riffle.parse.internal;

import dev.riffle.example.MalformedMessageException;
import dev.riffle.internal.Block;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * Reads messages into the rows of columns, one batch after the other. An Example is a context without feature lists.
 * One thread at a time may use an object.
 */
public final class MessageColumns {

    private final Columns<Column> context;
    private final Columns<ListColumn> lists;
    /** The columns of the context, then those of the lists. */
    private final KeyColumn[] all;

    private final RowScanner scanner;
    private final SlowPath slowPath;

    /**
     * Creates columns without rows.
     *
     * @param context the plans for the features
     * @param lists the plans for the steps of the feature lists
     * @param empty a block of the requested kind of memory
     */
    public MessageColumns(
            MessageType type,
            Collection<ColumnPlan> context,
            Collection<ColumnPlan> lists,
            Leniency leniency,
            Block empty) {
        this.context = new Columns<>(context, leniency, plan -> Column.of(plan, leniency, empty));
        this.lists = new Columns<>(lists, leniency, plan -> new ListColumn(plan, leniency, empty));
        this.all = Stream.of(this.context.all(), this.lists.all())
                .flatMap(Stream::of)
                .toArray(KeyColumn[]::new);
        this.scanner = new RowScanner(type, this.context, this.lists);
        this.slowPath = new SlowPath(type, this.context, this.lists);
    }

    public Columns<Column> context() {
        return context;
    }

    public Columns<ListColumn> lists() {
        return lists;
    }

    /** Begins a new batch of at most this number of rows. */
    public void clear(int rows) {
        for (KeyColumn column : all) {
            column.clear(rows);
        }
    }

    /** Releases the memory of the columns. This memory then belongs to the tensors. */
    public void release() {
        for (KeyColumn column : all) {
            column.release();
        }
    }

    /**
     * Reads a message into a row. After an exception, the caller removes the values of the row.
     *
     * @throws RowFault if the message is not valid or does not fit the plans
     * @throws ArithmeticException if a column becomes too large
     */
    public void read(int row, byte[] array, int from, int to) {
        if (scanner.read(row, array, from, to)) {
            return;
        }
        rewind(row);
        try {
            slowPath.read(row, array, from, to);
        } catch (MalformedMessageException e) {
            throw RowFault.malformed(e);
        }
    }

    /** Removes a row and all later rows. */
    public void rewind(int row) {
        for (KeyColumn column : all) {
            column.rewind(row);
        }
    }

    /** Returns the number of columns. */
    public int count() {
        return all.length;
    }

    /**
     * Appends the first {@code rows} rows of a column of another object for equal plans. They follow the {@code before}
     * rows of this object's column. Several threads can append to different columns in parallel.
     */
    public void append(int column, int before, MessageColumns other, int rows) {
        all[column].append(before, other.all[column], rows);
    }
}
