package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.example.Example;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Utf8;
import dev.riffle.io.ByteSource;
import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the records of two sets, byte for byte or as Examples. Compression and the division of records into files do
 * not matter.
 *
 * <pre>{@code
 * DiffReport report = SetDiff.of(RecordSet.find(directory, "before@*"), RecordSet.find(directory, "after@*"))
 *         .byKey(List.of("id"), difference -> System.out.println(difference.kind()));
 * }</pre>
 *
 * <p>A comparison by position reads both sets in parallel and needs almost no memory. The other comparisons compute
 * digests of 128 bits. A comparison by key needs 32 to 48 bytes of memory for each key of both sets, and fails if these
 * exceed the {@linkplain #memory memory limit}. A comparison as bags needs 24 bytes for each record of both sets, in
 * memory or in temporary files, and two bits in memory. Both comparisons read records again to report differences, and
 * copy streams to temporary files first.
 *
 * <p>Two records with different content and equal digests count as equal. In practice, such records do not occur by
 * chance. A comparison by key uses only 62 bits of the digests of contents. This excludes chance, but not deliberately
 * constructed records.
 *
 * <p>Immutable and safe for use by several threads. Each comparison runs on the calling thread. A comparison as bags
 * also uses the {@linkplain dev.riffle.RecordReaderOptions#threads threads} of the options of its inputs.
 *
 * @since 0.1
 */
public final class SetDiff {

    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** Lists the contents that can be compared. */
    enum Content {
        BYTES,
        FEATURES
    }

    /**
     * Receives differences. The thread that runs the comparison calls the listener.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface Listener {

        /** Receives a difference. An exception ends the comparison. */
        void found(RecordDifference difference) throws IOException;
    }

    private final Side left;
    private final Side right;
    private final Content content;
    private final long max;
    private final SpillSettings spill;

    private SetDiff(Side left, Side right, Content content, long max, SpillSettings spill) {
        this.left = left;
        this.right = right;
        this.content = content;
        this.max = max;
        this.spill = spill;
    }

    /** One of the two inputs, and the progress of a running comparison. */
    private record Side(RecordInput input, OperationProgress progress) {

        OperationProgress begin() {
            return OperationProgress.of(input.progress(), input.sources());
        }

        RecordSequence records() {
            return new RecordSequence(input.sources(), input.options(), progress);
        }

        RecordSequence again() {
            return new RecordSequence(
                    input.sources(), input.options().withoutDamageListener(), progress.extraPass(input.sources()));
        }

        Side with(OperationProgress running) {
            return new Side(input, running);
        }

        /** Returns this side with other sources of the same bytes. */
        Side with(List<ByteSource> sources) {
            return new Side(RecordInput.of(sources).reading(input.options()), progress);
        }
    }

    /** Like {@link #of(RecordInput, RecordInput)}, with record sets and the default reader options. */
    public static SetDiff of(RecordSet left, RecordSet right) {
        Argument.present(left, "left");
        Argument.present(right, "right");
        return of(RecordInput.of(left), RecordInput.of(right));
    }

    /** Like {@link #of(RecordSet, RecordSet)}, with the names of all files of the sets. */
    public static SetDiff of(ShardNames left, ShardNames right) {
        Argument.present(left, "left");
        Argument.present(right, "right");
        return of(RecordInput.of(left), RecordInput.of(right));
    }

    /**
     * Returns a comparison of the records of two inputs. Each input has its own progress: its listener receives the
     * events of its records and a last event. A second pass increases the total bytes of the events.
     */
    public static SetDiff of(RecordInput left, RecordInput right) {
        Argument.present(left, "left");
        Argument.present(right, "right");
        return new SetDiff(
                new Side(left, OperationProgress.NONE),
                new Side(right, OperationProgress.NONE),
                Content.BYTES,
                NO_LIMIT,
                SpillSettings.defaults());
    }

    /**
     * Returns a comparison that treats Examples with equal features as equal, even if map order or list packing differ.
     */
    public SetDiff comparingFeatures() {
        return new SetDiff(left, right, Content.FEATURES, max, spill);
    }

    /**
     * Sets the memory limit for digests. The default is half of the largest heap. A comparison as bags writes more
     * digests to temporary files; the result does not depend on the limit.
     *
     * @param bytes at least {@link ExternalShuffle#LEAST_MEMORY_BYTES}, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public SetDiff memory(long bytes) {
        return new SetDiff(left, right, content, max, spill.memory(bytes));
    }

    /**
     * Sets the existing directory for temporary files. The default is the directory of the first input that is a file,
     * and for streams the working directory.
     */
    public SetDiff temporaryDirectory(Path directory) {
        Argument.present(directory, "directory");
        return new SetDiff(left, right, content, max, spill.directory(directory));
    }

    SetDiff steps(SpillSteps steps) {
        return new SetDiff(left, right, content, max, spill.steps(steps));
    }

    /**
     * Limits the number of differences that the listener receives; the counts are always complete. A comparison by key
     * keeps up to this number of payloads of changed records in memory.
     *
     * @throws IllegalArgumentException if {@code differences} is negative
     */
    public SetDiff limit(long differences) {
        if (differences < 0) {
            throw new IllegalArgumentException("differences must not be negative: " + differences);
        }
        return new SetDiff(left, right, content, differences, spill);
    }

    /**
     * Compares records with equal numbers in both sets.
     *
     * @throws IOException if a source cannot be read; damage is an error unless the input's damage policy skips it
     */
    public DiffReport byPosition(Listener listener) throws IOException {
        Argument.present(listener, "listener");
        return run(comparison -> comparison.byPosition(new DiffCounts(listener, max)));
    }

    /** Compares with a comparison that reports its progress. */
    private interface Comparing {
        DiffReport on(SetDiff comparison) throws IOException;
    }

    private DiffReport run(Comparing comparing) throws IOException {
        try (OperationProgress ofLeft = left.begin();
                OperationProgress ofRight = right.begin()) {
            return comparing.on(new SetDiff(left.with(ofLeft), right.with(ofRight), content, max, spill));
        }
    }

    /** Compares inputs that can be read several times, and may use temporary files. */
    private interface Rereading {
        DiffReport on(SetDiff comparison, SpillFolder folder) throws IOException;
    }

    private DiffReport reread(Rereading comparing) throws IOException {
        return run(comparison -> spill.run(List.of(), sources(), folder -> {
            Side one = comparison.left.with(folder.rereadable(left.input().sources()));
            Side other = comparison.right.with(folder.rereadable(right.input().sources()));
            return comparing.on(new SetDiff(one, other, content, max, spill), folder);
        }));
    }

    private DiffReport byPosition(DiffCounts counts) throws IOException {
        try (RecordSequence first = leftRecords();
                RecordSequence second = rightRecords()) {
            boolean more = true;
            while (more) {
                boolean hasFirst = first.next();
                boolean hasSecond = second.next();
                if (hasFirst && hasSecond) {
                    compare(first, second, counts);
                } else if (hasFirst) {
                    counts.found(Kind.MISSING, first, null);
                } else if (hasSecond) {
                    counts.found(Kind.ADDED, null, second);
                }
                more = hasFirst || hasSecond;
            }
            return counts.report(first.count(), second.count());
        }
    }

    private void compare(RecordSequence first, RecordSequence second, DiffCounts counts) throws IOException {
        RecordReader one = first.reader();
        RecordReader other = second.reader();
        boolean equal =
                one.payloadSize() == other.payloadSize() && one.payload().equals(other.payload());
        Kind kind = equal ? Kind.REENCODED : kind(one, other);
        if (equal || (kind == Kind.REENCODED && content == Content.FEATURES)) {
            counts.equal(1);
        } else {
            counts.found(kind, first, second);
        }
    }

    private static Kind kind(RecordReader one, RecordReader other) throws IOException {
        Example first = ExampleContent.of(one.payloadBytes(), one.format());
        Example second = first == null ? null : ExampleContent.of(other.payloadBytes(), other.format());
        return first != null && first.equals(second) ? Kind.REENCODED : Kind.CHANGED;
    }

    /**
     * Compares records that have equal values in the key features of their Examples. If several records of a set have
     * one key, the comparison uses only the first; the listener receives the others as duplicates. The comparison also
     * ignores records that do not have all key features.
     *
     * <p>The listener receives the differences in three groups. The first group has the duplicate keys and missing keys
     * of the first set. The second group has the differences that only the second set shows. The third group has the
     * missing and changed records. The second group is in the order of the second set, the other groups in the order of
     * the first set.
     *
     * @param features the names of the key features, at least one
     * @throws IllegalArgumentException if {@code features} is empty, or a name has an unpaired surrogate
     * @throws IOException if a source cannot be read or changes, or if the keys exceed the memory limit
     */
    public DiffReport byKey(List<String> features, Listener listener) throws IOException {
        Argument.allPresent(features, "features");
        Argument.present(listener, "listener");
        if (features.isEmpty()) {
            throw new IllegalArgumentException("features must not be empty");
        }
        features.forEach(Utf8::encode);
        List<String> keys = List.copyOf(features);
        return reread((comparison, folder) -> new KeyedDiff(comparison, keys, new DiffCounts(listener, max)).run());
    }

    /**
     * Compares the numbers of equal records in both sets, in any order. A changed record counts as one missing and one
     * added record.
     *
     * @throws IOException if a source cannot be read or changes, or if the disk has too little space for temporary
     *     files
     */
    public DiffReport asBags(Listener listener) throws IOException {
        Argument.present(listener, "listener");
        return reread((comparison, folder) -> new BagDiff(comparison, new DiffCounts(listener, max)).run(folder));
    }

    long memoryBytes() {
        return spill.memoryBytes();
    }

    /** Returns the sources of both inputs. */
    List<ByteSource> sources() {
        List<ByteSource> all = new ArrayList<>(left.input().sources());
        all.addAll(right.input().sources());
        return all;
    }

    /** Computes the digests of the first records. */
    void scanLeft(DigestScan scan, DigestScan.Receiver receiver) throws IOException {
        scan(left, scan, receiver);
    }

    /** Like {@link #scanLeft}, for the second records. */
    void scanRight(DigestScan scan, DigestScan.Receiver receiver) throws IOException {
        scan(right, scan, receiver);
    }

    private void scan(Side side, DigestScan scan, DigestScan.Receiver receiver) throws IOException {
        RecordInput input = side.input();
        scan.run(input.sources(), input.options(), side.progress(), any -> {}, this::digester, receiver);
    }

    private DigestScan.Digester digester(RecordFormat format) {
        RecordDigest digest = new RecordDigest(List.of(), format);
        return records -> {
            digest.take(
                    content == Content.BYTES
                            ? records.payload()
                            : ExampleContent.canonical(records.payloadBytes(), format));
            return digest;
        };
    }

    RecordSequence leftRecords() {
        return left.records();
    }

    RecordSequence rightRecords() {
        return right.records();
    }

    /** Returns the first records for a second pass, without a second report of the damage. */
    RecordSequence leftAgain() {
        return left.again();
    }

    /** Like {@link #leftAgain}, for the second records. */
    RecordSequence rightAgain() {
        return right.again();
    }

    /** Returns the bytes of the current record for the comparison. */
    ByteBuffer content(RecordSequence sequence) throws IOException {
        RecordReader reader = sequence.reader();
        return content == Content.BYTES
                ? reader.payload()
                : ExampleContent.canonical(reader.payloadBytes(), reader.format());
    }
}
