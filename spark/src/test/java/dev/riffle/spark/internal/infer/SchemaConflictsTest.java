package dev.riffle.spark.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the messages for records that contradict each other. */
class SchemaConflictsTest {

    private static final String REMEDY = "\npass a schema with the type of each column (option mode applies to records"
            + " that do not fit the schema), or read the files separately";

    private static void infer(Map<String, String> options, boolean caseSensitive, MadeFile... files) {
        infer(RecordFormat.TFRECORD, options, caseSensitive, List.of(files));
    }

    private static void infer(
            RecordFormat format, Map<String, String> options, boolean caseSensitive, List<MadeFile> files) {
        RecordOptions checked = RecordOptions.of(format, options, "_corrupt_record");
        PartialSchema known = MadeFile.survey(checked, files.toArray(MadeFile[]::new)).stream()
                .reduce(PartialSchema.EMPTY, PartialSchema::merge);
        InferredSchema.of(known, checked, caseSensitive);
    }

    private static Example with(String name, Feature feature) {
        return Example.builder().put(name, feature).build();
    }

    @Test
    void reportsKindsOfTwoFilesWithBothPlaces() {
        MadeFile longs = MadeFile.of("b.tfrecord", Example.empty(), with("label", Feature.of(1L)));
        MadeFile texts = MadeFile.of("a.tfrecord", with("label", Feature.of("one")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of(), true, longs, texts))
                .withMessage("the records do not agree on a schema:\n"
                        + "  feature \"label\": bytes_list in a.tfrecord: record 0 at offset 0,"
                        + " but int64_list in b.tfrecord: record 1 at offset 16" + REMEDY);
    }

    @Test
    void reportsTheFirstRecordOfEachKind() {
        MadeFile file = MadeFile.of(
                "f",
                with("x", Feature.of(1f)),
                with("x", Feature.of(2f, 3f)),
                with("x", Feature.empty(Kind.INT64)),
                with("x", Feature.of("text")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of(), true, file))
                .withMessageContaining(
                        "feature \"x\": float_list in f: record 0 at offset 0, but int64_list in f: record 2"
                                + " at offset ")
                .withMessageContaining(", but bytes_list in f: record 3 at offset ");
    }

    @Test
    void messageDoesNotDependOnTheOrderOfFiles() {
        List<MadeFile> files = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            files.add(MadeFile.of(
                    "part-" + i,
                    with("a", i % 2 == 0 ? Feature.of(1L) : Feature.of(1f)),
                    with("b", i % 3 == 0 ? Feature.of("x") : Feature.of(1f))));
        }
        String first = messageOf(files);
        long seed = Rounds.seed("schema conflicts");
        Random random = new Random(seed);

        for (int i = 0; i < 20; i++) {
            Collections.shuffle(files, random);
            assertThat(messageOf(files)).isEqualTo(first);
        }
        assertThat(first)
                .contains("\"a\": int64_list in part-0: record 0 at offset 0, but float_list in part-1: record 0")
                .contains("\"b\": bytes_list in part-0: record 1 at offset");
    }

    private static String messageOf(List<MadeFile> files) {
        try {
            infer(RecordFormat.TFRECORD, Map.of(), true, files);
            throw new AssertionError("expected a conflict, found none");
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void distinguishesKindsOfDifferentWidths() {
        MadeFile file = MadeFile.ofRecords(
                "f", with("i", Feature.ofInt32s(1)), with("i", Feature.of(1L)), with("d", Feature.ofDoubles(1)));
        MadeFile other = MadeFile.ofRecords("g", with("d", Feature.of(1f)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(RecordFormat.OFRECORD, Map.of(), true, List.of(file, other)))
                .withMessageContaining("feature \"d\": double_list in f: record 2")
                .withMessageContaining(
                        "feature \"i\": int32_list in f: record 0 at offset 0, but int64_list in f: record 1");
    }

    @Test
    void reportsStepsOfDifferentKinds() {
        MadeFile file = MadeFile.of(
                "f",
                SequenceExample.builder()
                        .put("x", Feature.of(1L), Feature.of("text"))
                        .build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of("recordType", "SequenceExample"), true, file))
                .withMessageContaining("feature list \"x\": bytes_list in f: record 0 at offset 0, but int64_list in f:"
                        + " record 0 at offset 0");
    }

    @Test
    void reportsANameInContextAndLists() {
        MadeFile context = MadeFile.of(
                "f",
                SequenceExample.builder().context(with("x", Feature.of(1L))).build());
        MadeFile list = MadeFile.of(
                "e", SequenceExample.builder().put("x", Feature.of(1L)).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of("recordType", "SequenceExample"), true, context, list))
                .withMessage("the records do not agree on a schema:\n"
                        + "  \"x\": a feature of the context in f: record 0 at offset 0,"
                        + " but a feature list in e: record 0 at offset 0" + REMEDY);
    }

    @Test
    void reportsOnlySomeOfManyConflicts() {
        MadeFile[] files = new MadeFile[2];
        for (int f = 0; f < files.length; f++) {
            ExampleBuilder all = Example.builder();
            for (int i = 0; i < 13; i++) {
                all.put("x" + i, f == 0 ? Feature.of(1L) : Feature.of(1f));
            }
            files[f] = MadeFile.of("f" + f, all.build());
        }

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of(), true, files))
                .withMessageContaining(
                        "\n  and 3 more\nset option widen to true to read these numbers as doubles, or pass a schema")
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(13));
    }

    @Test
    void reportsNamesThatDifferOnlyInCase() {
        MadeFile file = MadeFile.of("f", with("Label", Feature.of(1L)), with("label", Feature.of(1L)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of(), false, file))
                .withMessageStartingWith("the names of columns differ only in case:\n"
                        + "  \"Label\" in f: record 0 at offset 0, but \"label\" in f: record 1 at offset ")
                .withMessageEndingWith(
                        "\nset spark.sql.caseSensitive to true, or pass a schema with one of the columns if no"
                                + " record has both");
        assertThatCode(() -> infer(Map.of(), true, file)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void rejectsAFeatureNamedLikeTheCorruptRecordColumn(ReadMode mode) {
        MadeFile file = MadeFile.of("f", with("_Corrupt_record", Feature.of(1L)));
        Map<String, String> options = Map.of("mode", mode.name());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(options, false, file))
                .withMessage("a column has the name of the corrupt-record column:\n"
                        + "  \"_Corrupt_record\" in f: record 0 at offset 0\n"
                        + "set option columnNameOfCorruptRecord to another name");
        assertThatCode(() -> infer(options, true, file)).doesNotThrowAnyException();
        assertThatCode(() -> infer(Map.of("columnNameOfCorruptRecord", "bad"), false, file))
                .doesNotThrowAnyException();
    }
}
