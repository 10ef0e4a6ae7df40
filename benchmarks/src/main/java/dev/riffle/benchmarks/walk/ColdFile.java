package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.benchmarks.harness.Spread;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures reads of a file that is not in the page cache. Each side of each round runs in a new process, after the
 * system has dropped the pages of the file. The system's counter of the bytes read from storage proves this. A process
 * first reads a small file again and again, so that the JVM has compiled the code.
 */
public final class ColdFile {

    private static final int RECORDS = 2_000_000;
    private static final int WARM_UP_RECORDS = 20_000;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int RANDOM_READS = 150_000;
    private static final int READS_AT_ONCE = 16;
    private static final int RECORDS_OF_CALL = 4096;
    private static final int PAYLOAD_BYTES = 860;
    private static final int FRAME_BYTES = PAYLOAD_BYTES + 16;
    private static final int HEADER_BYTES = 12;

    /** The largest number of bytes to read from storage for a record, on average. */
    private static final long MOST_BYTES_OF_RECORD = 12_000;

    private static final int MOST_ROUNDS = 5;
    private static final long SEED = 20261128;
    private static final String COLD = "cold";
    private static final String WARM = "warm";
    private static final Path COUNTERS = Path.of("/proc/self/io");

    private ColdFile() {}

    /** Lists the two sides of both measurements. */
    private enum Side {
        RANDOM_RECORDS {
            @Override
            Task open(Path file) throws IOException {
                RecordIndex index =
                        RecordIndex.open(List.of(file), IndexOptions.defaults().withoutMapping());
                return () -> {
                    long sum = 0;
                    long[] all = randomRecords(Files.size(file) / FRAME_BYTES);
                    for (int i = 0; i < all.length; i += RECORDS_OF_CALL) {
                        long[] some = Arrays.copyOfRange(all, i, Math.min(i + RECORDS_OF_CALL, all.length));
                        for (Bytes record : index.getAll(some)) {
                            sum += record.get(record.size() - 1);
                        }
                    }
                    return sum;
                };
            }
        },
        RANDOM_READS {
            @Override
            Task open(Path file) throws IOException {
                FileChannel channel = FileChannel.open(file);
                return () -> {
                    AtomicLong sum = new AtomicLong();
                    long[] all = randomRecords(Files.size(file) / FRAME_BYTES);
                    Thread[] threads = new Thread[READS_AT_ONCE];
                    for (int t = 0; t < threads.length; t++) {
                        int first = t;
                        threads[t] = new Thread(() -> {
                            ByteBuffer frame = ByteBuffer.allocateDirect(FRAME_BYTES);
                            for (int i = first; i < all.length; i += READS_AT_ONCE) {
                                readFully(channel, frame.clear(), all[i] * FRAME_BYTES);
                                sum.addAndGet(frame.get(HEADER_BYTES + PAYLOAD_BYTES - 1));
                            }
                        });
                        threads[t].start();
                    }
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    return sum.get();
                };
            }
        },
        SCAN {
            @Override
            Task open(Path file) {
                return () -> {
                    long bytes = 0;
                    try (RecordReader records = RecordReader.open(file)) {
                        while (records.next()) {
                            bytes += records.payloadSize() + FRAME_BYTES - PAYLOAD_BYTES;
                        }
                    }
                    return bytes;
                };
            }
        },
        READS {
            @Override
            Task open(Path file) {
                return () -> {
                    long bytes = 0;
                    ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
                    try (FileChannel channel = FileChannel.open(file)) {
                        for (int count = 0; count >= 0; count = channel.read(block.clear())) {
                            bytes += count;
                        }
                    }
                    return bytes;
                };
            }
        };

        /** Returns the code to measure. */
        abstract Task open(Path file) throws IOException;
    }

    /** Reads the file, and returns a number that both sides must find. */
    @FunctionalInterface
    private interface Task {
        long run() throws Exception;
    }

    /** Holds what a process printed. */
    private record Result(long nanos, long readBytes, long found) {}

