package dev.riffle.spark.internal.infer;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects the features of the messages of one file. Allocates no objects after it has seen all names. */
final class MessageSurvey implements RecordSurvey {

    private final String file;
    private final OtherMessages others;
    private final ExampleCursor cursor;

    private final Map<String, ColumnSurvey> features = new HashMap<>();
    private final Map<String, ColumnSurvey> lists = new HashMap<>();
    private final List<ColumnSurvey> touched = new ArrayList<>();
    private final ByteRanges ranges = new ByteRanges();

    private byte[] message = new byte[4096];
    private ByteBuffer view = ByteBuffer.wrap(message);

    private @Nullable ColumnSurvey list;
    private long records;
    private boolean hasKind;

    /** The first record without any feature that has a kind; null if all records so far have such a feature. */
    private @Nullable Featureless featureless;

    /**
     * Creates a survey of Examples, SequenceExamples or OFRecords.
     *
     * @param file the name of the file
     */
    MessageSurvey(String file, RecordFormat format, RecordType type) {
        this.file = file;
        this.others = new OtherMessages(format, type);
        this.cursor = type == RecordType.SEQUENCE_EXAMPLE
                ? ExampleCursor.ofSequenceExamples()
                : ExampleCursor.ofExamples(dialect(format));
    }

    private static Dialect dialect(RecordFormat format) {
        return format.hasExamples() ? Dialect.TENSORFLOW : Dialect.ONEFLOW;
    }

    @Override
    public Optional<String> add(ByteBuffer payload, long record, long offset) {
        cursor.reset(copy(payload));
        hasKind = false;
        boolean valid = false;
        Optional<String> problem = Optional.empty();
        try {
            walk();
            if (!hasKind) {
                problem = others.problem(payload);
                note(payload, record, offset);
            }
            valid = problem.isEmpty();
        } finally {
            for (ColumnSurvey column : touched) {
                if (valid) {
                    column.accept(file, record, offset);
                } else {
                    column.forget();
                }
            }
            touched.clear();
        }
        records += valid ? 1 : 0;
        return problem;
    }

    /** Returns whether the last added record has a feature with a kind. */
    boolean hasKind() {
        return hasKind;
    }

    @Override
    public void note(ByteBuffer payload, long record, long offset) {
        if (featureless == null) {
            featureless = new Featureless(new Sighting(file, record, offset), others.description(payload));
        }
    }

    private ByteBuffer copy(ByteBuffer payload) {
        int size = payload.remaining();
        if (message.length < size) {
            message = new byte[Math.max(size, (int) Math.min(2L * message.length, Integer.MAX_VALUE - 8))];
            view = ByteBuffer.wrap(message);
        }
        payload.get(payload.position(), message, 0, size);
        return view.limit(size);
    }

    private void walk() {
        while (true) {
            switch (cursor.next()) {
                case FEATURE -> {
                    begin(features).examine(cursor, message, ranges);
                    hasKind |= cursor.kind() != Kind.NOT_SET;
                }
                case FEATURE_LIST -> list = begin(lists);
                case STEP -> {
                    if (list != null) {
                        list.examine(cursor, message, ranges);
                        hasKind |= cursor.kind() != Kind.NOT_SET;
                    }
                }
                case END -> {
                    return;
                }
            }
        }
    }

    private ColumnSurvey begin(Map<String, ColumnSurvey> columns) {
        ColumnSurvey column = columns.computeIfAbsent(cursor.key(), name -> new ColumnSurvey());
        if (column.begin()) {
            touched.add(column);
        }
        return column;
    }

    @Override
    public PartialSchema result() {
        return new PartialSchema(known(features), known(lists), records, 0, featureless, null);
    }

    private static SortedMap<String, PartialColumn> known(Map<String, ColumnSurvey> columns) {
        SortedMap<String, PartialColumn> known = new TreeMap<>();
        columns.forEach((name, column) -> {
            if (column.isKnown()) {
                known.put(name, column.result());
            }
        });
        return known;
    }
}
