package dev.riffle.parse;

import dev.riffle.RecordReader;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.Argument;
import dev.riffle.parse.internal.Leniency;
import java.io.IOException;

/**
 * Specs for the context and the feature lists of SequenceExamples. Immutable.
 *
 * <p>The one-line form is {@code context(label:int64) lists(frames:float32[?,3])}. The parentheses contain specs in the
 * form of {@link FeatureSpecs}. The JSON form is an object with the members {@code context_features} and
 * {@code sequence_features}. Both forms can omit a part without specs.
 *
 * @param context the features of the context
 * @param featureLists the feature lists; a name can also be a name of the context
 * @since 0.1
 */
public record SequenceFeatureSpecs(FeatureSpecs context, FeatureSpecs featureLists) {

    /**
     * Checks that at least one part has specs.
     *
     * @throws IllegalArgumentException if neither part has specs
     */
    public SequenceFeatureSpecs {
        Argument.present(context, "context");
        Argument.present(featureLists, "featureLists");
        if (context.isEmpty() && featureLists.isEmpty()) {
            throw new IllegalArgumentException(
                    "no specs; name at least one feature of the context or one feature list");
        }
    }

    /**
     * Parses specs from a line like {@code context(label:int64) lists(frames:float32[?,3])}.
     *
     * @throws MalformedTextException if the line has another form, or a spec is not valid; the message contains the
     *     position
     */
    public static SequenceFeatureSpecs parse(String line) {
        Argument.present(line, "line");
        return FeatureSpecs.parsed(() -> SpecParser.parseSequence(line));
    }

    /**
     * Parses specs from a JSON object.
     *
     * @throws MalformedTextException if the object has another form, or a spec is not valid; the message contains the
     *     feature
     */
    public static SequenceFeatureSpecs parseJson(String json) {
        Argument.present(json, "json");
        return FeatureSpecs.parsed(() -> SpecJsonReader.readSequence(json));
    }

    /**
     * Infers specs from the first SequenceExamples of a file. The rules of {@link FeatureSpecs#infer} apply to the
     * context. If all steps of a feature list have one fixed, positive number of values, the list's spec is a
     * {@link FeatureSpec.FixedLenSequence} that can be missing. All other lists have {@link FeatureSpec.VarLen}.
     *
     * <p>The result omits a list if none of its steps has a kind. An Example is a valid SequenceExample without feature
     * lists.
     *
     * @param reader a reader of SequenceExamples; the method reads from its current position
     * @param most the largest number of records to read
     * @throws IllegalArgumentException if the format is OFRECORD, which has no SequenceExamples, or {@code most} is not
     *     positive
     * @throws ExampleParseException if a record is not a SequenceExample, if two records have different kinds of one
     *     feature or list, or if no record has a feature or list with a kind
     */
    public static SequenceFeatureSpecs infer(RecordReader reader, int most) throws IOException {
        Argument.present(reader, "reader");
        return SpecSurvey.sequenceExamples(reader, most);
    }

    /** Throws an exception if the parser of SequenceExamples does not support a spec. */
    void check(Leniency leniency) {
        SpecPlacement.checkContext(context, leniency);
        SpecPlacement.checkFeatureLists(featureLists, leniency);
    }

    /** Returns the specs as a JSON object on one line. */
    public String toJson() {
        return SpecJson.print(this);
    }

    /** Returns the specs in the one-line form of {@link #parse(String)}. */
    @Override
    public String toString() {
        String lists = featureLists.isEmpty() ? "" : "lists(" + featureLists + ")";
        if (context.isEmpty()) {
            return lists;
        }
        return "context(" + context + ")" + (lists.isEmpty() ? "" : " " + lists);
    }
}
