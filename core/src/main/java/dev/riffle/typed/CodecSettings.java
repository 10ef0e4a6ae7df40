package dev.riffle.typed;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The choices of a {@link RecordCodec.Builder}. Components have the names of the components that enclose them. */
final class CodecSettings {

    final Map<Class<?>, Conversion> conversions = new HashMap<>();
    final Map<String, String> names = new HashMap<>();
    final Map<String, Object> defaults = new HashMap<>();
    final Set<String> nullable = new HashSet<>();
    final Set<String> enumsByName = new HashSet<>();
    final Set<String> roundedDoubles = new HashSet<>();

    /** Returns all components that have a setting. */
    Set<String> components() {
        Set<String> all = new LinkedHashSet<>(names.keySet());
        all.addAll(defaults.keySet());
        all.addAll(nullable);
        all.addAll(enumsByName);
        all.addAll(roundedDoubles);
        return all;
    }
}
