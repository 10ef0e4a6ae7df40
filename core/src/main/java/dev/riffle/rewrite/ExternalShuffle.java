package dev.riffle.rewrite;

import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Shuffles the records of a set uniformly at random, even if the set is larger than memory.
 *
 * <pre>{@code
 * ShardNames shuffled = ShardNames.of(Path.of("shuffled.tfrecord"), 10);
 * ExternalShuffle.of(RecordSet.find(directory, "train.tfrecord@*"), 42)
 *         .memory(2L << 30)
 *         .writeTo(RecordOutput.shards(shuffled, RecordWriterOptions.defaults()));
 * }</pre>
 *
 * <p>The order depends only on the seed and on the record numbers in the set. The memory limit, the machine and the
 * division of records into files do not change it.
 *
 * <p>The shuffle writes records that do not fit into memory to temporary files and reads them once. In total, the
 * shuffle reads at most twice the bytes of the set, and writes at most twice these bytes. Two cases need more, because
 * the shuffle writes parts to temporary files again. One case is a set of more than some hundred times the memory
 * limit, or of some dozen times for records of few bytes: in memory, each record needs 64 bytes besides its payload.
 * The other case is a few records that are nearly as large as the limit.
 *
 * <p>Temporary files have hidden names ({@code .riffle-work.*.tmp}), and only their owner may read them. A shuffle
 * deletes these files unless its process is killed. The shuffle verifies all bytes that it reads from them.
 *
 * <p>Immutable and safe for use by several threads; the work runs on the calling thread.
 *
 * @since 0.1
 */
public final class ExternalShuffle {

    /** The smallest memory limit, in bytes. */
    public static final long LEAST_MEMORY_BYTES = 64 << 10;

    private static final long DEFAULT_MEMORY_BYTES = 256 << 20;

    private final RecordInput input;
    private final long seed;
    private final SpillSettings spill;

    private ExternalShuffle(RecordInput input, long seed, SpillSettings spill) {
        this.input = input;
        this.seed = seed;
        this.spill = spill;
    }

    /**
     * Returns a shuffle of an input with 256 MiB of memory. In the events for the progress listener of the input, a
     * record is done when it is written. Reading a record counts half of its bytes as done, and writing it the other
     * half.
     */
    public static ExternalShuffle of(RecordInput input, long seed) {
        Argument.present(input, "input");
        return new ExternalShuffle(input, seed, SpillSettings.defaults().memory(DEFAULT_MEMORY_BYTES));
    }

    /** Like {@link #of(RecordInput, long)}, with a record set and the default reader options. */
    public static ExternalShuffle of(RecordSet set, long seed) {
        return of(RecordInput.of(set), seed);
    }

    /** Like {@link #of(RecordSet, long)}, with the names of all files of the set. */
    public static ExternalShuffle of(ShardNames names, long seed) {
        return of(RecordInput.of(names), seed);
    }

    /** Like {@link #of(RecordInput, long)}, with sources, which may be streams. */
    public static ExternalShuffle of(List<ByteSource> sources, long seed) {
        return of(RecordInput.of(sources), seed);
    }

    /**
     * Sets the memory limit for records. Each record needs 64 bytes besides its payload. The buffers of the reader and
     * the writers need additional memory. The largest record needs additional memory of twice its size.
     *
     * @param bytes at least {@link #LEAST_MEMORY_BYTES}, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public ExternalShuffle memory(long bytes) {
        return new ExternalShuffle(input, seed, spill.memory(bytes == -1 ? DEFAULT_MEMORY_BYTES : bytes));
    }

    /**
     * Sets the existing directory for temporary files. The default is the directory of the output. If the output is no
     * file, the default is the directory of the input, and for streams the working directory.
     */
    public ExternalShuffle temporaryDirectory(Path directory) {
        Argument.present(directory, "directory");
        return new ExternalShuffle(input, seed, spill.directory(directory));
    }

    ExternalShuffle steps(SpillSteps other) {
        return new ExternalShuffle(input, seed, spill.steps(other));
    }

    /**
     * Writes the records in their new order.
     *
     * @throws IllegalArgumentException if the output has another format than the input
     * @throws dev.riffle.CorruptRecordException if the input is damaged and its damage policy does not skip damage
     * @throws IOException if reading or writing fails, if the disk has too little space for temporary files, or if the
     *     content of a temporary file has changed; then no output appears
     */
    public ShuffleReport writeTo(RecordOutput output) throws IOException {
        Argument.present(output, "output");
        return writeTo(OutputPlan.of(output));
    }

    ShuffleReport writeTo(OutputPlan plan) throws IOException {
        try (OperationProgress progress = OperationProgress.of(input.progress(), input.sources())) {
            return writeTo(plan, progress);
        }
    }

    private ShuffleReport writeTo(OutputPlan plan, OperationProgress progress) throws IOException {
        plan.checkReplacesNone(input.sources());
        return spill.run(List.of(plan), input.sources(), folder -> {
            long bytes = SpillSettings.bytes(input.sources());
            if (bytes > spill.memoryBytes()) {
                folder.checkRoom(bytes - spill.memoryBytes());
            }
            ShuffleRun run = new ShuffleRun(folder, spill.memoryBytes(), new ShuffleKeys(seed), progress);
            run.read(input, plan);
            return run.writeTo(plan);
        });
    }
}
