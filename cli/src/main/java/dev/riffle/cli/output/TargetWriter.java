package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Writes records, in order, to where a command was told. Nothing is there before {@link #commit()}, except on standard output. */
public interface TargetWriter extends Closeable {

    /**
     * Begins to write.
     *
     * @param records how many there will be: several files share them evenly, a single one takes any number
     */
    static TargetWriter open(Terminal terminal, RecordTarget target, long records) throws IOException {
        return target.names().size() == 1
                ? new OneFileWriter(terminal, target)
                : new ShardedWriter(terminal, target, records);
    }

    void write(byte[] payload) throws IOException;

    /** Leaves a fingerprint of what the records look like in the manifest, where there is one. */
    void schema(String fingerprint);

    /** How many records each file has, in their order. */
    List<Long> counts();

    /** Publishes all files, or, if it throws, none. */
    void commit() throws IOException;

    /** Ends the writing; what was not committed is gone. */
    @Override
    void close() throws IOException;
}
