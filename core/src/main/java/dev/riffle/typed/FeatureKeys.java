package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.example.internal.KeyTable;
import dev.riffle.internal.Utf8;
import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The names of a codec's features in the order of their bytes, and the slot of each. Immutable. */
final class FeatureKeys implements Function<Integer, Kind> {

    private final MappedFeature[] features;
    private final byte[][] fields;

    /** The table of the scanner. Several threads may create it, so another table replaces it at most. */
    private @Nullable KeyTable<Integer> table;

    private FeatureKeys(MappedFeature[] features, byte[][] keys) {
        this.features = features;
        this.fields = new byte[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            fields[i] = field(keys[i]);
        }
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
        MappedFeature[] sorted = new MappedFeature[keys.length];
        for (int size = 0; size < keys.length; size++) {
            // a name is valid, and Utf8 would start the method handles of the JVM
            byte[] key = features.get(size).feature().getBytes(StandardCharsets.UTF_8);
            int at = size;
            for (; at > 0 && Arrays.compareUnsigned(keys[at - 1], key) > 0; at--) {
                keys[at] = keys[at - 1];
                sorted[at] = sorted[at - 1];
            }
            keys[at] = key;
            sorted[at] = features.get(size);
        }
        return new FeatureKeys(sorted, keys);
    }

    /** Returns the field {@code key} of an entry: tag, length, text. */
    private static byte[] field(byte[] key) {
        byte[] bytes = new byte[1 + Varints.MAX_SIZE + key.length];
        bytes[0] = WireScanner.FIELD_1;
        int at = Varints.write(bytes, 1, key.length);
        System.arraycopy(key, 0, bytes, at, key.length);
        return Arrays.copyOf(bytes, at + key.length);
    }

    int size() {
        return fields.length;
    }

    /** Returns the feature at {@code index}. */
    MappedFeature feature(int index) {
        return features[index];
    }

    /** Returns the field {@code key} of an entry: tag, length, text. Callers must not change the bytes. */
    byte[] field(int index) {
        return fields[index];
    }

    /** Returns the slots by key, for a scanner. The first message creates the table, because a writer needs none. */
    KeyTable<Integer> table() {
        KeyTable<Integer> known = table;
        if (known == null) {
            Map<String, Integer> slots = new LinkedHashMap<>();
            for (MappedFeature feature : features) {
                slots.put(feature.feature(), feature.slot());
            }
            known = KeyTable.shared(slots, this);
            table = known;
        }
        return known;
    }

    /** Returns the kind of the feature with a slot. */
    @Override
    public Kind apply(Integer slot) {
        for (MappedFeature feature : features) {
            if (feature.slot() == slot) {
                return feature.mapping().kind();
            }
        }
        throw new IllegalArgumentException("no feature has the slot " + slot);
    }
}
