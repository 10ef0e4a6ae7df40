package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSink;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;

/** Writes records into one file, or to standard output. */
final class OneFileWriter implements OutputWriter {

    private final OutputFiles target;
    private final ShardedRecordWriter writer;

    OneFileWriter(Terminal terminal, OutputFiles target) throws IOException {
        this.target = target;
        // The name may be the name of a shard of a set. The commit removes the manifest of that set.
        this.writer = ShardedRecordWriter.create(
                target.isStandardOutput()
                        ? RecordOutput.sink(ByteSink.of(terminal.out(), "standard output"), target.options())
                        : RecordOutput.file(terminal.path(target.names().get(0)), target.options()));
    }

    @Override
    public void write(byte[] payload) throws IOException {
        writer.write(payload);
    }

    @Override
    public void schema(ExampleColumns columns) {
        // A single file has no manifest.
    }

    @Override
    public WrittenFiles commit() throws IOException {
        return new WrittenFiles(target.names(), writer.commit());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
