package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.example.Dialect;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PlainParser.Form;
import java.util.List;
import java.util.Map;

/**
 * Parses arbitrary bytes. The parser must return the tensors of the plain parser, or throw the documented exception if
 * protobuf-java rejects the bytes. It can also reject bytes that protobuf-java accepts and C++ rejects; see
 * {@link dev.riffle.example.Oracle}. Ordinary test runs replay the saved inputs.
 */
class ExampleParserFuzzTest {

    private static final List<FeatureSpecs> SPECS = List.of(specs("""
                    {"a": {"type": "fixed_len", "shape": [], "dtype": "int64", "default": [7]},
                     "b": {"type": "fixed_len_sequence", "shape": [2], "dtype": "int64", "allow_missing": true, "default": -1},
                     "c": {"type": "var_len", "dtype": "string"}}"""), specs("""
                    {"a": {"type": "var_len", "dtype": "float32"},
                     "b": {"type": "fixed_len", "shape": [1], "dtype": "string", "default": ["none"]},
                     "": {"type": "var_len", "dtype": "int64"}}"""), specs("""
                    {"a": {"type": "ragged", "dtype": "string", "value_key": null, "partitions": [], "row_splits_dtype": "int64"},
                     "b": {"type": "ragged", "dtype": "int64", "value_key": null, "row_splits_dtype": "int32",
                           "partitions": [{"row_lengths": "c"}, {"uniform_row_length": 1}], "validate": true}}"""), specs("""
                    {"s": {"type": "sparse", "index_key": ["a"], "value_key": "b", "dtype": "int64", "size": [10],
                           "already_sorted": false},
                     "c": {"type": "fixed_len", "shape": [2], "dtype": "float32", "default": [0.5, -0.0]}}"""));

    private static final FeatureSpecs OFRECORD = specs("""
            {"d": {"type": "var_len", "dtype": "float64"},
             "i32": {"type": "ragged", "dtype": "int32", "value_key": null, "partitions": [], "row_splits_dtype": "int32"},
             "f": {"type": "fixed_len_sequence", "shape": [], "dtype": "float32", "allow_missing": true, "default": null},
             "b": {"type": "var_len", "dtype": "string"}}""");

    private static FeatureSpecs specs(String json) {
        return FeatureSpecs.parseJson(json);
    }

    @FuzzTest
    void example(byte[] payload) {
        SPECS.forEach(specs -> check(specs, Dialect.TENSORFLOW, payload));
    }

    @FuzzTest
    void ofRecord(byte[] payload) {
        check(OFRECORD, Dialect.ONEFLOW, payload);
    }

    private static void check(FeatureSpecs specs, Dialect dialect, byte[] payload) {
        Map<String, FeatureSpec> byName = specs.asMap();
        ExampleParser parser = ExampleParser.compile(specs, dialect);
        List<byte[]> one = List.of(payload);
        List<byte[]> three = List.of(payload, new byte[0], payload);
        assertThat(ParserCheck.problems(
                        PlainParser.parse(byName, dialect, one, Form.SINGLE), byName, () -> parser.parse(payload)))
                .isEmpty();
        assertThat(ParserCheck.problems(
                        PlainParser.parse(byName, dialect, three, Form.BATCH),
                        byName,
                        () -> parser.parse(three.stream().map(Bytes::ofOwned).toList())))
                .isEmpty();
    }
}
