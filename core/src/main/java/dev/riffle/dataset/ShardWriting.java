package dev.riffle.dataset;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;

/** Writes a dataset into the shards of a record set. */
final class ShardWriting {

    private ShardWriting() {}

    static <T> long write(
            Dataset<T> dataset,
            ShardNames names,
            RecordWriterOptions options,
            DatasetFunction<? super T, Bytes> serializer)
            throws IOException {
        try (DatasetIterator<Bytes> payloads =
                        dataset.<Bytes>map(serializer).named("writeShards").iterator();
                ShardedRecordWriter writer = ShardedRecordWriter.create(names, options)) {
            while (payloads.hasNext()) {
                writer.write(payloads.next());
            }
            writer.commit();
            return writer.count();
        }
    }
}
