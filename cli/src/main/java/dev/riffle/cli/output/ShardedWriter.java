package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.SchemaFingerprint;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes records in order into several files of about equal record counts. All files appear together. If an error
 * occurs, the older files stay.
 */
final class ShardedWriter implements OutputWriter {

    private final List<String> names;
    private final ShardedRecordWriter writer;
    private final long records;
    private int shard;

    /** Opens a writer of exactly {@code records} records. */
    ShardedWriter(Terminal terminal, OutputFiles target, long records) throws IOException {
        target.check(terminal);
        this.names = target.names();
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(terminal.path(name));
        }
        this.writer = ShardedRecordWriter.create(paths, target.options());
        this.records = records;
    }

    @Override
    public void write(byte[] payload) throws IOException {
        if (writer.count() == records) {
            throw new IOException("the input has more than the " + Sizes.count(records, "record")
                    + " that the command counted before; run it again when no program writes the input");
        }
        while (writer.count() >= end(shard)) {
            shard++;
        }
        writer.writeToShard(shard, ByteBuffer.wrap(payload));
    }

    /** Returns the number of the record after the last one of a shard. */
    private long end(int shard) {
        long share = records / writer.shards();
        return share * (shard + 1) + Math.min(shard + 1, records % writer.shards());
    }

    @Override
    public void schema(ExampleColumns columns) {
        writer.schema(SchemaFingerprint.of(columns.kinds()));
        writer.columns(columns.types());
    }

    @Override
    public WrittenFiles commit() throws IOException {
        return new WrittenFiles(names, writer.commit());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
