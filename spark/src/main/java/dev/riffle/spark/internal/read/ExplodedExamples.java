package dev.riffle.spark.internal.read;

import dev.riffle.RecordReader;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Divides lists of Examples into one Example for each row. The Example of a row has the features of the context and of
 * one Example of the list. Protobuf merges two messages if their bytes are in sequence, so the payload of the row
 * consists of the context's bytes and the Example's bytes.
 *
 * <p>A record that is not a list of Examples has one payload without bytes, and a problem.
 */
final class ExplodedExamples implements SplitReader.Taking {

    private static final ExampleLists NO_PARTS = new ExampleLists(List.of(Bytes.empty()), Optional.empty());

    private final OtherMessages others;
    private final boolean caseSensitive;

    /** The features that the query reads; in lower case if the read ignores case. */
    private final Set<String> columns;

    private final PayloadBatch payloads;
    private final ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.TENSORFLOW);

    /** The current record. */
    private ExampleLists list = NO_PARTS;

    private byte[] context = {};

    /** The columns that the context of the current record has as features. */
    private Set<String> contextNames = Set.of();

    private @Nullable String recordProblem;

    private int next;

    /** The number of each payload's Example in its record; negative if the record is not a list of Examples. */
    private final List<Integer> numbers = new ArrayList<>();

    private final List<@Nullable String> problems = new ArrayList<>();

    /**
     * Creates a taking of payloads.
     *
     * @param columns the features that the query reads
     */
    ExplodedExamples(ReadPlan plan, Set<String> columns, PayloadBatch payloads) {
        this.others = new OtherMessages(plan.options().format(), plan.options().recordType());
        this.caseSensitive = plan.caseSensitive();
        this.columns = columns.stream().map(this::folded).collect(Collectors.toUnmodifiableSet());
        this.payloads = payloads;
    }

    /** Removes all payloads. */
    void clear() {
        payloads.clear();
        numbers.clear();
        problems.clear();
    }

    @Override
    public int begin(RecordReader reader) throws IOException {
        byte[] payload = reader.payloadBytes();
        next = 0;
        recordProblem = others.problem(ByteBuffer.wrap(payload)).orElse(null);
        list = recordProblem == null ? ExampleLists.parse(payload) : NO_PARTS;
        beginContext();
        return list.examples().size();
    }

    private void beginContext() {
        context = list.context().orElse(Bytes.empty()).toByteArray();
        try {
            // This also rejects an incomplete last field, which would end in the bytes of the Example.
            contextNames = names(Bytes.ofOwned(context), columns);
        } catch (MalformedMessageException e) {
            recordProblem = "context: " + e.getMessage();
            list = NO_PARTS;
            context = new byte[0];
            contextNames = Set.of();
        }
    }

    /** Returns the names of features in a message that are also in a set. */
    private Set<String> names(Bytes example, Set<String> wanted) {
        Set<String> names = new HashSet<>();
        cursor.reset(example);
        while (cursor.next() == ExampleCursor.Event.FEATURE) {
            String name = folded(cursor.key());
            if (wanted.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private String folded(String name) {
        return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
    }

    @Override
    public long take(RecordReader reader) {
        Bytes example = list.examples().get(next);
        numbers.add(recordProblem == null ? next : -1);
        problems.add(recordProblem == null ? clash(example) : recordProblem);
        byte[] merged = new byte[context.length + example.size()];
        System.arraycopy(context, 0, merged, 0, context.length);
        example.copyTo(0, merged, context.length, example.size());
        payloads.add(merged);
        next++;
        return payloads.byteSize();
    }

    /** Returns the problem of an Example with a feature that the context also has. */
    private @Nullable String clash(Bytes example) {
        if (contextNames.isEmpty()) {
            return null;
        }
        try {
            for (String name : names(example, contextNames)) {
                return "column \"" + name + "\": expected a feature of the context or of the example, found both;"
                        + " set explodeExamples to false, which reads both";
            }
        } catch (MalformedMessageException e) {
            return null; // The parser of the columns reports the place.
        }
        return null;
    }

    /** Adds the payloads with a problem. */
    void addProblems(Mismatches mismatches) {
        for (int payload = 0; payload < problems.size(); payload++) {
            String problem = problems.get(payload);
            if (problem != null) {
                mismatches.add(payload, problem);
            }
        }
    }

    /** Returns the reason why a payload does not fit, after the number of its Example. */
    String located(int payload, String reason) {
        int number = numbers.get(payload);
        return number < 0 ? reason : "example " + number + ": " + reason;
    }
}
