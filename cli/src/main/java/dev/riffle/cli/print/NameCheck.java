package dev.riffle.cli.print;

import dev.riffle.cli.terminal.Notes;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.SimilarNames;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds names in specs that no record has. Such names are probably misspelt. An optional feature with such a name is
 * empty in every record.
 */
final class NameCheck {

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
        return SimilarNames.of(name, names).stream()
                .findFirst()
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElse("");
    }
}
