package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.example.Dialect;
import dev.riffle.example.MalformedTextException;
import dev.riffle.parse.internal.Leniency;
import dev.riffle.tensor.DType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sets of specs: they keep the order of specs, read each key in only one way, and match the message type. */
class FeatureSpecsTest {

    @Test
    void keepsTheOrderAndIgnoresItInEquals() {
        FeatureSpecs specs = FeatureSpecs.parse("b:int64, a:string*");
        FeatureSpecs turned = FeatureSpecs.parse("a:string*, b:int64");

        assertThat(specs.names()).containsExactly("b", "a");
        assertThat(specs).isEqualTo(turned).hasSameHashCodeAs(turned).isNotEqualTo(FeatureSpecs.parse("b:int64"));
        assertThat(specs.get("a")).hasToString("string*");
        assertThat(specs.get("c")).isNull();
        assertThat(specs.size()).isEqualTo(2);
    }

    @Test
    void copiesTheMap() {
        Map<String, FeatureSpec> map =
                new LinkedHashMap<>(FeatureSpecs.parse("a:int64").asMap());
        FeatureSpecs specs = FeatureSpecs.of(map);
        map.clear();

        assertThat(specs).hasToString("a:int64");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a:int64=0, b:sparse(float32[3], index=a, value=v)|read as fixed length int64 for \"a\", and as sparse int64 for \"b\"",
                "a:int64=0, b:sparse(int64[3], index=i, value=a)|feature \"a\"",
                "a:int64*, b:ragged(int64, value=a)|feature \"a\"",
                "a:int64*, b:ragged(int64, value=v, splits=a)|feature \"a\"",
                "a:float32*, c:sparse(string[3], index=a, value=w)|read as sparse float32 for \"a\"",
                "c:sparse(float32[3], index=i, value=v), d:sparse(string[3], index=i, value=v)|feature \"v\"",
                "b:sparse(string[3], index=i, value=i)|feature \"i\"",
                "b:ragged(int64, value=a), c:ragged(float32, value=a)|feature \"a\"",
                "b:ragged(int64, value=a), c:ragged(int64, value=a, rows=int64)|ragged int64 with row splits of int64",
                "b:ragged(float32, splits=b)|feature \"b\"",
                "c:float32=1.5, d:ragged(float32, value=c)|feature \"c\"",
                "a:int64[?], b:ragged(int64, value=a)|feature \"a\"",
            })
    void rejectsSpecsThatReadAKeyInDifferentWays(String line, String message) {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> FeatureSpecs.parse(line))
                .withMessageContaining(message)
                .withMessageEndingWith("all specs must read a feature in the same way");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b:sparse(float32[3], index=a, value=v), c:sparse(string[3], index=a, value=w)",
                "a:int64*, c:sparse(string[3], index=a, value=w)",
                "b:ragged(int64, value=a), c:ragged(int64, value=a)",
                "b:sparse(int64[3], index=i, value=i)",
                "b:ragged(int64, splits=b)",
                "a:int64, b:ragged(float32, value=v, splits=s), c:ragged(string, splits=s)",
            })
    void acceptsAKeySharedInOneRole(String line) {
        assertThatCode(() -> SpecPlacement.checkExamples(FeatureSpecs.parse(line), Dialect.TENSORFLOW, Leniency.NONE))
                .doesNotThrowAnyException();
    }

    @Test
    void rejectsKeysWithoutAUtf8Form() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpecs.builder()
                        .put("\uDC00", FeatureSpec.varLen(DType.INT64))
                        .build())
                .withMessageContaining("unpaired surrogate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|no features to parse; name at least one",
                "a:int32*|feature \"a\": an Example has no int32 (only an OFRecord has); use int64 in the spec",
                "a:float64|feature \"a\": an Example has no float64 (only an OFRecord has); use float32 in the spec",
                "a:sparse(int32[5], index=i, value=v)|feature \"a\"",
                "a:ragged(float64)|feature \"a\"",
                "a:int64[?]!|feature \"a\": a sequence in Examples must allow a missing feature: remove the !, set allow_missing in JSON, or call allowMissing() in Java",
            })
    void rejectsSpecsThatExamplesDoNotSupport(String line, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SpecPlacement.checkExamples(FeatureSpecs.parse(line), Dialect.TENSORFLOW, Leniency.NONE))
                .withMessageContaining(message);
    }

    @Test
    void acceptsInt32AndDoubleInOfRecords() {
        FeatureSpecs specs = FeatureSpecs.parse("a:int32*, b:float64, c:ragged(int32), d:string");

        assertThatCode(() -> SpecPlacement.checkExamples(specs, Dialect.ONEFLOW, Leniency.NONE))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "context(c:sparse(float32[3], index=i, value=v))",
                "context(c:float32[?])",
                "context(c:int32*)",
                "context(c:float64)",
                "lists(c:sparse(float32[3], index=i, value=v))",
                "lists(c:float32[1])",
                "lists(c:int64[?]=5)",
                "lists(c:int64[?]!=5)",
                "lists(c:int32*)",
                "lists(c:float64[?])",
                "lists(c:ragged(int32))",
            })
    void rejectsSpecsThatSequenceExamplesDoNotSupport(String line) {
        SequenceFeatureSpecs specs = SequenceFeatureSpecs.parse(line);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> specs.check(Leniency.NONE))
                .withMessageStartingWith("feature \"c\": ");
    }

    @Test
    void acceptsSpecsThatSequenceExamplesSupport() {
        SequenceFeatureSpecs specs =
                SequenceFeatureSpecs.parse("context(a:int64=1, b:string*, c:ragged(int64, splits=s))"
                        + " lists(a:int64[?]!, f:float32[?,2], b:string*, c:ragged(int64, splits=s))");

        assertThatCode(() -> specs.check(Leniency.NONE)).doesNotThrowAnyException();
    }
}
