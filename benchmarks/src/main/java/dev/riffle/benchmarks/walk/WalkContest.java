package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import java.io.IOException;
import java.nio.file.Path;

/** Compares Riffle's scan of a file with a baseline's scan of that file. */
public final class WalkContest implements Contest {

    /** Scans a file and returns the same number as {@link RiffleWalk#walk} or {@link RiffleWalk#walkFrames}. */
    @FunctionalInterface
    public interface Walk {
        long walk(Path file) throws IOException;
    }

    private final Path file;
    private final Walk ours;
    private final Walk baseline;

    private WalkContest(Path file, Walk ours, Walk baseline) {
        this.file = file;
        this.ours = ours;
        this.baseline = baseline;
    }

    /** Creates a contest in which both sides read every payload. */
    public static WalkContest overPayloads(Path file, Walk baseline) {
        return new WalkContest(file, path -> RiffleWalk.walk(path, RecordReaderOptions.defaults()), baseline);
    }

    /** Creates a contest in which both sides verify the checksums of frames but use only offsets and sizes. */
    public static WalkContest overFrames(Path file, Walk baseline) {
        return new WalkContest(file, path -> RiffleWalk.walkFrames(path, RecordReaderOptions.defaults()), baseline);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return ours.walk(file);
    }

    @Override
    public long baseline() throws IOException {
        return baseline.walk(file);
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        // Both readers must return these payloads.
        Contest.requireEqual(RiffleWalk.checksum(file, RecordReaderOptions.defaults()), HadoopWalk.checksum(file));
    }
}
