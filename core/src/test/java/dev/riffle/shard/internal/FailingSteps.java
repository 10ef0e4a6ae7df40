package dev.riffle.shard.internal;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Fails at its n-th step; with {@link #diskFull}, all later writes fail too. */
public final class FailingSteps extends FileSteps {
    private final int failing;
    private int steps;
    private boolean diskFull;

    public FailingSteps(int failing) {
        this.failing = failing;
    }

    /** Returns these steps with the failures of a full disk: all writes from the n-th on fail. */
    public FailingSteps diskFull() {
        diskFull = true;
        return this;
    }

    int steps() {
        return steps;
    }

    private void step() throws IOException {
        if (!diskFull && steps++ == failing) {
            throw new IOException("injected at step " + failing);
        }
    }

    private void writeStep(String name) throws IOException {
        if (diskFull && steps >= failing) {
            throw new FileSystemException(name, null, "No space left on device");
        }
        if (!diskFull) {
            step();
        } else {
            steps++;
        }
    }

    /** Creates a writer that can fail in the middle of a file and at its end. */
    @Override
    public RecordWriter create(ByteSink sink, RecordWriterOptions options) throws IOException {
        step();
        return RecordWriter.create(new FailingSink(sink), options);
    }

    @Override
    public void name(Path from, Path to) throws IOException {
        step();
        super.name(from, to);
        step();
    }

    @Override
    public void replace(Path from, Path to) throws IOException {
        step();
        super.replace(from, to);
        step();
    }

    @Override
    public void keep(Path file, Path kept) throws IOException {
        step();
        super.keep(file, kept);
    }

    @Override
    void write(Path hidden, Path name, String text, RecordWriterOptions options) throws IOException {
        writeStep(name.toString());
        super.write(hidden, name, text, options);
    }

    /** Deletes a file. Deletions of hidden files do not count as steps, because the commit ignores their failures. */
    @Override
    void delete(Path file) throws IOException {
        if (!file.toString().endsWith(".tmp")) {
            step();
        }
        super.delete(file);
    }

    private final class FailingSink implements ByteSink {
        private final ByteSink sink;

        FailingSink(ByteSink sink) {
            this.sink = sink;
        }

        @Override
        public String name() {
            return sink.name();
        }

        @Override
        public Output create() throws IOException {
            Output out = sink.create();
            return new Output() {
                @Override
                public int write(ByteBuffer source) throws IOException {
                    writeStep(sink.name());
                    return out.write(source);
                }

                @Override
                public void sync() throws IOException {
                    step();
                    out.sync();
                }

                @Override
                public void commit() throws IOException {
                    step();
                    out.commit();
                }

                @Override
                public boolean isOpen() {
                    return out.isOpen();
                }

                @Override
                public void close() throws IOException {
                    out.close();
                }
            };
        }
    }
}
