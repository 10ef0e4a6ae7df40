package dev.riffle.rewrite;

import dev.riffle.RecordReader;
import dev.riffle.example.Example;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.internal.ReaderOptionsAccess;
import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Compares the records of two sets, byte for byte or as Examples. Neither compression nor how the records are shared among
 * files matters.
 *
 * <pre>{@code
 * DiffReport report = SetDiff.of(RecordSet.find(directory, "before@*"), RecordSet.find(directory, "after@*"))
 *         .byKey(List.of("id"), difference -> System.out.println(difference.kind()));
 * }</pre>
 *
 * <p>By position the sets are read side by side, in no memory to speak of. By key, and as bags, the records of the first set,
 * or the different ones of both, take 32 to 48 bytes each, for digests of 128 bits; payloads are read again when there is
 * something to tell. Two records with other content and the same digest are not found to differ; there are none such in
 * practice. By key, contents are compared by 62 bits of their digests: enough against chance, not against somebody who makes
 * two such records on purpose.
 *
 * <p>Immutable; the work runs on the thread that asks for it.
 */
public final class SetDiff {

    private static final long DEFAULT_MOST = Long.MAX_VALUE;

    /** What has to be the same. */
    enum Content {
        BYTES,
        FEATURES
    }

    /** Takes differences. */
    @FunctionalInterface
    public interface Listener {

        /** Takes a difference. What it throws ends the comparison. */
        void found(RecordDifference difference) throws IOException;
    }

    private final RecordInput left;
    private final RecordInput right;
    private final Content content;
    private final long most;

    private SetDiff(RecordInput left, RecordInput right, Content content, long most) {
        this.left = left;
        this.right = right;
        this.content = content;
        this.most = most;
    }

    /** Compares the records of two sets, read with the default options. */
    public static SetDiff of(RecordSet left, RecordSet right) {
        return of(RecordInput.of(left), RecordInput.of(right));
    }

    /** Compares the records of two inputs. */
    public static SetDiff of(RecordInput left, RecordInput right) {
        return new SetDiff(left, right, Content.BYTES, DEFAULT_MOST);
    }

    /** Examples that have the same features are equal, whatever their bytes: the order of the map, the packing of lists. */
    public SetDiff comparingFeatures() {
        return new SetDiff(left, right, Content.FEATURES, most);
    }

    /**
     * Tells so many differences at most; the counts are always complete. By key, payloads of as many changed records are in
     * memory at the same time.
     *
     * @throws IllegalArgumentException if {@code differences} is negative
     */
    public SetDiff tellingAtMost(long differences) {
        if (differences < 0) {
            throw new IllegalArgumentException("differences must not be negative: " + differences);
        }
        return new SetDiff(left, right, content, differences);
    }

    /**
     * Compares the first record with the first, the second with the second, and so on.
     *
     * @throws IOException if something cannot be read; damage is an error unless the input's damage policy skips it
     */
    public DiffReport byPosition(Listener listener) throws IOException {
        DiffCounts counts = new DiffCounts(listener, most);
        try (RecordSequence first = new RecordSequence(left);
                RecordSequence second = new RecordSequence(right)) {
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
     * Compares records that have the same values in some features of their Examples. A key that a set has twice is told, and
     * its later records are not compared, nor are records that do not have all of these features.
     *
     * <p>First come differences of the second set alone, in its order, then all others in the order of the first.
     *
     * @param features the names of the features that are the key, at least one
     * @throws IllegalArgumentException if no feature is named
     * @throws IOException if something cannot be read; the sources must be such that can be read twice
     */
    public DiffReport byKey(List<String> features, Listener listener) throws IOException {
        if (features.isEmpty()) {
            throw new IllegalArgumentException("features must be at least one");
        }
        return new KeyedDiff(this, List.copyOf(features), new DiffCounts(listener, most)).run();
    }

    /**
     * Compares which records there are and how many of each, wherever they are. A record that changed is one that is missing
     * and one that was added.
     *
     * @throws IOException if something cannot be read; the sources must be such that can be read twice
     */
    public DiffReport asBags(Listener listener) throws IOException {
        return new BagDiff(this, new DiffCounts(listener, most)).run();
    }

    RecordInput left() {
        return left;
    }

    RecordInput right() {
        return right;
    }

    /** The same for the second time: what was told of damage is not told again. */
    static RecordInput again(RecordInput input) {
        return input.reading(ReaderOptionsAccess.withoutDamageListener(input.options()));
    }

    /** What of the present record has to be the same. */
    ByteBuffer content(RecordSequence sequence) throws IOException {
        RecordReader reader = sequence.reader();
        return content == Content.BYTES
                ? reader.payload()
                : ExampleContent.canonical(reader.payloadBytes(), reader.format());
    }
}
