package dev.riffle.cli.print;

import dev.riffle.cli.terminal.Notes;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds names in specs that no record has. Such names are probably misspelt. An optional feature with such a name is
 * empty in every record.
 */
public final class NameCheck {

    /** The largest length of a compared name. Users do not confuse longer names by one letter. */
    private static final int MOST_COMPARED = 200;

    private final Set<String> wantedFeatures = new LinkedHashSet<>();
    private final Set<String> wantedLists = new LinkedHashSet<>();
    private final String featureWord;
    private final Set<String> features = new TreeSet<>();
    private final Set<String> lists = new TreeSet<>();
    private boolean unclear;

    NameCheck(RecordSpecs specs) {
        if (specs instanceof RecordSpecs.OfSequenceExamples sequences) {
            wantedFeatures.addAll(sequences.specs().context().keys());
            wantedLists.addAll(sequences.specs().featureLists().keys());
            featureWord = "feature of the context";
        } else if (specs instanceof RecordSpecs.OfExamples examples) {
            wantedFeatures.addAll(examples.specs().keys());
            featureWord = "feature";
        } else {
            throw new AssertionError(specs);
        }
    }

    /** Examines a record. The features of OFRecord have the same tags as the features of Example. */
    void look(ByteBuffer payload, Dialect dialect) {
        ExampleCursor cursor =
                dialect == Dialect.ONEFLOW ? ExampleCursor.ofExamples(dialect) : ExampleCursor.ofSequenceExamples();
        cursor.reset(payload);
        try {
            while (true) {
                switch (cursor.next()) {
                    case FEATURE -> features.add(cursor.key());
                    case FEATURE_LIST -> lists.add(cursor.key());
                    case STEP -> {}
                    case END -> {
                        return;
                    }
                }
            }
        } catch (MalformedMessageException e) {
            unclear = true;
        }
    }

    /** Reports names that no record has, unless the command could not read some records. */
    void report(String file, Notes notes) {
        if (unclear) {
            return;
        }
        for (String name : wantedFeatures) {
            if (!features.contains(name)) {
                String instead =
                        lists.contains(name) ? "; it is a feature list: lists(...)" : suggestion(name, features);
                notes.once(file, "no record so far has a " + featureWord + " \"" + name + "\"" + instead);
            }
        }
        for (String name : wantedLists) {
            if (!lists.contains(name)) {
                String instead = features.contains(name)
                        ? "; it is a feature of the context: context(...)"
                        : suggestion(name, lists);
                notes.once(file, "no record so far has a feature list \"" + name + "\"" + instead);
            }
        }
    }

    private static String suggestion(String name, Set<String> names) {
        return nearest(name, names)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElse("");
    }

    /** Returns the most similar name; empty if no name is similar. */
    public static Optional<String> nearest(String name, Collection<String> names) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String other : names) {
            int longer = Math.max(name.length(), other.length());
            if (longer <= MOST_COMPARED) {
                int distance = distance(name, other);
                if (distance < least && 2 * distance <= longer) {
                    least = distance;
                    nearest = other;
                }
            }
        }
        return least == Integer.MAX_VALUE ? Optional.empty() : Optional.of(nearest);
    }

    /** Returns the edit distance: the number of characters to insert, delete or replace between two names. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int i = 0; i < row.length; i++) {
            row[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
