package dev.riffle.spark.internal.infer;

import dev.riffle.RecordFormat;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.MessageSurvey;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.Bytes;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the facts about the messages of one file. Features in lists of Examples are lists of the schema. */
final class SampledMessages {

    private final OtherMessages others;
    private final OtherMessages otherParts = new OtherMessages(RecordFormat.TFRECORD, RecordType.EXAMPLE);
    private final ExampleCursor cursor;
    private final MessageSurvey found = new MessageSurvey();
    private long records;

    private @Nullable FirstRecord first;

    SampledMessages(RecordOptions options) {
        this.others = new OtherMessages(options.format(), options.recordType());
        this.cursor = others.expected().cursor();
    }

    /**
     * Adds a record.
     *
     * @return the problem if the record is a message of another type; then the record adds no columns
     * @throws dev.riffle.example.MalformedMessageException if the payload is not a message; then it adds nothing
     */
    Optional<String> add(byte[] payload, RecordPlace place) {
        ByteBuffer message = ByteBuffer.wrap(payload);
        if (first == null) {
            first = new FirstRecord(place, others.description(message));
        }
        PayloadKind expected = others.expected();
        Optional<String> problem = Optional.empty();
        if (expected == PayloadKind.EXAMPLE_LIST) {
            problem = others.problem(message).or(() -> problemOfParts(ExampleLists.parse(message)));
        }
        if (problem.isEmpty()) {
            found.add(expected, cursor, payload, place);
            // A message of another type has no feature with a kind, so its facts do not count.
            problem = others.problem(message);
        }
        records += problem.isEmpty() ? 1 : 0;
        return problem;
    }

    private Optional<String> problemOfParts(ExampleLists list) {
        Optional<String> problem = list.context().flatMap(context -> problemOfPart("context", context));
        for (int i = 0; problem.isEmpty() && i < list.examples().size(); i++) {
            problem = problemOfPart("example " + i, list.examples().get(i));
        }
        return problem;
    }

    private Optional<String> problemOfPart(String name, Bytes part) {
        return otherParts.problem(part.asByteBuffer()).map(problem -> name + ": " + problem);
    }

    /** Returns the facts collected so far. */
    PartialSchema result(long badRecords) {
        return new PartialSchema(found, records, badRecords, first, null);
    }
}
