package dev.riffle.cli.inspect;

import dev.riffle.cli.payload.FeatureJson;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.internal.FeatureFacts;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Summarizes the values of one feature in some records. */
final class FeatureSummary {

    private static final String NOT_SET = "not set";
    private static final int MOST_TEXTS = 5;
    private static final int MOST_SHOWN_CHARACTERS = 40;

    private final Set<String> kinds = new TreeSet<>();
    private final Set<PayloadKind> contents = EnumSet.noneOf(PayloadKind.class);
    private final Set<String> texts = new TreeSet<>();

    private final FeatureFacts facts = new FeatureFacts();
    private boolean hasSteps;
    private double lowest = Double.POSITIVE_INFINITY;
    private double highest = Double.NEGATIVE_INFINITY;
    private boolean doubles;
    private long nans;
    private long lowestInteger = Long.MAX_VALUE;
    private long highestInteger = Long.MIN_VALUE;
    private int shortest = Integer.MAX_VALUE;
    private int longest;

    /** Adds the feature of a record. */
    void add(Feature feature, RecordPlace place) {
        add(feature, List.of(kind(feature)), place);
    }

    /** Adds the values of a record under kinds that Examples do not have, such as image or varint. */
    void add(Feature values, List<String> kindsOfValues, RecordPlace place) {
        kinds.addAll(kindsOfValues);
        facts.begin();
        addValues(values);
        facts.end(place);
    }

    /** Adds the steps of a feature list, or the features of several Examples in a record. */
    void add(List<Feature> steps, RecordPlace place) {
        hasSteps = true;
        facts.begin();
        for (Feature step : steps) {
            kinds.add(kind(step));
            addValues(step);
        }
        facts.end(place);
    }

    private void addValues(Feature feature) {
        facts.step(feature.kind(), feature.size(), true);
        for (int i = 0; i < feature.size(); i++) {
            switch (feature.kind()) {
                case INT64 -> addInteger(feature.longAt(i));
                case INT32 -> addInteger(feature.intAt(i));
                case FLOAT -> addNumber(feature.floatAt(i));
                case DOUBLE -> {
                    doubles = true;
                    addNumber(feature.doubleAt(i));
                }
                case BYTES -> addBytes(feature.bytesAt(i));
                case NOT_SET -> throw new IllegalStateException("a feature without a kind has no values");
            }
        }
    }

    private void addInteger(long value) {
        lowestInteger = Math.min(lowestInteger, value);
        highestInteger = Math.max(highestInteger, value);
    }

    private void addNumber(double value) {
        if (Double.isNaN(value)) {
            nans++;
            return;
        }
        lowest = Math.min(lowest, value);
        highest = Math.max(highest, value);
    }

    private void addBytes(Bytes value) {
        shortest = Math.min(shortest, value.size());
        longest = Math.max(longest, value.size());
        PayloadKind content = PayloadKind.ofValue(value);
        contents.add(content);
        if (texts.size() <= MOST_TEXTS && content == PayloadKind.TEXT && value.size() <= MOST_SHOWN_CHARACTERS) {
            texts.add(value.utf8());
        }
    }

    /** Returns the kinds of the feature in alphabetical order, for example "int64" or "float or int64". */
    String kinds() {
        return kinds.isEmpty() ? NOT_SET : String.join(" or ", kinds);
    }

    private static String kind(Feature feature) {
        return feature.kind() == Kind.NOT_SET ? NOT_SET : feature.kind().name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the feature has steps: in a feature list, or in the Examples of a list. */
    boolean hasSteps() {
        return hasSteps;
    }

    /** Returns the numbers of records, steps and values. */
    FeatureFacts facts() {
        return facts;
    }

    /** Returns the range of the values, in words. */
    String range() {
        StringBuilder range = new StringBuilder();
        if (lowestInteger <= highestInteger) {
            range.append(range(Long.toString(lowestInteger), Long.toString(highestInteger)));
        }
        if (lowest <= highest) {
            separate(range).append(range(digits(lowest), digits(highest)));
        }
        if (nans > 0) {
            separate(range).append(Sizes.grouped(nans)).append(" NaN");
        }
        if (!contents.isEmpty()) {
            separate(range).append(bytesRange());
        }
        return range.toString();
    }

    /** Returns a range in words, or one value if both ends are equal. */
    static String range(String first, String last) {
        return first.equals(last) ? first : first + " to " + last;
    }

    /** Returns the fewest digits that read back as the same value of the feature. */
    private String digits(double value) {
        return doubles ? Double.toString(value) : Float.toString((float) value);
    }

    private static StringBuilder separate(StringBuilder text) {
        return text.isEmpty() ? text : text.append(", ");
    }

    private String bytesRange() {
        if (hasAllTexts()) {
            return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", "));
        }
        String what = contents.contains(PayloadKind.BYTES) ? PayloadKind.BYTES.title() : titles(contents);
        String sizes = shortest == longest ? "" : Sizes.grouped(shortest) + " to ";
        return what + " of " + sizes + Sizes.count(longest, "byte");
    }

    /** Returns whether {@link #texts} holds all values. */
    private boolean hasAllTexts() {
        return !texts.isEmpty()
                && texts.size() <= MOST_TEXTS
                && contents.equals(EnumSet.of(PayloadKind.TEXT))
                && longest <= MOST_SHOWN_CHARACTERS;
    }

    /** Writes the members of the feature's JSON object, without its name. */
    void writeMembers(JsonWriter json) {
        json.name("kinds").beginArray();
        kinds.forEach(kind -> json.string(kind.equals(NOT_SET) ? FeatureJson.UNSET : kind));
        json.endArray();
        json.name("records").number(facts.records());
        if (hasSteps()) {
            json.name("min_steps").number(facts.fewestSteps()).name("max_steps").number(facts.mostSteps());
        }
        json.name("min_values").number(facts.fewestValues()).name("max_values").number(facts.mostValues());
        if (lowestInteger <= highestInteger || lowest <= highest) {
            boolean integerFirst = lowestInteger <= highestInteger && lowestInteger <= lowest;
            boolean integerLast = lowestInteger <= highestInteger && highestInteger >= highest;
            writeNumber(json.name("min"), integerFirst, lowestInteger, lowest);
            writeNumber(json.name("max"), integerLast, highestInteger, highest);
        }
        if (nans > 0) {
            json.name("nans").number(nans);
        }
        if (!contents.isEmpty()) {
            json.name("contents").beginArray();
            contents.forEach(kind -> json.string(kind.name().toLowerCase(Locale.ROOT)));
            json.endArray();
            json.name("min_bytes").number(shortest).name("max_bytes").number(longest);
        }
        if (hasAllTexts()) {
            json.name("texts").beginArray();
            texts.forEach(json::string);
            json.endArray();
        }
    }

    private void writeNumber(JsonWriter json, boolean isInteger, long integer, double number) {
        if (isInteger) {
            json.number(integer);
        } else {
            FeatureJson.number(json, number, digits(number));
        }
    }

    private static String titles(Collection<PayloadKind> kinds) {
        return kinds.stream().map(PayloadKind::title).collect(Collectors.joining(" or "));
    }
}
