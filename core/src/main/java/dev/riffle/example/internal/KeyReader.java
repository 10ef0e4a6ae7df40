package dev.riffle.example.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.internal.LittleEndian;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of a record. The key is the only value of a feature, and is bytes or an integer. A record without this
 * feature, or with several values in the feature, has no key. {@link #problem} detects records of other types. One
 * thread at a time may use a reader.
 */
public final class KeyReader {

    private final Bytes feature;
    private final KeyHashing hashing;
    private final ExampleCursor cursor;
    private final OtherMessages others;
    private final int[] from = new int[1];
    private final int[] sizes = new int[1];
    private final long[] longs = new long[1];

    private ByteBuffer present = ByteBuffer.allocate(0);
    private int kind;

    /** The reason why the feature of the last record has no key; null if the record lacks the feature. */
    private @Nullable String unusable;

    /** Whether the kind of the feature cannot be a key. */
    private boolean otherKind;

    private @Nullable MalformedMessageException malformed;
    private byte[] value = new byte[64];
    private int size;

    public KeyReader(String feature, RecordFormat format, KeyHashing hashing) {
        this.feature = Bytes.ofUtf8(feature);
        this.hashing = hashing;
        this.cursor = ExampleCursor.ofExamples(ExampleContent.dialect(format));
        this.others = new OtherMessages(format);
    }

    /** Returns whether a record has a key. If so, this key becomes the current key. */
    public boolean read(ByteBuffer payload) {
        kind = 0;
        unusable = null;
        otherKind = false;
        malformed = null;
        try {
            present = others.inPlace(payload);
            cursor.reset(present);
            while (cursor.next() != ExampleCursor.Event.END) {
                // If several features have one name, the last feature counts.
                if (cursor.keyEquals(feature)) {
                    readValue();
                }
            }
        } catch (MalformedMessageException e) {
            kind = 0;
            malformed = e;
        }
        return kind != 0;
    }

    /**
     * Returns the reason why a record without a key is an error. Empty if the record is valid and has no such feature.
     * Call this method after {@link #read} has returned false.
     */
    public Optional<String> problem() {
        return malformed == null ? others.problem(present) : Optional.of(others.sentence(present));
    }

    private void readValue() {
        kind = 0;
        unusable = null;
        Kind found = cursor.kind();
        otherKind = found == Kind.FLOAT || found == Kind.DOUBLE;
        if (otherKind || cursor.count() != 1) {
            unusable = "the feature \"" + feature.utf8() + "\" has " + cursor.count()
                    + (cursor.count() == 1 ? " value" : " values") + " in its " + found.fieldName();
            return;
        }
        if (found == Kind.BYTES) {
            cursor.copyRanges(from, sizes, 0);
            size = sizes[0];
            if (value.length < size) {
                value = new byte[size];
            }
            cursor.copyBytes(from[0], size, value, 0);
            kind = IndexKey.BYTES;
        } else if (found == Kind.INT64 || found == Kind.INT32) {
            cursor.copyLongs(longs, 0);
            LittleEndian.putLong(value, 0, longs[0]);
            size = Long.BYTES;
            kind = IndexKey.INT64;
        }
    }

    /** Returns the kind of the current key: {@link IndexKey#BYTES} or {@link IndexKey#INT64}. */
    public int kind() {
        return kind;
    }

    /**
     * Returns whether the last record has the feature with a kind that no key can have. Call this method after {@link
     * #read} has returned false.
     */
    public boolean hasOtherKind() {
        return otherKind;
    }

    /** Returns the reason why a valid record has no key. Call this method after {@link #read} has returned false. */
    public String absence() {
        return unusable == null ? "no feature \"" + feature.utf8() + "\"" : unusable;
    }

    /** Returns the bytes of the current key. For an integer, returns its decimal digits. */
    public Bytes text() {
        return kind == IndexKey.INT64 ? KeyHash.keyOf(LittleEndian.getLong(value, 0)) : Bytes.copyOf(value, 0, size);
    }

    /** Returns the hash of the current key. */
    public long hash() {
        return hashing.hash(kind, value, size);
    }

    /** Returns whether a record has this key. */
    public boolean has(Bytes payload, IndexKey key) {
        return read(payload.asByteBuffer())
                && kind == key.kind()
                && Bytes.copyOf(value, 0, size).equals(key.value());
    }
}
