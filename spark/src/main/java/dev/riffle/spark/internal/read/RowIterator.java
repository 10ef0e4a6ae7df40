package dev.riffle.spark.internal.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.StructType;
import scala.collection.AbstractIterator;

/**
 * Iterates over the rows of a split, for plans that do not take batches: plans with very many columns, or without
 * generated code.
 */
final class RowIterator extends AbstractIterator<InternalRow> implements Closeable {

    private final BatchIterator batches;

    private final UnsafeProjection copy;

    private Iterator<InternalRow> rows = Collections.emptyIterator();

    RowIterator(BatchIterator batches, StructType schema) {
        this.batches = batches;
        this.copy = UnsafeProjection.create(schema);
    }

    @Override
    public boolean hasNext() {
        while (!rows.hasNext()) {
            if (!batches.hasNext()) {
                return false;
            }
            rows = batches.next().rowIterator();
        }
        return true;
    }

    @Override
    public InternalRow next() {
        hasNext();
        return copy.apply(rows.next());
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
