package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PlainParser.Form;
import java.util.List;

/** Parses arbitrary bytes as a SequenceExample, like {@link ExampleParserFuzzTest} for Examples. */
class SequenceExampleParserFuzzTest {

    private static final List<SequenceFeatureSpecs> SPECS =
            List.of(SequenceFeatureSpecs.parseJson("""
                    {"context_features": {
                        "a": {"type": "fixed_len", "shape": [], "dtype": "int64", "default": [7]},
                        "c": {"type": "var_len", "dtype": "int64"}},
                     "sequence_features": {
                        "a": {"type": "fixed_len_sequence", "shape": [], "dtype": "int64", "allow_missing": true, "default": null},
                        "b": {"type": "var_len", "dtype": "float32"}}}"""), SequenceFeatureSpecs.parseJson("""
                    {"context_features": {
                        "a": {"type": "ragged", "dtype": "int64", "value_key": null, "partitions": [], "row_splits_dtype": "int32"}},
                     "sequence_features": {
                        "a": {"type": "var_len", "dtype": "int64"},
                        "b": {"type": "ragged", "dtype": "string", "value_key": null, "partitions": [], "row_splits_dtype": "int64"}}}"""));

    @FuzzTest
    void sequenceExample(byte[] payload) {
        SPECS.forEach(specs -> check(specs, payload));
    }

    private static void check(SequenceFeatureSpecs specs, byte[] payload) {
        SequenceExampleParser parser = SequenceExampleParser.compile(specs);
        List<byte[]> three = List.of(payload, new byte[0], payload);
        assertThat(SequenceCheck.problems(
                        outcome(specs, List.of(payload), Form.SINGLE), specs, () -> parser.parse(payload)))
                .isEmpty();
        assertThat(SequenceCheck.problems(
                        outcome(specs, three, Form.BATCH),
                        specs,
                        () -> parser.parse(three.stream().map(Bytes::ofOwned).toList())))
                .isEmpty();
    }

    private static PlainParser.Outcome outcome(SequenceFeatureSpecs specs, List<byte[]> payloads, Form form) {
        return PlainParser.parseSequence(
                specs.context().asMap(), specs.featureLists().asMap(), payloads, form);
    }
}
