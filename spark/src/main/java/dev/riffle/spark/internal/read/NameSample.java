package dev.riffle.spark.internal.read;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.SimilarNames;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the names of features in the first records of a split, and finds columns that match none of them. */
final class NameSample {

    private static final int MOST_RECORDS = 100;

    private final ReadPlan plan;

    private final Consumer<UnmatchedColumn> target;

    private final Set<String> names = new TreeSet<>();

    private int records;

    /**
     * Creates an empty sample.
     *
     * @param target receives the unmatched columns
     */
    NameSample(ReadPlan plan, Consumer<UnmatchedColumn> target) {
        this.plan = plan;
        this.target = target;
    }

    /** Adds the names of the first records of a batch. Ignores names after a malformed field. */
    void add(PayloadBatch payloads) {
        ExampleCursor cursor = cursor();
        records = Math.min(payloads.size(), MOST_RECORDS);
        for (int i = 0; i < records; i++) {
            if (plan.options().recordType() == RecordType.EXAMPLE_LIST_WITH_CONTEXT
                    && !plan.options().explodesExamples()) {
                addList(cursor, payloads.payload(i));
            } else {
                addMessage(cursor, payloads.payload(i));
            }
        }
    }

    /** Adds the names of a context and of its Examples. */
    private void addList(ExampleCursor cursor, ByteBuffer payload) {
        if (new OtherMessages(plan.options().format(), plan.options().recordType())
                .problem(payload)
                .isPresent()) { // The reader of the batch reports this record.
            return;
        }
        ExampleLists list = ExampleLists.parse(payload);
        list.context().ifPresent(context -> addMessage(cursor, context.asByteBuffer()));
        list.examples().forEach(example -> addMessage(cursor, example.asByteBuffer()));
    }

    private void addMessage(ExampleCursor cursor, ByteBuffer message) {
        cursor.reset(message);
        boolean more = true;
        while (more) {
            more = addNext(cursor);
        }
    }

    private ExampleCursor cursor() {
        if (plan.options().recordType() == RecordType.SEQUENCE_EXAMPLE) {
            return ExampleCursor.ofSequenceExamples();
        }
        return ExampleCursor.ofExamples(ExampleContent.dialect(plan.options().format()));
    }

    /** Adds the next name of a record. Returns false at the end of the record or of its valid part. */
    private boolean addNext(ExampleCursor cursor) {
        try {
            ExampleCursor.Event event = cursor.next();
            if (event == ExampleCursor.Event.FEATURE || event == ExampleCursor.Event.FEATURE_LIST) {
                names.add(cursor.key());
            }
            return event != ExampleCursor.Event.END;
        } catch (MalformedMessageException e) { // The parser of the batch reports this record.
            return false;
        }
    }

    /** Reports the columns that match no name. Reports nothing if the sample has no records. */
    void report(Collection<String> columns, String file) {
        for (String column : columns) {
            if (records > 0 && !matches(column)) {
                String unit = plan.options().explodesExamples() ? "Example" : "record";
                target.accept(new UnmatchedColumn(column, records, unit, file, nearest(column)));
            }
        }
    }

    private boolean matches(String column) {
        return names.contains(column)
                || !plan.caseSensitive()
                        && names.stream().anyMatch(name -> folded(name).equals(folded(column)));
    }

    private @Nullable String nearest(String column) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : names) {
            int edits = SimilarNames.distance(name, column);
            if (edits < least) {
                nearest = name;
                least = edits;
            }
        }
        return nearest;
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
