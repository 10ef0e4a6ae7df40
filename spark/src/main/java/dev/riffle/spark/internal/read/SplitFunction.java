package dev.riffle.spark.internal.read;

import java.io.IOException;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Opens splits in tasks, for Spark's older interface. */
public final class SplitFunction extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** Lists the forms of rows that Spark can request. */
    public enum Gives {
        BATCHES,
        ROWS
    }

    private final SplitOpener opener;

    private final Gives gives;

    public SplitFunction(SplitOpener opener, Gives gives) {
        this.opener = opener;
        this.gives = gives;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile split) {
        BatchIterator batches;
        try {
            batches = new BatchIterator(opener.open(split), split);
        } catch (IOException e) {
            throw Unchecked.thrown(e);
        }
        return switch (gives) {
            case BATCHES -> asRows(batches);
            case ROWS -> new RowIterator(batches, opener.plan().schema());
        };
    }

    @SuppressWarnings("unchecked") // Batches pass through an iterator of rows, as in Spark.
    private static Iterator<InternalRow> asRows(Iterator<?> batches) {
        return (Iterator<InternalRow>) batches;
    }
}
