package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Describes a feature in which two Examples differ.
 *
 * @param name the name of the feature
 * @param leftFeature the feature of the first Example, if it has one
 * @param rightFeature the feature of the second Example, if it has one
 * @param left the value in the first Example, shortened
 * @param right the value in the second Example, shortened
 */
record FeatureDifference(
        String name, Optional<Feature> leftFeature, Optional<Feature> rightFeature, String left, String right) {

    private static final int MOST_TEXT = 40;
    private static final int MOST_VALUES = 4;
    private static final int MOST_BYTES = 8;
    private static final String NONE = "none";

    /** Returns all features in which two Examples differ, by name. */
    static List<FeatureDifference> of(Example left, Example right) {
        List<FeatureDifference> differences = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(left.names());
        names.addAll(right.names());
        for (String name : names) {
            Optional<Feature> one = left.find(name);
            Optional<Feature> other = right.find(name);
            if (!one.equals(other)) {
                differences.add(of(name, one, other));
            }
        }
        return differences;
    }

    private static FeatureDifference of(String name, Optional<Feature> one, Optional<Feature> other) {
        if (one.isPresent()
                && other.isPresent()
                && one.get().kind() == other.get().kind()) {
            int first = firstDifference(one.get().values(), other.get().values());
            if (first >= MOST_VALUES) {
                return new FeatureDifference(name, one, other, from(one.get(), first), from(other.get(), first));
            }
        }
        return new FeatureDifference(
                name,
                one,
                other,
                one.map(feature -> from(feature, 0)).orElse(NONE),
                other.map(feature -> from(feature, 0)).orElse(NONE));
    }

    private static int firstDifference(List<Object> one, List<Object> other) {
        int count = Math.min(one.size(), other.size());
        for (int i = 0; i < count; i++) {
            if (!one.get(i).equals(other.get(i))) {
                return i;
            }
        }
        return count;
    }

    /**
     * Returns a short text of the values of a feature that begin at an index: {@code int64 3}, {@code float [1.0, 2.0,
     * ... 32 values]}.
     */
    static String from(Feature feature, int first) {
        if (feature.kind() == Kind.NOT_SET) {
            return "no kind";
        }
        String kind = feature.kind().name().toLowerCase(Locale.ROOT);
        List<Object> values = feature.values();
        if (values.size() == 1 && first == 0) {
            return kind + " " + value(values.get(0));
        }
        StringBuilder text = new StringBuilder(kind).append(" [");
        if (first > 0) {
            text.append("... ");
        }
        int end = Math.min(values.size(), first + MOST_VALUES);
        for (int i = first; i < end; i++) {
            text.append(i > first ? ", " : "").append(value(values.get(i)));
        }
        text.append(end < values.size() ? ", ..." : "").append(']');
        if (first > 0 || end < values.size()) {
            text.append(" from ").append(first).append(" of ").append(Sizes.count(values.size(), "value"));
        }
        return text.toString();
    }

    private static String value(Object value) {
        if (!(value instanceof Bytes bytes)) {
            return value.toString();
        }
        if (bytes.size() <= 4 * MOST_TEXT && bytes.isUtf8()) {
            String text = bytes.utf8();
            boolean all = text.codePointCount(0, text.length()) <= MOST_TEXT;
            String shown = all ? text : text.substring(0, text.offsetByCodePoints(0, MOST_TEXT));
            return '"' + Escapes.visible(shown) + '"' + (all ? "" : "...");
        }
        Bytes beginning = bytes.slice(0, Math.min(MOST_BYTES, bytes.size()));
        return Sizes.count(bytes.size(), "byte") + " 0x" + beginning.hex() + (bytes.size() > MOST_BYTES ? "..." : "");
    }
}
