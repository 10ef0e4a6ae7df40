package dev.riffle.benchmarks;

import dev.riffle.RecordReaderOptions;
import java.io.IOException;
import java.nio.file.Path;

/** Our walk over a file against somebody else's over the same one. */
final class WalkContest implements Contest {

    /** A walk that gives the number of {@link RiffleWalk#walk}. */
    @FunctionalInterface
    interface Walk {
        long walk(Path file) throws IOException;
    }

    private final Path file;
    private final Walk rival;

    WalkContest(Path file, Walk rival) {
        this.file = file;
        this.rival = rival;
    }

    @Override
    public long ours() throws IOException {
        return RiffleWalk.walk(file, RecordReaderOptions.defaults());
    }

    @Override
    public long rival() throws IOException {
        return rival.walk(file);
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), rival());
        // Whoever reads the file, its payloads are these.
        Contest.requireEqual(RiffleWalk.checksum(file, RecordReaderOptions.defaults()), HadoopWalk.checksum(file));
    }
}
