package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.rewrite.RecordDifference.Side;
import dev.riffle.scan.internal.RecordSequence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the records of two sets by key. For each key of the first set, the comparison keeps 62 bits of the record
 * digest, and compares them with the digest of the second record. If the digests differ, the digest of the second
 * record's features replaces the kept one. A second pass over the first set determines how the records differ.
 */
final class KeyedDiff {

    /** The lowest bits of a kept value hold the state of the key. */
    private static final long STATES = 3;

    /** Only the first set has the key so far. */
    private static final long UNSEEN = 0;

    /** Both sets have the key, with equal content. */
    private static final long EQUAL = 1;

    /** Both sets have the key, with different content; the kept digest covers the second record's features. */
    private static final long DIFFERENT = 2;

    /** Both sets have the key, with different content, and the difference was reported. */
    private static final long REPORTED = 3;

    private final SetDiff diff;
    private final List<String> features;
    private final DiffCounts counts;
    private final DigestTable keys = DigestTable.withNumbers();
    private final DigestTable added = DigestTable.ofDigests();
    private final RecordDigest contents = new RecordDigest(List.of(), RecordFormat.TFRECORD);
    private final Map<Long, Side> kept = new HashMap<>();
    private long keyHigh;
    private long keyLow;
    private long different;
    private long equal;

    KeyedDiff(SetDiff diff, List<String> features, DiffCounts counts) {
        this.diff = diff;
        this.features = features;
        this.counts = counts;
    }

    DiffReport run() throws IOException {
        long leftRecords;
        long leftKeys = 0;
        try (RecordSequence left = diff.leftRecords()) {
            KeyDigests digests = new KeyDigests();
            while (left.next()) {
                if (!digests.take(left)) {
                    counts.found(Kind.WITHOUT_KEY, left, null);
                } else if (keys.find(keyHigh, keyLow) >= 0) {
                    counts.found(Kind.DUPLICATE_KEY, left, null);
                } else {
                    leftKeys++;
                    checkMemory(leftKeys);
                    keys.put(keyHigh, keyLow, content(diff.content(left)) | UNSEEN);
                }
            }
            leftRecords = left.count();
        }
        long rightRecords = compare();
        counts.equal(equal);
        if (equal < leftKeys) {
            report(leftRecords);
        }
        return counts.report(leftRecords, rightRecords);
    }

    private long compare() throws IOException {
        try (RecordSequence right = diff.rightRecords()) {
            KeyDigests digests = new KeyDigests();
            while (right.next()) {
                if (!digests.take(right)) {
                    counts.found(Kind.WITHOUT_KEY, null, right);
                    continue;
                }
                long place = keys.find(keyHigh, keyLow);
                if (place < 0) {
                    checkMemory(right.count());
                    counts.found(added.add(keyHigh, keyLow) ? Kind.ADDED : Kind.DUPLICATE_KEY, null, right);
                } else if ((keys.value(place) & STATES) != UNSEEN) {
                    counts.found(Kind.DUPLICATE_KEY, null, right);
                } else {
                    compare(place, right);
                }
            }
            return right.count();
        }
    }

    /** Checks that another key fits into the memory. */
    private void checkMemory(long records) throws IOException {
        if (keys.bytes() + added.bytes() > diff.memoryBytes()) {
            throw new IOException("the keys of the first " + records + " records need more than the memory limit of "
                    + diff.memoryBytes() + " bytes; raise the limit, compare the sets as bags, or join them with SQL");
        }
    }

    private void compare(long place, RecordSequence right) throws IOException {
        if (keys.value(place) == content(diff.content(right))) {
            keys.set(place, keys.value(place) | EQUAL);
            equal++;
            return;
        }
        keys.set(place, content(canonical(right)) | DIFFERENT);
        if (counts.reports() && different < counts.left()) {
            kept.put(place, Side.of(right));
        }
        different++;
    }

    /** Reports missing and changed records in a second pass over the first set. */
    private void report(long records) throws IOException {
        try (RecordSequence left = diff.leftAgain()) {
            KeyDigests digests = new KeyDigests();
            while (left.next()) {
                if (!digests.take(left)) {
                    continue;
                }
                long place = keys.find(keyHigh, keyLow);
                if (place < 0) {
                    throw UnchangedSources.changed(left.reader().name());
                }
                long state = keys.value(place) & STATES;
                if (state == UNSEEN) {
                    keys.set(place, keys.value(place) | REPORTED);
                    counts.found(Kind.MISSING, left, null);
                } else if (state == DIFFERENT) {
                    boolean same = (keys.value(place) & ~STATES) == content(canonical(left));
                    keys.set(place, keys.value(place) | REPORTED);
                    Side right = kept.remove(place);
                    Kind kind = same ? Kind.REENCODED : Kind.CHANGED;
                    // If the second record was not kept, only the count increases.
                    counts.report(kind, right == null || !counts.reports() ? null : Side.of(left), right);
                }
            }
            if (left.count() != records) {
                throw UnchangedSources.changed("the input");
            }
        }
    }

    private static ByteBuffer canonical(RecordSequence sequence) throws IOException {
        return ExampleContent.canonical(
                sequence.reader().payloadBytes(), sequence.reader().format());
    }

    /** Returns a part of the digest. The bits for a state are zero. */
    private long content(ByteBuffer bytes) {
        contents.take(bytes);
        return contents.low() & ~STATES;
    }

    /** Computes the key digests of the records of one set, which has one format. */
    private final class KeyDigests {

        private RecordDigest digest = new RecordDigest(features, RecordFormat.TFRECORD);
        private RecordFormat format = RecordFormat.TFRECORD;

        /** Computes the key of the current record, and returns whether the record has one. */
        boolean take(RecordSequence sequence) throws IOException {
            if (sequence.reader().format() != format) {
                format = sequence.reader().format();
                digest = new RecordDigest(features, format);
            }
            try {
                if (!digest.take(sequence.reader().payload())) {
                    return false;
                }
            } catch (MalformedMessageException e) {
                return false;
            }
            keyHigh = digest.high();
            keyLow = digest.low();
            return true;
        }
    }
}
