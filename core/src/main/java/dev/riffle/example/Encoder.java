package dev.riffle.example;

import dev.riffle.internal.Varints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages: keys in byte order, numbers packed, into one array of just the right size.
 *
 * <p>Two passes over the same values in the same order. The first adds up sizes, from the inside out, and notes in
 * {@link #sizes} those of the parts whose length stands in front of them; the second writes and takes the notes off in
 * that order. An encoder is used for one message.
 */
final class Encoder {

    /** Field 1, length-delimited: a packed list, a byte string, a key, an entry, and much else. */
    static final byte PACKED_VALUE_TAG = 10;

    private static final byte FIRST_TAG = 10;
    private static final byte SECOND_TAG = 18;

    private final Dialect dialect;
    private int[] sizes;
    private int noted;
    private int taken;
    private byte[] target = new byte[0];
    private int position;

    private Encoder(Dialect dialect, int parts) {
        this.dialect = dialect;
        this.sizes = new int[parts];
    }

    static byte[] example(@Nullable NameMap<Feature> features, Dialect dialect) {
        if (features == null) {
            return new byte[0];
        }
        Encoder encoder = new Encoder(dialect, features.size());
        int body = checkSize(encoder.sizeOfFeatures(features));
        if (!dialect.wraps()) {
            encoder.target = new byte[body];
            encoder.writeFeatures(features);
            return encoder.target;
        }
        encoder.target = new byte[checkSize(fieldSize(body))];
        encoder.writeHeader(FIRST_TAG, body);
        encoder.writeFeatures(features);
        return encoder.target;
    }

    static byte[] sequenceExample(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        Encoder encoder = new Encoder(Dialect.TENSORFLOW, 16);
        int contextSize = context == null ? 0 : checkSize(encoder.sizeOfFeatures(context));
        int listsSize = lists == null ? 0 : checkSize(encoder.sizeOfLists(lists));
        long size = (context == null ? 0 : fieldSize(contextSize)) + (lists == null ? 0 : fieldSize(listsSize));
        encoder.target = new byte[checkSize(size)];
        if (context != null) {
            encoder.writeHeader(FIRST_TAG, contextSize);
            encoder.writeFeatures(context);
        }
        if (lists != null) {
            encoder.writeHeader(SECOND_TAG, listsSize);
            encoder.writeLists(lists);
        }
        return encoder.target;
    }

    /** The size as an int, if a message and a Java array can have it. */
    static int checkSize(long size) {
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException("a message must have fewer than 2^31 - 8 bytes: " + size);
        }
        return (int) size;
    }

    /** Size of a length-delimited field with a body of {@code body} bytes and a tag of one byte. */
    private static long fieldSize(long body) {
        return 1L + Varints.size(body) + body;
    }

    // ---------------------------------------------------------------- first pass: sizes

    private void note(int size) {
        if (noted == sizes.length) {
            sizes = Arrays.copyOf(sizes, Math.max(16, noted * 2));
        }
        sizes[noted++] = size;
    }

    private long sizeOfFeatures(NameMap<Feature> features) {
        long size = 0;
        for (int i = 0, count = features.size(); i < count; i++) {
            Key key = features.keyAt(i);
            size += fieldSize(fieldSize(key.utf8().length) + fieldSize(sizeOfFeature(key, features.valueAt(i))));
        }
        return size;
    }

    private long sizeOfFeature(Key key, Feature feature) {
        Kind kind = feature.kind();
        int list = checkSize(feature.listSize());
        note(list);
        if (kind == Kind.NOT_SET) {
            return 0;
        }
        dialect.check(key, kind);
        return fieldSize(list);
    }

    private long sizeOfLists(NameMap<FeatureList> lists) {
        long size = 0;
        for (int i = 0, count = lists.size(); i < count; i++) {
            Key key = lists.keyAt(i);
            FeatureList list = lists.valueAt(i);
            int slot = noted;
            note(0);
            long body = 0;
            for (int step = 0; step < list.size(); step++) {
                body += fieldSize(sizeOfFeature(key, list.get(step)));
            }
            sizes[slot] = checkSize(body);
            size += fieldSize(fieldSize(key.utf8().length) + fieldSize(body));
        }
        return size;
    }

    // ---------------------------------------------------------------- second pass: bytes

    private void writeHeader(byte tag, int size) {
        target[position++] = tag;
        position = Varints.write(target, position, size);
    }

    private void writeFeatures(NameMap<Feature> features) {
        for (int i = 0, count = features.size(); i < count; i++) {
            Feature feature = features.valueAt(i);
            int list = sizes[taken++];
            int number = dialect.fieldNumber(feature.kind());
            writeEntryHeader(features.keyAt(i), number == 0 ? 0 : (int) fieldSize(list));
            writeFeature(feature, number, list);
        }
    }

    private void writeEntryHeader(Key key, int valueSize) {
        byte[] utf8 = key.utf8();
        writeHeader(FIRST_TAG, (int) (fieldSize(utf8.length) + fieldSize(valueSize)));
        writeHeader(FIRST_TAG, utf8.length);
        System.arraycopy(utf8, 0, target, position, utf8.length);
        position += utf8.length;
        writeHeader(SECOND_TAG, valueSize);
    }

    private void writeFeature(Feature feature, int number, int list) {
        if (number != 0) {
            writeHeader((byte) (number << 3 | 2), list);
            position = feature.writeList(target, position);
        }
    }

    private void writeLists(NameMap<FeatureList> lists) {
        for (int i = 0, count = lists.size(); i < count; i++) {
            FeatureList list = lists.valueAt(i);
            writeEntryHeader(lists.keyAt(i), sizes[taken++]);
            for (int step = 0; step < list.size(); step++) {
                Feature feature = list.get(step);
                int size = sizes[taken++];
                int number = dialect.fieldNumber(feature.kind());
                writeHeader(FIRST_TAG, number == 0 ? 0 : (int) fieldSize(size));
                writeFeature(feature, number, size);
            }
        }
    }
}
