package dev.riffle.example.internal;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Utf8;
import dev.riffle.io.Bytes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the facts about all features of some messages, for the inference of types. The caller selects the records,
 * adds them in order, and maps the facts to its own types. If a name occurs several times in a message, the last
 * occurrence counts.
 *
 * <p>One thread at a time may use a survey. Surveys of several threads or machines can be merged. The order of merges
 * and the distribution of the records do not change the facts.
 */
public final class MessageSurvey implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Map<String, FeatureFacts> features = new HashMap<>();
    private final Map<String, FeatureFacts> lists = new HashMap<>();

    /** The facts that have steps of the current record. */
    private final List<FeatureFacts> touched = new ArrayList<>();

    private long records;

    /**
     * Adds a message. If it is malformed, adds nothing.
     *
     * @param cursor a {@linkplain PayloadKind#cursor() cursor} of the type
     * @return whether a feature has another kind than in an earlier message or step
     * @throws dev.riffle.example.MalformedMessageException if the message is malformed
     * @throws dev.riffle.internal.WireException if the message should be a list of Examples, but is not a message
     */
    public boolean add(PayloadKind type, ExampleCursor cursor, byte[] message, RecordPlace place) {
        boolean contradicts = false;
        try {
            if (type == PayloadKind.EXAMPLE_LIST) {
                ExampleLists list = ExampleLists.parse(message);
                walk(cursor, list.context().orElse(Bytes.empty()).toByteArray());
                list.examples().forEach(example -> addExample(cursor, example.toByteArray()));
            } else {
                walk(cursor, message);
            }
            for (FeatureFacts facts : touched) {
                facts.end(place);
                contradicts |= facts.isContradictory();
            }
        } finally {
            touched.forEach(FeatureFacts::close);
            touched.clear();
        }
        records++;
        return contradicts;
    }

    private void walk(ExampleCursor cursor, byte[] message) {
        cursor.reset(message);
        FeatureFacts facts = null;
        while (true) {
            switch (cursor.next()) {
                case FEATURE -> step(of(features, cursor.key()).begin(), cursor, message);
                case FEATURE_LIST -> facts = of(lists, cursor.key()).begin();
                case STEP -> {
                    if (facts != null) {
                        step(facts, cursor, message);
                    }
                }
                case END -> {
                    return;
                }
            }
        }
    }

    private FeatureFacts of(Map<String, FeatureFacts> part, String name) {
        FeatureFacts facts = part.computeIfAbsent(name, key -> new FeatureFacts());
        if (!facts.hasBegun()) {
            touched.add(facts.begin());
        }
        return facts;
    }

    private static void step(FeatureFacts facts, ExampleCursor cursor, byte[] message) {
        facts.step(cursor.kind(), cursor.count(), facts.mayBeText() && isText(cursor, message));
    }

    private static boolean isText(ExampleCursor cursor, byte[] message) {
        if (cursor.kind() != Kind.BYTES) {
            return true;
        }
        int[] offsets = new int[cursor.count()];
        int[] sizes = new int[cursor.count()];
        cursor.copyRanges(offsets, sizes, 0);
        for (int i = 0; i < offsets.length; i++) {
            if (!Utf8.isValid(message, offsets[i], offsets[i] + sizes[i])) {
                return false;
            }
        }
        return true;
    }

    /** Adds an Example of a list. Each of its features is a step. */
    private void addExample(ExampleCursor cursor, byte[] example) {
        Set<String> names = new HashSet<>();
        boolean unique = true;
        cursor.reset(example);
        while (cursor.next() != ExampleCursor.Event.END) {
            unique &= names.add(cursor.key());
        }
        byte[] message = unique ? example : Example.parse(example).toByteArray();
        cursor.reset(message);
        while (cursor.next() != ExampleCursor.Event.END) {
            step(of(lists, cursor.key()), cursor, message);
        }
    }

    /** Returns a survey of the messages of both surveys. */
    public MessageSurvey merge(MessageSurvey other) {
        MessageSurvey merged = new MessageSurvey();
        for (MessageSurvey survey : List.of(this, other)) {
            addAll(survey.features, merged.features);
            addAll(survey.lists, merged.lists);
            merged.records += survey.records;
        }
        return merged;
    }

    private static void addAll(Map<String, FeatureFacts> more, Map<String, FeatureFacts> part) {
        more.forEach((name, facts) ->
                part.computeIfAbsent(name, key -> new FeatureFacts()).merge(facts));
    }

    /** Returns the number of messages. */
    public long records() {
        return records;
    }

    /** Returns the features of Examples and contexts that have a kind, by name. */
    public SortedMap<String, FeatureFacts> features() {
        return withKind(features);
    }

    /** Returns the feature lists, or the features in lists of Examples, that have a kind, by name. */
    public SortedMap<String, FeatureFacts> lists() {
        return withKind(lists);
    }

    private static SortedMap<String, FeatureFacts> withKind(Map<String, FeatureFacts> part) {
        SortedMap<String, FeatureFacts> known = new TreeMap<>(part);
        known.values().removeIf(facts -> !facts.hasKind());
        return known;
    }
}
