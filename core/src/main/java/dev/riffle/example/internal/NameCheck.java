package dev.riffle.example.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.MalformedMessageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Finds the names in specs or conditions that none of the first messages has. Such names are probably misspelt. The
 * check ends with the first message that has the last of the names, usually the first message. Afterwards a
 * caller only asks {@link #isDone()}. Safe for use by several threads.
 */
public final class NameCheck {

    /** Logs warnings for which the caller has no listener. */
    public static final Consumer<FeatureWarning> LOGGED =
            warning -> System.getLogger("dev.riffle").log(System.Logger.Level.WARNING, warning.message());

    /** The remedy for a name that differs from the name of a spec only in case. */
    public static final String BY_CASE = "a parser with ignoringCase() accepts names in another case";

    private static final String ONLY_LISTS = "the records are SequenceExamples that have only feature lists";

    /** The number of single messages after which a check reports unknown names, unless it rejects them. */
    private static final int FIRST_MESSAGES = 32;

    /** The largest number of names to remember for suggestions. */
    private static final int MOST_SEEN = 10_000;

    /** Lists what the caller does with unknown names. */
    public enum Unknown {
        /** Warns once. */
        REPORTED,
        /** Throws an exception, also for the messages after an exception. */
        REJECTED
    }

    /** Lists the names that a spec or condition accepts. */
    public enum Spelling {
        /** The name of the spec, unless the program calls {@code ignoringCase()} of the parser. */
        OF_SPEC,
        /** The name of the spec, in any case. */
        ANY_CASE,
        /** The name in the condition. */
        OF_CONDITION
    }

    private final Unknown unknown;
    private final Part features;
    private final Part lists;
    private long messages;
    private volatile boolean done;

    /**
     * Creates a check.
     *
     * @param features the names of features
     * @param lists the names of feature lists; empty if the messages are not SequenceExamples
     */
    public NameCheck(
            Collection<String> features, Optional<Collection<String>> lists, Spelling spelling, Unknown unknown) {
        String word = lists.isEmpty() ? "feature" : "feature of the context";
        this.features = new Part(word, ": context(...)", "", features, spelling);
        this.lists = new Part("feature list", ": lists(...)", ONLY_LISTS, lists.orElse(List.of()), spelling);
        this.unknown = unknown;
        this.done = isComplete();
    }

    /** Returns whether the check needs no more messages. */
    public boolean isDone() {
        return done;
    }

    /** Returns what the caller does with unknown names. */
    public Unknown unknown() {
        return unknown;
    }

    /** Returns the number of examined messages. */
    public synchronized long messages() {
        return messages;
    }

    /**
     * Examines a message. Returns a warning for each name that no message has so far, unless the check waits for more
     * messages. A check that rejects unknown names does not wait.
     */
    public synchronized List<FeatureWarning> examine(Dialect dialect, ByteBuffer message) {
        boolean isKnown = see(cursor(dialect), message);
        return isKnown || unknown == Unknown.REPORTED && messages < FIRST_MESSAGES ? List.of() : end();
    }

    /** Returns whether no examined message has a feature or a list of this name. */
    public synchronized boolean lacks(String name) {
        return features.wanted.contains(name) || lists.wanted.contains(name);
    }

    /** Examines a batch. Returns a warning for each unknown name, because the check ends with the batch. */
    public synchronized List<FeatureWarning> examine(Dialect dialect, int size, IntFunction<ByteBuffer> batch) {
        ExampleCursor cursor = cursor(dialect);
        for (int i = 0; i < size; i++) {
            if (see(cursor, batch.apply(i))) {
                return List.of();
            }
        }
        return end();
    }

    /** Ends the check. Returns a warning for each unknown name, unless the check has ended or has seen no message. */
    public synchronized List<FeatureWarning> end() {
        if (done || messages == 0) {
            return List.of();
        }
        List<FeatureWarning> warnings = new ArrayList<>();
        features.addUnknown(lists, messages, warnings);
        lists.addUnknown(features, messages, warnings);
        if (unknown == Unknown.REPORTED) {
            finish();
        }
        return warnings;
    }

    /** Reads Examples as SequenceExamples, to detect names of feature lists. */
    private static ExampleCursor cursor(Dialect dialect) {
        return dialect == Dialect.ONEFLOW ? ExampleCursor.ofExamples(dialect) : ExampleCursor.ofSequenceExamples();
    }

    private boolean see(ExampleCursor cursor, ByteBuffer message) {
        if (done) {
            return true;
        }
        cursor.reset(message);
        try {
            for (ExampleCursor.Event event = cursor.next(); event != ExampleCursor.Event.END; event = cursor.next()) {
                switch (event) {
                    case FEATURE -> features.see(cursor.key());
                    case FEATURE_LIST -> lists.see(cursor.key());
                    case STEP, END -> {}
                }
            }
            messages++;
        } catch (MalformedMessageException e) {
            // The caller rejects or skips the message, so it does not count.
        }
        if (isComplete()) {
            finish();
        }
        return done;
    }

    private boolean isComplete() {
        return features.wanted.isEmpty() && lists.wanted.isEmpty();
    }

    private void finish() {
        done = true;
        features.seen.clear();
        lists.seen.clear();
    }

    /** The names of features or of feature lists. */
    private static final class Part {

        private final String word;

        /** The group of the specs of these names in the text of specs; empty for conditions. */
        private final String group;

        /** The remedy if messages have only names of this part. */
        private final String only;

        private final Spelling spelling;
        private final Spellings spellings;

        /** The names that no message has so far. */
        private final Set<String> wanted;

        private final Set<String> seen = new TreeSet<>();

        Part(String word, String group, String only, Collection<String> names, Spelling spelling) {
            this.word = word;
            this.only = only;
            this.group = spelling == Spelling.OF_CONDITION ? "" : group;
            this.wanted = new LinkedHashSet<>(names);
            this.spelling = spelling;
            this.spellings = spelling == Spelling.ANY_CASE ? Spellings.of(names) : Spellings.NONE;
        }

        void see(String name) {
            wanted.remove(name);
            String spelt = spellings.nameOf(name);
            if (spelt != null) {
                wanted.remove(spelt);
            }
            if (seen.size() < MOST_SEEN) {
                seen.add(name);
            }
        }

        void addUnknown(Part other, long messages, List<FeatureWarning> warnings) {
            String records = messages == 1
                    ? "the first record has no "
                    : "none of the first " + String.format(Locale.ROOT, "%,d", messages) + " records has a ";
            for (String name : wanted) {
                boolean misplaced = other.seen.contains(name);
                List<String> similar = misplaced ? List.of() : SimilarNames.of(name, seen);
                boolean byCase =
                        spelling == Spelling.OF_SPEC && similar.stream().anyMatch(name::equalsIgnoreCase);
                String remedy = byCase ? BY_CASE : "";
                if (misplaced) {
                    remedy = "it is a " + other.word + other.group;
                } else if (seen.isEmpty() && !other.seen.isEmpty()) {
                    remedy = other.only;
                }
                warnings.add(new FeatureWarning(name, records + word + " \"" + name + '"', similar, remedy));
            }
        }
    }
}
