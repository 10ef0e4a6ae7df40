package dev.riffle.spark.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordFormat;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.spark.internal.options.RecordOptions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the schemas that are inferred from the facts about records. */
class InferredSchemaTest {

    private static final byte[] NO_TEXT = {(byte) 0xff, (byte) 0xd8};

    private static Optional<StructType> schema(RecordFormat format, Map<String, String> options, MadeFile... files) {
        RecordOptions checked = RecordOptions.of(format, options, "_corrupt_record");
        PartialSchema known =
                MadeFile.survey(checked, files).stream().reduce(PartialSchema.EMPTY, PartialSchema::merge);
        return InferredSchema.of(known, checked, true);
    }

    private static String ddl(Map<String, String> options, MadeFile... files) {
        return schema(RecordFormat.TFRECORD, options, files).orElseThrow().toDDL();
    }

    private static String ddl(Example... examples) {
        return ddl(Map.of(), MadeFile.of("made.tfrecord", examples));
    }

    private static String sequenceDdl(SequenceExample... examples) {
        return ddl(Map.of("recordType", "SequenceExample"), MadeFile.of("made.tfrecord", examples));
    }

    private static Example with(String name, Feature feature) {
        return Example.builder().put(name, feature).build();
    }

    private static Bytes joined(Bytes one, Bytes other) {
        byte[] both = Arrays.copyOf(one.toByteArray(), one.size() + other.size());
        other.copyTo(0, both, one.size(), other.size());
        return Bytes.copyOf(both);
    }

    @Test
    void infersScalarsForSingleValues() {
        Example one = Example.builder()
                .put("zebra", 1L)
                .put("image", NO_TEXT)
                .put("name", "Müller 𝄞")
                .put("ratio", 0.5f)
                .build();

        assertThat(ddl(one, one)).isEqualTo("image BINARY,name STRING,ratio FLOAT,zebra BIGINT");
    }

    @Test
    void infersNullableColumnsAndElements() {
        StructType schema = schema(
                        RecordFormat.TFRECORD,
                        Map.of(),
                        MadeFile.of("f", with("a", Feature.of(1L)), with("b", Feature.of(1L, 2L))))
                .orElseThrow();

        assertThat(schema).isEqualTo(StructType.fromDDL("a BIGINT, b ARRAY<BIGINT>"));
    }

    @Test
    void ignoresMissingFeatures() {
        assertThat(ddl(with("a", Feature.of(1L)), Example.empty(), with("b", Feature.of(2f))))
                .isEqualTo("a BIGINT,b FLOAT");
    }

    @Test
    void omitsFeaturesThatNeverHaveAKind() {
        assertThat(ddl(with("a", Feature.notSet()), with("b", Feature.notSet()), with("b", Feature.of(2L))))
                .isEqualTo("b BIGINT");
    }

