package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Contest;
import java.io.IOException;
import java.nio.file.Path;

/** Our walk over a file against somebody else's over the same one. */
public final class WalkContest implements Contest {

    /** A walk that gives the number of {@link RiffleWalk#walk}, or of {@link RiffleWalk#walkFrames}. */
    @FunctionalInterface
    public interface Walk {
        long walk(Path file) throws IOException;
    }

    private final Path file;
    private final Walk ours;
    private final Walk rival;

    private WalkContest(Path file, Walk ours, Walk rival) {
        this.file = file;
        this.ours = ours;
        this.rival = rival;
    }

    /** Both look into every payload. */
    public static WalkContest overPayloads(Path file, Walk rival) {
        return new WalkContest(file, path -> RiffleWalk.walk(path, RecordReaderOptions.defaults()), rival);
    }

    /** Both walk the frames with their checksums, and want offsets and sizes only. */
    public static WalkContest overFrames(Path file, Walk rival) {
        return new WalkContest(file, path -> RiffleWalk.walkFrames(path, RecordReaderOptions.defaults()), rival);
    }

    @Override
    public long ours() throws IOException {
        return ours.walk(file);
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
