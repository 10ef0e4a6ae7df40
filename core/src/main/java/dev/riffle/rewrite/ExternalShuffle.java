package dev.riffle.rewrite;

import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings the records of a set into a random order, each order being as likely as any other, also where the set is larger than
 * memory.
 *
 * <pre>{@code
 * ExternalShuffle.of(RecordSet.find(directory, "train.tfrecord@*"), 42)
 *         .memory(2L << 30)
 *         .writeTo(RecordOutput.shards(ShardNames.of("shuffled.tfrecord", 10), RecordWriterOptions.defaults()));
 * }</pre>
 *
 * <p>The order comes from the seed and from the records' numbers in the set alone: the memory limit, the machine and how the
 * records are shared among files do not matter.
 *
 * <p>What does not fit into memory goes to temporary files, and comes back once. All bytes read, and all bytes written, are
 * each at most twice those of the set, unless it is larger than some hundred times the memory limit or a few records are
 * nearly as large as the limit: then parts of it go to temporary files again. Temporary files are hidden ({@code
 * .riffle-shuffle.*.tmp}), only for their owner, and are deleted in any case but that of a process that is killed outright.
 * What is read back is verified.
 *
 * <p>Immutable; the work runs on the thread that asks for it.
 */
public final class ExternalShuffle {

    /** Less memory than this is refused. */
    public static final long LEAST_MEMORY_BYTES = 64 << 10;

    private static final long DEFAULT_MEMORY_BYTES = 256 << 20;

    private final RecordInput input;
    private final long seed;
    private final long memoryBytes;
    private final @Nullable Path temporary;
    private final SpillSteps steps;

    private ExternalShuffle(
            RecordInput input, long seed, long memoryBytes, @Nullable Path temporary, SpillSteps steps) {
        this.input = input;
        this.seed = seed;
        this.memoryBytes = memoryBytes;
        this.temporary = temporary;
        this.steps = steps;
    }

    /**
     * Shuffles the records of an input with 256 MiB of memory. The input's progress listener is told of every record when it is
     * read and again when it is written, each time with half of its bytes; for compressed input, it is told no bytes.
     */
    public static ExternalShuffle of(RecordInput input, long seed) {
        return new ExternalShuffle(input, seed, DEFAULT_MEMORY_BYTES, null, new SpillSteps());
    }

    /** Shuffles the records of a set with 256 MiB of memory. */
    public static ExternalShuffle of(RecordSet set, long seed) {
        return of(RecordInput.of(set), seed);
    }

    /** Shuffles the records of these sources, which may be streams, with 256 MiB of memory. */
    public static ExternalShuffle of(List<ByteSource> sources, long seed) {
        return of(RecordInput.of(sources), seed);
    }

    /**
     * How much memory records and their order may take. Besides, there are the buffers of a reader and of the writers, and twice
     * the largest record, which may be larger than the limit.
     *
     * @throws IllegalArgumentException if {@code bytes} is below {@link #LEAST_MEMORY_BYTES}
     */
    public ExternalShuffle memory(long bytes) {
        if (bytes < LEAST_MEMORY_BYTES) {
            throw new IllegalArgumentException("bytes must be at least " + LEAST_MEMORY_BYTES + ": " + bytes);
        }
        return new ExternalShuffle(input, seed, bytes, temporary, steps);
    }

    /** Where temporary files are made if they are needed: a directory that is there. Else it is the system's. */
    public ExternalShuffle temporaryDirectory(Path directory) {
        return new ExternalShuffle(input, seed, memoryBytes, directory, steps);
    }

    ExternalShuffle steps(SpillSteps other) {
        return new ExternalShuffle(input, seed, memoryBytes, temporary, other);
    }

    /**
     * Writes the records in their new order.
     *
     * @throws IllegalArgumentException if the target has another format than the input
     * @throws dev.riffle.CorruptRecordException if the input is damaged and the options do not pass over it
     * @throws IOException if something cannot be read or written, or a temporary file does not give back what was put into it;
     *     nothing is written then
     */
    public ShuffleReport writeTo(RecordOutput target) throws IOException {
        return writeTo(OutputPlan.of(target));
    }

    ShuffleReport writeTo(OutputPlan target) throws IOException {
        target.checkReplacesNone(input.sources());
        Path directory = temporary == null ? Path.of(System.getProperty("java.io.tmpdir")) : temporary;
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(
                    directory.toString(), null, "no such directory for temporary files; create it first");
        }
        SpillFolder folder = new SpillFolder(directory, steps);
        ShuffleReport report;
        try {
            ShuffleRun run = new ShuffleRun(folder, memoryBytes, new ShuffleKeys(seed), input.progress());
            run.read(input.sources(), input.options(), target);
            report = run.writeTo(target);
        } catch (Throwable e) {
            try (folder) {
                throw e;
            }
        }
        try {
            folder.close();
        } catch (IOException e) {
            // All is written and has its names; a temporary file stays under its hidden one.
            return report;
        }
        return report;
    }
}