    private static void readFully(FileChannel channel, ByteBuffer target, long offset) {
        try {
            while (target.hasRemaining()) {
                if (channel.read(target, offset + target.position()) < 0) {
                    throw new IllegalStateException("the file ends before offset " + offset);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long[] randomRecords(long records) {
        return new SplittableRandom(SEED).longs(RANDOM_READS, 0, records).toArray();
    }

    /** Compares random records of an index without mappings with a bare loop of positional reads. */
    public static Spread randomRecords(RecordFiles files, int rounds) throws Exception {
        Path file = write(files, COLD, RECORDS);
        Path warm = write(files, WARM, WARM_UP_RECORDS);
        // The system does not drop pages that a process has mapped.
        IndexFile.of(file).build(IndexOptions.defaults().withoutMapping());
        IndexFile.of(warm).build(IndexOptions.defaults());
        return race(file, Side.RANDOM_RECORDS, Side.RANDOM_READS, rounds, RANDOM_READS);
    }

    /** Compares a scan that verifies all records with a bare loop of reads. */
    public static Spread scan(RecordFiles files, int rounds) throws Exception {
        write(files, WARM, WARM_UP_RECORDS);
        return race(write(files, COLD, RECORDS), Side.SCAN, Side.READS, rounds, RECORDS);
    }

    private static Path write(RecordFiles files, String name, int count) throws IOException {
        Path file = files.path(name);
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            SplittableRandom random = new SplittableRandom(SEED);
            byte[] payload = new byte[PAYLOAD_BYTES];
            for (int i = 0; i < count; i++) {
                random.nextBytes(payload);
                records.write(payload);
            }
        });
        return file;
    }

    private static Spread race(Path file, Side ours, Side baseline, int rounds, long records) throws Exception {
        double[] ratios = new double[Math.min(rounds, MOST_ROUNDS)];
        for (int round = 0; round < ratios.length; round++) {
            Result first = measure(round % 2 == 0 ? ours : baseline, file);
            Result second = measure(round % 2 == 0 ? baseline : ours, file);
            Result our = round % 2 == 0 ? first : second;
            Result other = round % 2 == 0 ? second : first;
            Contest.requireEqual(our.found(), other.found());
            Progress.say(String.format(
                    Locale.ROOT,
                    "  round %d: ours %.0f records/s, %d bytes read for each; baseline %.0f records/s, %d bytes",
                    round + 1,
                    records * 1e9 / our.nanos(),
                    our.readBytes() / records,
                    records * 1e9 / other.nanos(),
                    other.readBytes() / records));
            // Random reads at the same places share some pages.
            if (Math.min(our.readBytes(), other.readBytes()) < records * PAYLOAD_BYTES / 2) {
                Progress.say("SKIPPED: the system did not drop the pages of " + file + ", or does not count reads");
                return new Spread(Double.NaN, Double.NaN, Double.NaN);
            }
            if (our.readBytes() > records * MOST_BYTES_OF_RECORD) {
                throw new IllegalStateException("expected at most " + MOST_BYTES_OF_RECORD
                        + " bytes read for a record, found " + our.readBytes() / records);
            }
            ratios[round] = (double) other.nanos() / our.nanos();
        }
        return Spread.of(ratios);
    }

    private static Result measure(Side side, Path file) throws IOException, InterruptedException {
        run("sync", file.toString());
        run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
        String[] numbers = run(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ColdFile.class.getName(),
                        side.name(),
                        file.toString())
                .split(" ");
        return new Result(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(List.of(command) + ": expected exit code 0, found " + process.exitValue());
        }
        return output;
    }

    /** Runs one side. Prints its time in nanoseconds, the bytes read from storage, and the number that it found. */
    public static void main(String[] arguments) throws Exception {
        Side side = Side.valueOf(arguments[0]);
        Path cold = Path.of(arguments[1]);
        Task warmUp = side.open(cold.resolveSibling(WARM));
        for (long end = System.nanoTime() + WARM_UP_NANOS; System.nanoTime() < end; ) {
            warmUp.run();
        }
        Task task = side.open(cold);
        long read = readBytes();
        long begin = System.nanoTime();
        long found = task.run();
        long nanos = System.nanoTime() - begin;
        System.out.println(nanos + " " + (readBytes() - read) + " " + found);
    }

    private static long readBytes() throws IOException {
        if (!Files.isReadable(COUNTERS)) {
            return 0;
        }
        return Files.readAllLines(COUNTERS).stream()
                .filter(line -> line.startsWith("read_bytes:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
