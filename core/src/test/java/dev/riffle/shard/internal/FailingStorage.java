package dev.riffle.shard.internal;

import dev.riffle.io.ByteSink;
import dev.riffle.io.WrappedOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Fails at its n-th step; with {@link #diskFull}, all later writes fail too. */
public final class FailingStorage extends WrappedStorage {
    private final int failing;
    private int steps;
    private boolean diskFull;

    public FailingStorage(int failing) {
        this(failing, new FileStorage());
    }

    FailingStorage(int failing, CommitStorage storage) {
        super(storage);
        this.failing = failing;
    }

    /** Returns this storage with the failures of a full disk: all writes from the n-th on fail. */
    public FailingStorage diskFull() {
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

    /** Returns a sink that can fail in the middle of a file and at its end. */
    @Override
    public ByteSink stage(Path hidden, Path place) throws IOException {
        step();
        return new FailingSink(super.stage(hidden, place), place.toString());
    }

    @Override
    public void publish(Path hidden, Path place) throws IOException {
        step();
        super.publish(hidden, place);
        step();
    }

    @Override
    public void replace(Path hidden, Path place) throws IOException {
        step();
        super.replace(hidden, place);
        step();
    }

    @Override
    public void keep(Path place, Path hidden) throws IOException {
        step();
        super.keep(place, hidden);
    }

    @Override
    public void retire(Path place, Path hidden) throws IOException {
        step();
        super.retire(place, hidden);
        step();
    }

    /** Deletes a file. Deletions of hidden files do not count as steps, because the commit ignores their failures. */
    @Override
    public void delete(Path path) throws IOException {
        if (!path.toString().endsWith(".tmp")) {
            step();
        }
        super.delete(path);
    }

    private final class FailingSink implements ByteSink {
        private final ByteSink sink;
        private final String name;

        FailingSink(ByteSink sink, String name) {
            this.sink = sink;
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Output create() throws IOException {
            return new WrappedOutput(sink.create()) {
                @Override
                public int write(ByteBuffer source) throws IOException {
                    writeStep(name);
                    return super.write(source);
                }

                @Override
                public void sync() throws IOException {
                    step();
                    super.sync();
                }

                @Override
                public void commit() throws IOException {
                    step();
                    super.commit();
                }
            };
        }
    }
}
