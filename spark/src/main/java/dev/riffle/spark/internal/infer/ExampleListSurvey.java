package dev.riffle.spark.internal.infer;

import dev.riffle.RecordFormat;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.io.Bytes;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the features of lists of Examples. Features of the context are features of the schema, and features of the
 * Examples are its lists. If a record has a bad part, the facts of its parts before the bad part still count.
 */
final class ExampleListSurvey implements RecordSurvey {

    private final String file;
    private final OtherMessages others;
    private final MessageSurvey contexts;
    private final MessageSurvey examples;
    private long records;

    /** The first record without any feature that has a kind; null if all records so far have such a feature. */
    private @Nullable Featureless featureless;

    ExampleListSurvey(String file) {
        this.file = file;
        this.others = new OtherMessages(RecordFormat.TFRECORD, RecordType.EXAMPLE_LIST_WITH_CONTEXT);
        this.contexts = new MessageSurvey(file, RecordFormat.TFRECORD, RecordType.EXAMPLE);
        this.examples = new MessageSurvey(file, RecordFormat.TFRECORD, RecordType.EXAMPLE);
    }

    @Override
    public Optional<String> add(ByteBuffer payload, long record, long offset) {
        Optional<String> other = others.problem(payload);
        if (other.isPresent()) {
            note(payload, record, offset);
            return other;
        }
        ExampleLists list = ExampleLists.parse(payload);
        boolean hasKind = false;
        if (list.context().isPresent()) {
            Optional<String> problem = contexts.add(list.context().get().asByteBuffer(), record, offset);
            if (problem.isPresent()) {
                return Optional.of("context: " + problem.get());
            }
            hasKind = contexts.hasKind();
        }
        int number = 0;
        for (Bytes example : list.examples()) {
            Optional<String> problem = examples.add(example.asByteBuffer(), record, offset);
            if (problem.isPresent()) {
                return Optional.of("example " + number + ": " + problem.get());
            }
            hasKind |= examples.hasKind();
            number++;
        }
        if (!hasKind) {
            note(payload, record, offset);
        }
        records++;
        return Optional.empty();
    }

    @Override
    public void note(ByteBuffer payload, long record, long offset) {
        if (featureless == null) {
            featureless = new Featureless(new Sighting(file, record, offset), others.description(payload));
        }
    }

    @Override
    public PartialSchema result() {
        return new PartialSchema(
                contexts.result().features(), examples.result().features(), records, 0, featureless, null);
    }
}
