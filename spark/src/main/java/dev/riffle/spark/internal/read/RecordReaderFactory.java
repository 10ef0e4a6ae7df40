package dev.riffle.spark.internal.read;

import java.util.List;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Creates the readers of tasks. */
public record RecordReaderFactory(SplitOpener opener, FileSourceOptions tolerated) implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        SplitsReader splits = new SplitsReader(opener, tolerated, List.of(((FilePartition) partition).files()));
        return opener.plan().counting() ? new CountReader(splits) : splits;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        return new RowsReader(createColumnarReader(partition), opener.plan().schema());
    }
}
