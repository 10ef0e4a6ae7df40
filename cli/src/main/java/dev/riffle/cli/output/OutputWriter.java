package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes records, in order, to the target of a command. No output appears before {@link #commit()}, except on standard
 * output.
 */
public interface OutputWriter extends Closeable {

    /**
     * Opens a writer.
     *
     * @param records the number of records, which several files share evenly; a single file accepts any number
     */
    static OutputWriter open(Terminal terminal, OutputFiles target, long records) throws IOException {
        return target.names().size() == 1
                ? new OneFileWriter(terminal, target)
                : new ShardedWriter(terminal, target, records);
    }

    void write(byte[] payload) throws IOException;

    /** Stores the columns of the records and their fingerprint in the manifest, if the output has a manifest. */
    void schema(ExampleColumns columns);

    /** Publishes all files. If this method throws, no file appears. */
    WrittenFiles commit() throws IOException;

    /**
     * Closes the writer and deletes uncommitted output.
     *
     * @throws IllegalStateException if the writer was not committed
     */
    @Override
    void close() throws IOException;
}
