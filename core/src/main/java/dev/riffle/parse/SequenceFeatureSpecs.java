package dev.riffle.parse;

import dev.riffle.RecordReader;
import java.io.IOException;

/**
 * What is wanted of SequenceExamples. On one line it is written {@code context(label:int64) lists(frames:float32[?,3])}, with
 * specs as in {@link FeatureSpecs} between the parentheses; as JSON, an object with the members {@code context_features} and
 * {@code sequence_features}. In each of them a part without specs may be left out.
 *
 * @param context the features of the context
 * @param featureLists the feature lists; the names may be the same as in the context
 */
public record SequenceFeatureSpecs(FeatureSpecs context, FeatureSpecs featureLists) {

    /** @throws IllegalArgumentException if both parts are without specs */
    public SequenceFeatureSpecs {
        if (context.isEmpty() && featureLists.isEmpty()) {
            throw new IllegalArgumentException("name at least one feature of the context, or one feature list");
        }
    }

    /**
     * The specs that a line like {@code context(label:int64) lists(frames:float32[?,3])} holds.
     *
     * @throws IllegalArgumentException if the line has another form, or a spec cannot be; the message says where
     */
    public static SequenceFeatureSpecs parse(String line) {
        return SpecParser.parseSequence(line);
    }

    /**
     * The specs that a JSON object holds.
     *
     * @throws IllegalArgumentException if it has another form, or a spec cannot be; the message names the feature
     */
    public static SequenceFeatureSpecs parseJson(String json) {
        return SpecJsonReader.readSequence(json);
    }

    /**
     * Specs that fit the first SequenceExamples of a file. The context's are found as by {@link FeatureSpecs#infer}. A
     * feature list all of whose steps have the same number of values in all records, at least one, is a {@link
     * FeatureSpec.FixedLenSequence} that may be missing; all others are {@link FeatureSpec.VarLen}. Lists none of whose
     * steps has a kind are left out. An Example reads as a SequenceExample without feature lists.
     *
     * @param reader a reader of SequenceExamples; it is read on
     * @param most how many records are looked at, at most
     * @throws IllegalArgumentException if the format is OFRECORD, which has no SequenceExamples, or {@code most} is not positive
     * @throws ExampleParseException if a record is no SequenceExample, two records have different kinds of one feature or list,
     *     or no record has one with a kind
     */
    public static SequenceFeatureSpecs infer(RecordReader reader, int most) throws IOException {
        return SpecSurvey.sequenceExamples(reader, most);
    }

    /** Refuses what the parser of SequenceExamples cannot do. */
    void check() {
        SpecPlacement.checkContext(context);
        SpecPlacement.checkFeatureLists(featureLists);
    }

    /** The specs as a JSON object on one line. */
    public String toJson() {
        return SpecJson.print(this);
    }

    /** The specs on one line, which {@link #parse(String)} reads. */
    @Override
    public String toString() {
        String lists = featureLists.isEmpty() ? "" : "lists(" + featureLists + ")";
        if (context.isEmpty()) {
            return lists;
        }
        return "context(" + context + ")" + (lists.isEmpty() ? "" : " " + lists);
    }
}
