package dev.riffle.cli;

import dev.riffle.RecordWriter;
import dev.riffle.io.ByteSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes records in order into one or more files, evenly shared. All files appear together, when {@link #commit()} is
 * called, or none does: they are written under temporary names first, and if the last step fails for one of them, new files
 * that are there by then are deleted again.
 */
final class ShardedWriter implements Closeable {

    private final Terminal terminal;
    private final RecordTarget target;
    private final List<String> names;
    private final long records;
    private final List<RecordWriter> writers = new ArrayList<>();
    private long written;

    /** Begins to write {@code records} records, no more and no less. */
    ShardedWriter(Terminal terminal, RecordTarget target, long records) throws IOException {
        this.terminal = terminal;
        this.target = target;
        this.names = target.names();
        this.records = records;
        if (!target.isStandardOutput() && names.size() > 1) {
            checkNew();
        }
        try {
            openShard();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Finds a file in the way before hours of work, not behind them; each writer looks again. */
    private void checkNew() throws IOException {
        for (String name : names) {
            if (Files.exists(terminal.path(name)) && !overwrites()) {
                throw new FileAlreadyExistsException(name, null, "exists already");
            }
        }
    }

    private boolean overwrites() {
        return target.existing() == RecordTarget.Existing.REPLACE;
    }

    private void openShard() throws IOException {
        String name = names.get(writers.size());
        writers.add(
                target.isStandardOutput()
                        ? RecordWriter.create(ByteSink.of(terminal.out(), "standard output"), target.options())
                        : RecordWriter.create(terminal.path(name), target.options()));
    }

    void write(byte[] payload) throws IOException {
        while (written >= end(writers.size() - 1)) {
            openShard();
        }
        writers.get(writers.size() - 1).write(payload);
        written++;
    }

    /** The number of the record behind the last one of a shard. */
    private long end(int shard) {
        long share = records / names.size();
        return share * (shard + 1) + Math.min(shard + 1, records % names.size());
    }

    /** How many records each file has, in their order. */
    List<Long> counts() {
        return writers.stream().map(RecordWriter::count).toList();
    }

    void commit() throws IOException {
        while (writers.size() < names.size()) {
            openShard();
        }
        int committed = 0;
        try {
            for (RecordWriter writer : writers) {
                writer.commit();
                committed++;
            }
        } catch (IOException | RuntimeException e) {
            if (!overwrites() && !target.isStandardOutput()) {
                for (String name : names.subList(0, committed)) {
                    Files.deleteIfExists(terminal.path(name));
                }
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        for (RecordWriter writer : writers) {
            try {
                writer.close();
            } catch (IllegalStateException notCommitted) {
                // whatever stopped the writing is already on its way to the user
            }
        }
    }
}