    @Test
    void rejectsRecordsWithoutFeatures() {
        MadeFile empty = MadeFile.of("f", Example.empty());
        MadeFile unset = MadeFile.of("g", with("a", Feature.notSet()));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ddl(Map.of(), unset, empty))
                .withMessage("cannot infer a schema, because no record of the sample has a feature with a kind:"
                        + " f: record 0 at offset 0: the payload"
                        + " looks like an empty message; option recordType Bytes reads such records; if the files have"
                        + " features, pass a schema");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ddl(Map.of(), unset))
                .withMessageContaining("g: record 0 at offset 0: the payload looks like an Example;");
        assertThat(ddl(Map.of(), unset, empty, MadeFile.of("h", with("b", Feature.of(1L)))))
                .isEqualTo("b BIGINT");
    }

    @ParameterizedTest
    @CsvSource({"1 1, BIGINT", "1 2, ARRAY<BIGINT>", "0, ARRAY<BIGINT>", "0 1, ARRAY<BIGINT>", "2, ARRAY<BIGINT>"})
    void infersArraysForOtherNumbersOfValues(String counts, String type) {
        Example[] examples = Arrays.stream(counts.split(" "))
                .map(count -> with("a", Feature.of(new long[Integer.parseInt(count)])))
                .toArray(Example[]::new);

        assertThat(ddl(examples)).isEqualTo("a " + type);
    }

    @Test
    void countsEmptyListsForTheKind() {
        assertThat(ddl(
                        with("b", Feature.empty(Kind.BYTES)),
                        with("f", Feature.empty(Kind.FLOAT)),
                        with("i", Feature.empty(Kind.INT64))))
                .isEqualTo("b ARRAY<BINARY>,f ARRAY<FLOAT>,i ARRAY<BIGINT>");
    }

    @Test
    void infersTextOnlyIfAllBytesAreText() {
        assertThat(ddl(
                        with("text", Feature.of("a", "", "ü")),
                        with("mixed", Feature.of("a".getBytes(StandardCharsets.UTF_8), NO_TEXT)),
                        with("later", Feature.of("a")),
                        with("later", Feature.of(NO_TEXT)),
                        with("later", Feature.of("a")),
                        with("surrogate", Feature.of(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80})),
                        with("cut", Feature.of(new byte[] {'a', (byte) 0xc3}))))
                .isEqualTo("cut BINARY,later BINARY,mixed ARRAY<BINARY>,surrogate BINARY,text ARRAY<STRING>");
    }

    @Test
    void infersTextOnlyIfTheBytesOfAllFilesAreText() {
        MadeFile text = MadeFile.of("a", with("b", Feature.of("text")));
        MadeFile none = MadeFile.of("b", with("b", Feature.of(NO_TEXT)));

        assertThat(ddl(Map.of(), text, none)).isEqualTo("b BINARY");
        assertThat(ddl(Map.of(), none, text)).isEqualTo("b BINARY");
    }

    @Test
    void usesTheOptionForText() {
        MadeFile file = MadeFile.of("f", with("image", Feature.of(NO_TEXT)), with("name", Feature.of("text")));

        assertThat(ddl(Map.of("stringsAs", "always"), file)).isEqualTo("image STRING,name STRING");
        assertThat(ddl(Map.of("stringsAs", "never"), file)).isEqualTo("image BINARY,name BINARY");
    }

    @Test
    void countsTheLastOfTwoFeaturesWithOneName() {
        Bytes twice = joined(
                with("a", Feature.of(NO_TEXT, NO_TEXT)).toBytes(),
                with("a", Feature.of(7L)).toBytes());

        assertThat(ddl(Map.of(), MadeFile.of("f", twice))).isEqualTo("a BIGINT");
    }

    @Test
    void hidesAFeatureByALaterOneWithoutAKind() {
        Bytes twice = joined(
                with("a", Feature.of(7L)).toBytes(), with("a", Feature.notSet()).toBytes());

        assertThat(ddl(
                        Map.of(),
                        MadeFile.of("f", twice, with("b", Feature.of(1L)).toBytes())))
                .isEqualTo("b BIGINT");
    }

    @Test
    void infersAllKindsOfOfRecord() {
        MadeFile file = MadeFile.ofRecords(
                "f",
                Example.builder()
                        .put("d", Feature.ofDoubles(0.5))
                        .put("f", 0.5f)
                        .put("i", Feature.ofInt32s(1, 2))
                        .put("l", 1L)
                        .put("s", "text")
                        .build());

        assertThat(schema(RecordFormat.OFRECORD, Map.of(), file).orElseThrow().toDDL())
                .isEqualTo("d DOUBLE,f FLOAT,i ARRAY<INT>,l BIGINT,s STRING");
    }

    @Test
    void infersArraysOfArraysForFeatureLists() {
        SequenceExample example = SequenceExample.builder()
                .context(with("id", Feature.of(1L)))
                .put("frames", Feature.of(1f, 2f), Feature.of(3f))
                .put("words", Feature.of("a"), Feature.of("b"))
                .put("images", Feature.of(NO_TEXT))
                .build();

        assertThat(sequenceDdl(example))
                .isEqualTo(
                        "frames ARRAY<ARRAY<FLOAT>>,id BIGINT,images ARRAY<ARRAY<BINARY>>,words ARRAY<ARRAY<STRING>>");
    }

    @Test
    void omitsFeatureListsThatNeverHaveAKind() {
        SequenceExample nothing = SequenceExample.builder()
                .put("empty")
                .put("unset", Feature.notSet())
                .put("later")
                .build();
        SequenceExample later = SequenceExample.builder()
                .put("later", Feature.notSet(), Feature.empty(Kind.INT64))
                .build();

        assertThat(sequenceDdl(nothing, later)).isEqualTo("later ARRAY<ARRAY<BIGINT>>");
    }

    @Test
    void readsExamplesAsSequenceExamplesWithoutLists() {
        assertThat(ddl(Map.of("recordType", "SequenceExample"), MadeFile.of("f", with("a", Feature.of(1L)))))
                .isEqualTo("a BIGINT");
    }

    @Test
    void infersOneColumnForRecordsOfBytes() {
        assertThat(ddl(Map.of("recordType", "Bytes"), MadeFile.of("f", Bytes.ofUtf8("no message"))))
                .isEqualTo("payload BINARY");
        assertThat(ddl(Map.of("recordType", "Bytes"))).isEqualTo("payload BINARY");
    }

    @Test
    void returnsNoSchemaWithoutRecords() {
        assertThat(schema(RecordFormat.TFRECORD, Map.of())).isEmpty();
        assertThat(schema(RecordFormat.TFRECORD, Map.of(), MadeFile.of("f", new Bytes[0])))
                .isEmpty();
    }
}
