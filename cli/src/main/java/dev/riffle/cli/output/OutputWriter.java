package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

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

    /** Returns the number of records in each file, in the order of the files. */
    List<Long> counts();

    /** Publishes all files. If this method throws, no file appears. */
    void commit() throws IOException;

    /**
     * Closes the writer and deletes uncommitted output.
     *
     * @throws IllegalStateException if the writer was not committed
     */
    @Override
    void close() throws IOException;
}
