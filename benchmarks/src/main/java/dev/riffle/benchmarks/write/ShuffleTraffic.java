package dev.riffle.benchmarks.write;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.benchmarks.harness.Spread;
import dev.riffle.io.ByteSource;
import dev.riffle.rewrite.DiffReport;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.SetDiff;
import dev.riffle.rewrite.ShuffleReport;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures the bytes that a shuffle reads and writes for each byte of a set four times as large as its memory. The
 * operating system counts the bytes ({@code /proc/self/io}) if it can, so that the number does not depend on Riffle's
 * own counters. Otherwise the result comes from the report of the shuffle.
 */
public final class ShuffleTraffic {

    private static final Path COUNTERS = Path.of("/proc/self/io");
    private static final int TIMES_THE_MEMORY = 4;
    private static final int MOST_ROUNDS = 3;

    private ShuffleTraffic() {}

    /** Holds the bytes that one shuffle read and wrote for each byte of the set. */
    private record Moved(double read, double written) {}

    /** Selects one of the two numbers as the result. */
    @FunctionalInterface
    private interface Result {
        double of(Moved moved);
    }

    public static Spread read(RecordFiles files, Path file, int rounds) throws IOException {
        return measure(files, file, rounds, Moved::read);
    }

    public static Spread written(RecordFiles files, Path file, int rounds) throws IOException {
        return measure(files, file, rounds, Moved::written);
    }

    public static Spread larger(RecordFiles files, Path file, int rounds) throws IOException {
        return measure(files, file, rounds, moved -> Math.max(moved.read(), moved.written()));
    }

    private static Spread measure(RecordFiles files, Path file, int rounds, Result result) throws IOException {
        double[] results = new double[Math.min(rounds, MOST_ROUNDS)];
        Path out = files.path("shuffled");
        // The first run also loads classes, which counts as reads. So it is not measured.
        shuffle(file, out, 0);
        check(file, out);
        for (int round = 0; round < results.length; round++) {
            Moved moved = shuffle(file, out, round);
            Progress.say("  round " + (round + 1) + ": " + moved.read() + " bytes read and " + moved.written()
                    + " written for each of the set");
            results[round] = result.of(moved);
        }
        return Spread.of(results);
    }

    private static Moved shuffle(Path file, Path out, long seed) throws IOException {
        double size = Files.size(file);
        boolean counted = Files.isReadable(COUNTERS);
        long read = counted ? counter("rchar") : 0;
        long written = counted ? counter("wchar") : 0;
        ShuffleReport report = ExternalShuffle.of(
                        RecordInput.of(List.of(ByteSource.of(file)))
                                .reading(RecordReaderOptions.defaults().withoutMapping()),
                        seed)
                .memory((long) size / TIMES_THE_MEMORY)
                .temporaryDirectory(out.toAbsolutePath().resolveSibling("."))
                .writeTo(RecordOutput.file(
                        out, RecordWriterOptions.defaults().withoutSync().overwrite()));
        if (report.temporaryBytesWritten() == 0) {
            throw new IllegalStateException("expected a shuffle through the disk, but the set fitted into memory");
        }
        return counted
                ? new Moved((counter("rchar") - read) / size, (counter("wchar") - written) / size)
                : new Moved(report.bytesRead() / size, report.bytesWritten() / size);
    }

    private static long counter(String name) throws IOException {
        return Files.readAllLines(COUNTERS).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    private static void check(Path file, Path out) throws IOException {
        RecordInput before = RecordInput.of(List.of(ByteSource.of(file)));
        RecordInput after = RecordInput.of(List.of(ByteSource.of(out)));
        DiffReport bags = SetDiff.of(before, after).asBags(difference -> {});
        if (bags.differences() > 0) {
            throw new IllegalStateException("the shuffle lost records: " + bags);
        }
    }
}
