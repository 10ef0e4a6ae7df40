package dev.riffle.typed;

import dev.riffle.internal.Utf8;
import dev.riffle.internal.Varints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The names of a codec's features in the order of their bytes, and the slot of each. Immutable, except for the order in
 * which messages have the features: it is a guess that {@link UsualScan} checks, so threads may overwrite it.
 */
final class FeatureKeys {

    private final byte[][] keys;
    private final byte[][] prefixes;
    private final int[] slots;

    /** For each key, and for the beginning of a message at 0, the key that followed it in an earlier message. */
    private final int[] followers;

    private FeatureKeys(byte[][] keys, int[] slots) {
        this.keys = keys;
        this.slots = slots;
        this.prefixes = new byte[keys.length][];
        this.followers = new int[keys.length + 1];
        for (int i = 0; i < keys.length; i++) {
            prefixes[i] = prefix(keys[i]);
            followers[i] = i;
        }
        followers[keys.length] = keys.length;
    }

    /**
     * Checks the name of a feature.
     *
     * @throws IllegalArgumentException if the name is empty or has an unpaired surrogate
     */
    static void checkName(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name of a feature must not be empty");
        }
        // the JDK replaces an unpaired surrogate; Utf8 rejects it, but would start the method handles of the JVM
        if (!new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(name)) {
            Utf8.encode(name);
        }
    }

    /** Returns the names of features, all different. */
    static FeatureKeys of(List<MappedFeature> features) {
        byte[][] keys = new byte[features.size()][];
        int[] slots = new int[keys.length];
        for (int size = 0; size < keys.length; size++) {
            // a name is valid, and Utf8 would start the method handles of the JVM
            byte[] key = features.get(size).feature().getBytes(StandardCharsets.UTF_8);
            int at = size;
            for (; at > 0 && Arrays.compareUnsigned(keys[at - 1], key) > 0; at--) {
                keys[at] = keys[at - 1];
                slots[at] = slots[at - 1];
            }
            keys[at] = key;
            slots[at] = features.get(size).slot();
        }
        return new FeatureKeys(keys, slots);
    }

    /** Returns the bytes of an entry from its key to the tag of its value. */
    private static byte[] prefix(byte[] key) {
        byte[] bytes = new byte[2 + Varints.MAX_SIZE + key.length];
        bytes[0] = Wire.FIELD_1;
        int at = Varints.write(bytes, 1, key.length);
        System.arraycopy(key, 0, bytes, at, key.length);
        bytes[at + key.length] = Wire.FIELD_2;
        return Arrays.copyOf(bytes, at + key.length + 1);
    }

    int size() {
        return keys.length;
    }

    /** Returns the slot of the key at {@code index}. */
    int slot(int index) {
        return slots[index];
    }

    /** Returns the bytes of an entry from its key to the tag of its value. Callers must not change them. */
    byte[] prefix(int index) {
        return prefixes[index];
    }

    /** Returns the index of the key that probably follows {@code previous}; {@code previous} is -1 at the beginning. */
    int expectedAfter(int previous) {
        return followers[previous + 1];
    }

    /** Remembers that {@code index} followed {@code previous}. */
    void learn(int previous, int index) {
        followers[previous + 1] = index;
    }

    /** Returns the index of the key with these bytes, or -1. */
    int find(byte[] array, int from, int to) {
        int low = 0;
        int high = keys.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            byte[] key = keys[middle];
            int order = Arrays.compareUnsigned(key, 0, key.length, array, from, to);
            if (order == 0) {
                return middle;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
