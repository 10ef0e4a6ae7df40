package dev.riffle.dataset.stage;

import dev.riffle.dataset.stage.ElementSpec.DatasetOf;
import dev.riffle.dataset.stage.ElementSpec.Dense;
import dev.riffle.dataset.stage.ElementSpec.ListOf;
import dev.riffle.dataset.stage.ElementSpec.MapOf;
import dev.riffle.dataset.stage.ElementSpec.PairOf;
import dev.riffle.dataset.stage.ElementSpec.Ragged;
import dev.riffle.dataset.stage.ElementSpec.Sparse;
import dev.riffle.dataset.stage.ElementSpec.Unknown;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares two specs and computes their common spec. */
final class SpecComparison {

    private SpecComparison() {}

    static boolean compatible(ElementSpec one, ElementSpec other) {
        if (one instanceof Unknown || other instanceof Unknown) {
            return true;
        }
        if (one instanceof Dense a && other instanceof Dense b) {
            return a.dtype() == b.dtype();
        }
        if (one instanceof Ragged a && other instanceof Ragged b) {
            return a.dtype() == b.dtype() && a.raggedRank() == b.raggedRank();
        }
        if (one instanceof Sparse a && other instanceof Sparse b) {
            return a.dtype() == b.dtype();
        }
        if (one instanceof PairOf a && other instanceof PairOf b) {
            return compatible(a.first(), b.first()) && compatible(a.second(), b.second());
        }
        if (one instanceof MapOf a && other instanceof MapOf b) {
            return a.entries().keySet().equals(b.entries().keySet())
                    && a.entries().keySet().stream().allMatch(key -> compatible(entry(a, key), entry(b, key)));
        }
        if (one instanceof ListOf a && other instanceof ListOf b) {
            return compatible(a.item(), b.item());
        }
        return one instanceof DatasetOf a && other instanceof DatasetOf b && compatible(a.element(), b.element());
    }

    /** Returns the most precise spec that covers the elements of both compatible specs. */
    static ElementSpec common(ElementSpec one, ElementSpec other) {
        if (one.equals(other)) {
            return one;
        }
        if (one instanceof Dense a && other instanceof Dense b) {
            return new Dense(a.dtype(), a.shape().common(b.shape()));
        }
        if (one instanceof Ragged a && other instanceof Ragged b) {
            return new Ragged(a.dtype(), a.raggedRank(), a.shape().common(b.shape()));
        }
        if (one instanceof Sparse a && other instanceof Sparse b) {
            return new Sparse(a.dtype(), a.shape().common(b.shape()));
        }
        if (one instanceof PairOf a && other instanceof PairOf b) {
            return new PairOf(common(a.first(), b.first()), common(a.second(), b.second()));
        }
        if (one instanceof MapOf a && other instanceof MapOf b) {
            Map<String, ElementSpec> entries = new LinkedHashMap<>();
            a.entries().keySet().forEach(key -> entries.put(key, common(entry(a, key), entry(b, key))));
            return new MapOf(entries);
        }
        if (one instanceof ListOf a && other instanceof ListOf b) {
            return new ListOf(common(a.item(), b.item()), a.size() == b.size() ? a.size() : -1);
        }
        if (one instanceof DatasetOf a && other instanceof DatasetOf b) {
            return new DatasetOf(common(a.element(), b.element()));
        }
        return new Unknown();
    }

    static ElementSpec entry(MapOf map, String key) {
        return map.entries().getOrDefault(key, new Unknown());
    }
}
