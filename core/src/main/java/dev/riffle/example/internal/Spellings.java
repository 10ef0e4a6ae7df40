package dev.riffle.example.internal;

import dev.riffle.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name of a spec that differs from a feature's name only in case. A scanner asks once for each new name, so a
 * feature with the exact name needs no work.
 */
public final class Spellings {

    /** Finds no names. */
    public static final Spellings NONE = new Spellings(List.of());

    private final Map<String, String> names = new HashMap<>();

    /** The sizes in bytes of the names in lower case. */
    private final BitSet sizes = new BitSet();

    private Spellings(Collection<String> exact) {
        for (String name : exact) {
            names.put(folded(name), name);
            sizes.set(Utf8.encode(folded(name)).length);
        }
    }

    /**
     * Returns the spellings of these names.
     *
     * @param exact the names, of which no two may differ only in case; see {@link #check}
     */
    public static Spellings of(Collection<String> exact) {
        return new Spellings(exact);
    }

    /**
     * Checks that no two names differ only in case.
     *
     * @throws IllegalArgumentException if two names differ only in case
     */
    public static void check(Collection<String> exact) {
        Map<String, String> seen = new HashMap<>();
        for (String name : exact) {
            String before = seen.putIfAbsent(folded(name), name);
            if (before != null) {
                throw new IllegalArgumentException("features \"" + before + "\" and \"" + name
                        + "\" differ only in case; remove one of the specs, or do not ignore case");
            }
        }
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the name of the spec for a feature's name in valid UTF-8, or null if no spec has this name in any case.
     */
    @Nullable
    String nameOf(byte[] array, int from, int to) {
        // In lower case, a name in ASCII has the same size. So most names of other features need no lookup.
        if (names.isEmpty() || !sizes.get(to - from) && Utf8.asciiEnd(array, from, to) == to) {
            return null;
        }
        return nameOf(new String(array, from, to - from, StandardCharsets.UTF_8));
    }

    /** Returns the name of the spec for a feature's name, or null if no spec has this name in any case. */
    public @Nullable String nameOf(String name) {
        return names.isEmpty() ? null : names.get(folded(name));
    }
}
