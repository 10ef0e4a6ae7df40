package dev.riffle.example;

import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages into one array of the exact size. Keys are in byte order, and numbers are packed.
 *
 * <p>Two passes visit the values in the same order. The first pass adds the sizes, from the innermost parts outward.
 * For each part whose size the wire format writes, it stores the size in {@link #sizes}. The second pass writes the
 * message and reads these sizes in order. An encoder can write one message.
 */
final class Encoder {

    private final Dialect dialect;
    private int[] sizes;
    private int noted;
    private int taken;
    private byte[] target = new byte[0];

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
            encoder.writeFeatures(0, features);
            return encoder.target;
        }
        encoder.target = new byte[checkSize(fieldSize(body))];
        encoder.writeFeatures(writeHeader(encoder.target, 0, WireScanner.FIELD_1, body), features);
        return encoder.target;
    }

    static byte[] sequenceExample(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        Encoder encoder = new Encoder(Dialect.TENSORFLOW, 16);
        int contextSize = context == null ? 0 : checkSize(encoder.sizeOfFeatures(context));
        int listsSize = lists == null ? 0 : checkSize(encoder.sizeOfLists(lists));
        long size = (context == null ? 0 : fieldSize(contextSize)) + (lists == null ? 0 : fieldSize(listsSize));
        encoder.target = new byte[checkSize(size)];
        int position = 0;
        if (context != null) {
            position = encoder.writeFeatures(writeHeader(encoder.target, 0, WireScanner.FIELD_1, contextSize), context);
        }
        if (lists != null) {
            encoder.writeLists(writeHeader(encoder.target, position, WireScanner.FIELD_2, listsSize), lists);
        }
        return encoder.target;
    }

    /** Writes a standalone feature and returns the bytes. Only exception messages contain the key. */
    static byte[] feature(@Nullable Key key, Feature feature, Dialect dialect) {
        dialect.check(key, feature.kind());
        int number = dialect.fieldNumber(feature.kind());
        if (number == 0) {
            return new byte[0];
        }
        Encoder encoder = new Encoder(dialect, 0);
        int list = checkSize(listSize(feature));
        encoder.target = new byte[checkSize(fieldSize(list))];
        encoder.writeFeature(0, feature, number, list);
        return encoder.target;
    }

    /** Returns the size as an int, or throws if a message or a Java array cannot have it. */
    static int checkSize(long size) {
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException("a message must have fewer than 2^31 - 8 bytes: " + size);
        }
        return (int) size;
    }

    /** Returns the size of a length-delimited field with a body of {@code body} bytes and a tag of one byte. */
    static long fieldSize(long body) {
        return body < 0x80 ? 2 + body : 1L + Varints.size(body) + body;
    }

    /** Returns the size of the body of a list whose numbers take this number of bytes. */
    static long packedListSize(long packed) {
        return packed == 0 ? 0 : fieldSize(checkSize(packed));
    }

    // ---------------------------------------------------------------- first pass: sizes

    private void addSize(int size) {
        if (noted == sizes.length) {
            sizes = Arrays.copyOf(sizes, Math.max(16, noted * 2));
        }
        sizes[noted++] = size;
    }

    private long sizeOfFeatures(NameMap<Feature> features) {
        long size = 0;
        for (int i = 0, count = features.size(); i < count; i++) {
            Key key = features.keyAt(i);
            size += fieldSize(key.field().length + fieldSize(sizeOfFeature(key, features.valueAt(i))));
        }
        return size;
    }

    private long sizeOfFeature(Key key, Feature feature) {
        int list = checkSize(listSize(feature));
        addSize(list);
        if (dialect.fieldNumber(feature.kind()) == 0) {
            dialect.check(key, feature.kind());
            return 0;
        }
        return fieldSize(list);
    }

    /** Separate checks of the classes are faster here than a virtual call that the JVM cannot inline. */
    private static long listSize(Feature feature) {
        if (feature instanceof Int64Feature int64s) {
            return int64s.listSize();
        } else if (feature instanceof FloatFeature floats) {
            return floats.listSize();
        } else if (feature instanceof BytesFeature bytes) {
            return bytes.listSize();
        }
        return feature.listSize();
    }

    private long sizeOfLists(NameMap<FeatureList> lists) {
        long size = 0;
        for (int i = 0, count = lists.size(); i < count; i++) {
            Key key = lists.keyAt(i);
            FeatureList list = lists.valueAt(i);
            int slot = noted;
            addSize(0);
            long body = 0;
            for (int step = 0; step < list.size(); step++) {
                body += fieldSize(sizeOfFeature(key, list.get(step)));
            }
            sizes[slot] = checkSize(body);
            size += fieldSize(key.field().length + fieldSize(body));
        }
        return size;
    }

    // ---------------------------------------------------------------- second pass: bytes

    /** Writes the tag and the size of a field. Returns the position of its body. */
    static int writeHeader(byte[] target, int at, int tag, int size) {
        target[at] = (byte) tag;
        if (size < 0x80) {
            target[at + 1] = (byte) size;
            return at + 2;
        }
        return Varints.write(target, at + 1, size);
    }

    private int writeFeatures(int at, NameMap<Feature> features) {
        int position = at;
        for (int i = 0, count = features.size(); i < count; i++) {
            Feature feature = features.valueAt(i);
            int list = sizes[taken++];
            int number = dialect.fieldNumber(feature.kind());
            position = writeEntryHeader(position, features.keyAt(i), number == 0 ? 0 : (int) fieldSize(list));
            position = writeFeature(position, feature, number, list);
        }
        return position;
    }

    private int writeEntryHeader(int at, Key key, int valueSize) {
        byte[] field = key.field();
        int position = writeHeader(target, at, WireScanner.FIELD_1, (int) (field.length + fieldSize(valueSize)));
        System.arraycopy(field, 0, target, position, field.length);
        return writeHeader(target, position + field.length, WireScanner.FIELD_2, valueSize);
    }

    private int writeFeature(int at, Feature feature, int number, int list) {
        if (number == 0) {
            return at;
        }
        int position = writeHeader(target, at, number << 3 | 2, list);
        if (list == 0) {
            return position;
        } else if (feature instanceof Int64Feature int64s) {
            return int64s.writeList(target, position);
        } else if (feature instanceof FloatFeature floats) {
            return floats.writeList(target, position);
        } else if (feature instanceof BytesFeature bytes) {
            return bytes.writeList(target, position);
        }
        return feature.writeList(target, position);
    }

    private int writeLists(int at, NameMap<FeatureList> lists) {
        int position = at;
        for (int i = 0, count = lists.size(); i < count; i++) {
            FeatureList list = lists.valueAt(i);
            position = writeEntryHeader(position, lists.keyAt(i), sizes[taken++]);
            for (int step = 0; step < list.size(); step++) {
                Feature feature = list.get(step);
                int size = sizes[taken++];
                int number = dialect.fieldNumber(feature.kind());
                position = writeHeader(target, position, WireScanner.FIELD_1, number == 0 ? 0 : (int) fieldSize(size));
                position = writeFeature(position, feature, number, size);
            }
        }
        return position;
    }
}
