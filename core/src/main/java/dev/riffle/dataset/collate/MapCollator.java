package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.internal.collate.PaddingCollator;
import dev.riffle.dataset.internal.collate.ShapeMismatchException;
import dev.riffle.dataset.stage.ElementSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Combines maps into a map with one batch for each key.
 *
 * @param pads whether the collator of at least one key pads
 */
record MapCollator<V, B>(
        Function<String, Collator<? super V, ? extends B>> values, String description, String explanation, boolean pads)
        implements Collator<Map<String, ? extends V>, Map<String, B>>,
                PaddingCollator<Collator<Map<String, ? extends V>, Map<String, B>>>,
                Described {

    static <V, B> MapCollator<V, B> of(Collator<? super V, ? extends B> values) {
        return new MapCollator<>(
                key -> values, Described.of(values), Described.explained(values), PaddingCollator.pads(values));
    }

    static <V, B> MapCollator<V, B> of(Map<String, ? extends Collator<? super V, ? extends B>> values) {
        Map<String, Collator<? super V, ? extends B>> copy = new LinkedHashMap<>(values);
        boolean pads = copy.values().stream().anyMatch(PaddingCollator::pads);
        return new MapCollator<>(
                key -> known(copy, key), text(copy, Described::of), text(copy, Described::explained), pads);
    }

    private static String text(Map<String, ?> collators, Function<Object, String> text) {
        return collators.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + text.apply(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static <C> C known(Map<String, C> collators, String key) {
        C collator = collators.get(key);
        if (collator == null) {
            throw new IllegalArgumentException("no collator for \"" + key + "\", only for " + collators.keySet());
        }
        return collator;
    }

    @Override
    public Map<String, B> collate(List<? extends Map<String, ? extends V>> elements) throws Exception {
        Map<String, B> batch = new LinkedHashMap<>();
        for (String key : ElementTensors.checked(elements).get(0).keySet()) {
            batch.put(key, collate(key, elements));
        }
        return batch;
    }

    private B collate(String key, List<? extends Map<String, ? extends V>> elements) throws Exception {
        int size = elements.get(0).size();
        List<V> column = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Map<String, ? extends V> element = elements.get(i);
            V value = element.get(key);
            if (value == null || element.size() != size) {
                throw new ShapeMismatchException(
                        i,
                        "element " + i + " has keys " + element.keySet() + ", the first element has "
                                + elements.get(0).keySet());
            }
            column.add(value);
        }
        return values.apply(key).collate(column);
    }

    @Override
    public Collator<Map<String, ? extends V>, Map<String, B>> forElements(ElementSpec spec) {
        if (!(spec instanceof ElementSpec.MapOf map)) {
            return this;
        }
        Map<String, Collator<? super V, ? extends B>> each = new LinkedHashMap<>();
        map.entries().forEach((key, value) -> each.put(key, values.apply(key).forElements(value)));
        return new MapCollator<>(
                key -> each.containsKey(key) ? known(each, key) : values.apply(key), description, explanation, pads);
    }

    @Override
    public Collator<Map<String, ? extends V>, Map<String, B>> filledUp(ElementSpec spec, int size) {
        ElementSpec.MapOf map = spec instanceof ElementSpec.MapOf known ? known : new ElementSpec.MapOf(Map.of());
        return new MapCollator<>(
                key -> PaddingCollator.filledUp(
                        values.apply(key), map.entries().getOrDefault(key, ElementSpec.unknown()), size),
                description,
                explanation,
                pads);
    }

    @Override
    public ElementSpec spec(ElementSpec element, int size) {
        return mapped(element, (key, value) -> values.apply(key).spec(value, size));
    }

    /** Returns a map of the specs that a function returns for the entries. An unknown spec stays unknown. */
    static ElementSpec mapped(ElementSpec spec, BiFunction<String, ElementSpec, ElementSpec> function) {
        if (spec instanceof ElementSpec.MapOf map) {
            Map<String, ElementSpec> entries = new LinkedHashMap<>();
            map.entries().forEach((key, value) -> entries.put(key, function.apply(key, value)));
            return new ElementSpec.MapOf(entries);
        }
        if (spec instanceof ElementSpec.Unknown) {
            return spec;
        }
        throw new IllegalArgumentException("elements are not maps: " + spec);
    }

    @Override
    public String describe() {
        return "{" + description + "}";
    }

    @Override
    public String explain() {
        return "{" + explanation + "}";
    }
}
