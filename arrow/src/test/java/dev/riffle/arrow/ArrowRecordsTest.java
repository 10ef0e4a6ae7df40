package dev.riffle.arrow;

import static dev.riffle.arrow.FilledVectors.BINARY;
import static dev.riffle.arrow.FilledVectors.FLOAT;
import static dev.riffle.arrow.FilledVectors.INT32;
import static dev.riffle.arrow.FilledVectors.INT64;
import static dev.riffle.arrow.FilledVectors.LIST;
import static dev.riffle.arrow.FilledVectors.STRUCT;
import static dev.riffle.arrow.FilledVectors.UINT8;
import static dev.riffle.arrow.FilledVectors.UTF8;
import static dev.riffle.arrow.FilledVectors.field;
import static dev.riffle.arrow.FilledVectors.fixed;
import static dev.riffle.arrow.FilledVectors.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.io.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the features of lists, structs, maps and dictionaries, and the messages that metadata selects. */
class ArrowRecordsTest {

    private final BufferAllocator allocator = new RootAllocator(64 << 20);

    @AfterEach
    void allMemoryIsReleased() {
        allocator.close();
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    private VectorSchemaRoot root(Schema schema, List<List<@Nullable Object>> rows) {
        return FilledVectors.of(allocator, schema, rows);
    }

    private List<Bytes> payloads(Schema schema, List<List<@Nullable Object>> rows) {
        try (VectorSchemaRoot root = root(schema, rows)) {
            return ArrowRecords.payloads(root, RecordFormat.TFRECORD).toList();
        }
    }

    private static List<Example> examples(List<Bytes> payloads) {
        return payloads.stream().map(Example::parse).toList();
    }

    private static Schema schema(Field... fields) {
        return new Schema(List.of(fields));
    }

    private static Schema message(String type, Field... fields) {
        return new Schema(List.of(fields), Map.of("riffle.message", type));
    }

    private void assertRejected(Schema schema, String message) {
        try (VectorSchemaRoot root = root(schema, List.of())) {
            assertThatThrownBy(() -> ArrowRecords.payloads(root, RecordFormat.TFRECORD))
                    .isInstanceOf(ArrowColumnException.class)
                    .hasMessage(message);
        }
    }

    // ---------------------------------------------------------------- lists

    @Test
    void anEmptyListIsAFeatureAndANullIsNone() {
        List<Example> examples = examples(payloads(
                schema(list("ids", INT64), list("words", UTF8)),
                List.of(row(List.of(1, 2, 3), List.of("a")), row(List.of(), null), row(null, List.of("", "b")))));

        assertThat(examples)
                .containsExactly(
                        Example.builder()
                                .put("ids", 1L, 2L, 3L)
                                .put("words", "a")
                                .build(),
                        Example.builder().put("ids", Feature.empty(Kind.INT64)).build(),
                        Example.builder().put("words", "", "b").build());
    }

    @Test
    void listsOfAllLayoutsBecomeFeatures() {
        Field item = field("item", FLOAT);
        Schema schema = schema(
                field("large", ArrowType.LargeList.INSTANCE, item),
                field("view", ArrowType.ListView.INSTANCE, item),
                field("largeView", ArrowType.LargeListView.INSTANCE, item),
                fixed("fixed", 2, item));

        assertThat(examples(payloads(
                        schema,
                        List.of(
                                row(List.of(1), List.of(2, 3), List.of(4, 5, 6), List.of(7, 8)),
                                row(null, null, null, null),
                                row(List.of(9, 10), List.of(), List.of(11), List.of(12, 13))))))
                .containsExactly(
                        Example.builder()
                                .put("large", 1f)
                                .put("view", 2f, 3f)
                                .put("largeView", 4f, 5f, 6f)
                                .put("fixed", 7f, 8f)
                                .build(),
                        Example.empty(),
                        Example.builder()
                                .put("large", 9f, 10f)
                                .put("view", Feature.empty(Kind.FLOAT))
                                .put("largeView", 11f)
                                .put("fixed", 12f, 13f)
                                .build());
    }

    @Test
    void fixedSizeListsInsideListsAreFlattened() {
        Field pair = fixed("item", 2, field("item", INT64));
        Schema schema = schema(fixed("matrix", 3, pair), field("points", LIST, pair), fixed("none", 0, pair));

        assertThat(examples(payloads(
                        schema,
                        List.of(
                                row(
                                        List.of(List.of(1, 2), List.of(3, 4), List.of(5, 6)),
                                        List.of(List.of(7, 8)),
                                        List.of()),
                                row(null, List.of(), List.of()),
                                row(
                                        List.of(List.of(9, 10), List.of(11, 12), List.of(13, 14)),
                                        List.of(List.of(15, 16), List.of(17, 18)),
                                        null)))))
                .containsExactly(
                        Example.builder()
                                .put("matrix", 1L, 2L, 3L, 4L, 5L, 6L)
                                .put("points", 7L, 8L)
                                .put("none", Feature.empty(Kind.INT64))
                                .build(),
                        Example.builder()
                                .put("points", Feature.empty(Kind.INT64))
                                .put("none", Feature.empty(Kind.INT64))
                                .build(),
                        Example.builder()
                                .put("matrix", 9L, 10L, 11L, 12L, 13L, 14L)
                                .put("points", 15L, 16L, 17L, 18L)
                                .build());
    }

    @Test
    void aNullInsideAListIsAnErrorAtEachLevel() {
        String reason = "a list has null, but a feature has values only; remove the nulls, or replace them by a value";
        Schema flat = schema(list("ids", INT64));
        Schema nested = schema(field("points", LIST, fixed("item", 2, field("item", INT64))));

        assertThatThrownBy(() -> payloads(flat, List.of(row(List.of(1)), row(Arrays.asList(2, null)))))
                .hasMessage("row 1: column \"ids\": " + reason);
        assertThatThrownBy(() -> payloads(nested, List.of(row(Arrays.asList(List.of(1, 2), null)))))
                .hasMessage("row 0: column \"points\": " + reason);
        assertThatThrownBy(() -> payloads(nested, List.of(row(List.of(Arrays.asList(null, 2))))))
                .isInstanceOfSatisfying(ArrowColumnException.class, e -> {
                    assertThat(e.column()).contains("points");
                    assertThat(e.row()).hasValue(0);
                    assertThat(e.reason()).isEqualTo(reason);
                });
    }

    @Test
    void slicedVectorsGiveTheirOwnRows() {
        Schema schema = schema(
                list("ids", INT64),
                fixed("pair", 2, field("item", FLOAT)),
                field("word", UTF8),
                field("in", STRUCT, list("deep", UTF8)));
        List<List<@Nullable Object>> rows = List.of(
                row(List.of(1, 2), List.of(1, 2), "one", Map.of("deep", List.of("x"))),
                row(List.of(3), null, null, null),
                row(List.of(), List.of(5, 6), "three", Map.of("deep", List.of("y", "z"))),
                row(List.of(4, 5, 6), List.of(7, 8), "four", Map.of("deep", List.of())));
        List<Bytes> all = payloads(schema, rows);
        try (VectorSchemaRoot root = root(schema, rows);
                VectorSchemaRoot slice = root.slice(1, 3)) {
            assertThat(ArrowRecords.payloads(slice, RecordFormat.TFRECORD))
                    .containsExactlyElementsOf(all.subList(1, 4));
        }
    }

    @Test
    void listsOfListsNeedASequenceExample() {
        assertRejected(
                schema(field("steps", LIST, list("item", INT64))),
                "column \"steps\": a feature cannot have the type List[List[Int(64, true)]], because it has one list of"
                        + " values; flatten the lists, or set the schema's metadata riffle.message to SequenceExample"
                        + " to write feature lists");
        assertRejected(
                schema(fixed("rows", 2, list("item", INT64))),
                "column \"rows\": a feature cannot have the type FixedSizeList(2)[List[Int(64, true)]], because it has"
                        + " one list of values; flatten the lists, or set the schema's metadata riffle.message to"
                        + " SequenceExample to write feature lists");
        assertRejected(
                message("SequenceExample", field("deep", LIST, field("item", LIST, list("item", INT64)))),
                "column \"deep\": a feature cannot have the type List[List[List[Int(64, true)]]], because it has one"
                        + " list of values; a feature list has lists of lists, and no deeper ones; flatten the lists");
    }

    // ---------------------------------------------------------------- structs and maps

    @Test
    void fieldsOfStructsAreFeaturesWithDots() {
        Schema schema = schema(field(
                "box", STRUCT, field("x", FLOAT), field("label", STRUCT, field("id", INT64), list("words", UTF8))));

        assertThat(examples(payloads(
                        schema,
                        List.of(
                                row(Map.of("x", 1.5, "label", Map.of("id", 7, "words", List.of("a", "b")))),
                                row(Map.of("label", Map.of("words", List.of()))),
                                row(Map.of("x", 2)),
                                row((Object) null)))))
                .containsExactly(
                        Example.builder()
                                .put("box.x", 1.5f)
                                .put("box.label.id", 7)
                                .put("box.label.words", "a", "b")
                                .build(),
                        Example.builder()
                                .put("box.label.words", Feature.empty(Kind.BYTES))
                                .build(),
                        Example.builder().put("box.x", 2f).build(),
                        Example.empty());
    }

    @Test
    void aNullStructHidesTheValuesOfItsFields() {
        Schema schema = schema(field("box", STRUCT, field("x", INT64)));
        try (VectorSchemaRoot root = root(schema, List.of(row(Map.of("x", 1)), row(Map.of("x", 2))))) {
            root.getVector(0).setNull(1);

            assertThat(examples(
                            ArrowRecords.payloads(root, RecordFormat.TFRECORD).toList()))
                    .containsExactly(Example.builder().put("box.x", 1).build(), Example.empty());
        }
    }

    @Test
    void mapsBecomeTwoLists() {
        Field entries = new Field(
                "entries",
                FieldType.notNullable(STRUCT),
                List.of(new Field("key", FieldType.notNullable(UTF8), List.of()), field("value", INT64)));
        Schema schema = schema(field("counts", new ArrowType.Map(false), entries));
        List<List<@Nullable Object>> rows = List.of(
                row(List.of(Map.of("key", "b", "value", 1), Map.of("key", "a", "value", 2))),
                row(List.of()),
                row((Object) null));

        assertThat(examples(payloads(schema, rows)))
                .containsExactly(
                        Example.builder()
                                .put("counts.key", "b", "a")
                                .put("counts.value", 1L, 2L)
                                .build(),
                        Example.builder()
                                .put("counts.key", Feature.empty(Kind.BYTES))
                                .put("counts.value", Feature.empty(Kind.INT64))
                                .build(),
                        Example.empty());
        assertThatThrownBy(() -> payloads(schema, List.of(row(List.of(Map.of("key", "a"))))))
                .hasMessageStartingWith("row 0: column \"counts.value\": a list has null");
    }

    @Test
    void twoColumnsWithOneFeatureNameAreRejected() {
        assertRejected(
                schema(field("a.b", INT64), field("a", STRUCT, field("b", INT64))),
                "column \"a.b\": two columns give the feature \"a.b\", because fields of structs and parts of maps are"
                        + " features; rename one of them");
    }

    @Test
    void columnsWithThePlaceOfRecordsAreIgnored() {
        Field place = new Field("_file", new FieldType(true, UTF8, null, Map.of("riffle.place", "file")), List.of());

        assertThat(examples(payloads(schema(place, field("x", INT64)), List.of(row("a.tfrecord", 1)))))
                .containsExactly(Example.builder().put("x", 1).build());
    }

    @Test
    void featuresAreInTheOrderOfTheirNamesBytes() {
        assertThat(payloads(schema(field("b", INT64), field("B", INT64), field("a", INT64)), List.of(row(1, 2, 3))))
                .isEqualTo(payloads(
                        schema(field("a", INT64), field("b", INT64), field("B", INT64)), List.of(row(3, 1, 2))));
    }

    // ---------------------------------------------------------------- dictionaries

    private Dictionary dictionary(FieldVector values, ArrowType indices) {
        return new Dictionary(values, new DictionaryEncoding(5, false, (ArrowType.Int) indices));
    }

    @Test
    void dictionaryIndicesBecomeTheirValues() {
        Field values = field("values", UTF8);
        try (VectorSchemaRoot words = root(schema(values), List.of(row("zero"), row("one"), row((Object) null)));
                DictionaryProvider.MapDictionaryProvider provider =
                        new DictionaryProvider.MapDictionaryProvider(dictionary(words.getVector(0), UINT8))) {
            FieldType indices = new FieldType(true, UINT8, new DictionaryEncoding(5, false, (ArrowType.Int) UINT8));
            Schema schema = schema(
                    new Field("word", indices, List.of()), field("words", LIST, new Field("item", indices, List.of())));
            ArrowRecordOptions options = ArrowRecordOptions.defaults().dictionaries(provider);
            try (VectorSchemaRoot root =
                    root(schema, List.of(row(1, List.of(0, 1, 1)), row(null, List.of()), row(2, null)))) {
                assertThat(examples(ArrowRecords.payloads(root, RecordFormat.TFRECORD, options)
                                .toList()))
                        .containsExactly(
                                Example.builder()
                                        .put("word", "one")
                                        .put("words", "zero", "one", "one")
                                        .build(),
                                Example.builder()
                                        .put("words", Feature.empty(Kind.BYTES))
                                        .build(),
                                Example.empty());
                assertThatThrownBy(() -> ArrowRecords.payloads(root, RecordFormat.TFRECORD))
                        .hasMessage("column \"word\": the dictionary 5 is missing; pass the dictionaries of the"
                                + " vectors, or decode the column");
                ((UInt1Vector) root.getVector("word")).set(0, 200);
                assertThatThrownBy(() -> ArrowRecords.payloads(root, RecordFormat.TFRECORD, options)
                                .toList())
                        .hasMessage("row 0: column \"word\": the index 200 is outside the dictionary of 3 values; write"
                                + " the data again");
            }
        }
    }

    // ---------------------------------------------------------------- other messages

    @Test
    void listsOfListsBecomeFeatureListsOfASequenceExample() {
        Schema schema = message(
                "SequenceExample",
                list("context", INT64),
                field("word", UTF8),
                field("steps", LIST, list("item", FLOAT)),
                field("pairs", LIST, field("item", LIST, fixed("item", 2, field("item", INT64)))));
        List<Bytes> payloads = payloads(
                schema,
                List.of(
                        row(
                                List.of(1, 2),
                                "a",
                                List.of(List.of(1, 2), List.of(), List.of(3)),
                                List.of(List.of(List.of(1, 2), List.of(3, 4)))),
                        row(null, null, List.of(), null)));

        assertThat(payloads.stream().map(SequenceExample::parse))
                .containsExactly(
                        SequenceExample.builder()
                                .context(Example.builder()
                                        .put("context", 1L, 2L)
                                        .put("word", "a")
                                        .build())
                                .put("steps", Feature.of(1f, 2f), Feature.empty(Kind.FLOAT), Feature.of(3f))
                                .put("pairs", Feature.of(1L, 2L, 3L, 4L))
                                .build(),
                        SequenceExample.builder().put("steps", List.of()).build());
        assertThatThrownBy(() -> payloads(schema, List.of(row(null, null, Arrays.asList(List.of(1), null), null))))
                .hasMessageStartingWith("row 0: column \"steps\": a list has null");
    }

    @Test
    void listsOfStructsBecomeTheExamplesOfAnExampleListWithContext() {
        Field examples = field("examples", LIST, field("item", STRUCT, field("id", INT64), list("tags", UTF8)));
        Schema schema = message("ExampleListWithContext", field("query", UTF8), examples);
        List<ExampleLists> lists = payloads(
                        schema,
                        List.of(
                                row("q", List.of(Map.of("id", 1, "tags", List.of("x")), Map.of(), Map.of("id", 2))),
                                row(null, null),
                                row(null, List.of())))
                .stream()
                .map(payload -> ExampleLists.parse(payload.toByteArray()))
                .toList();

        assertThat(lists.get(0).examples().stream().map(Example::parse))
                .containsExactly(
                        Example.builder().put("id", 1).put("tags", "x").build(),
                        Example.empty(),
                        Example.builder().put("id", 2).build());
        assertThat(lists.get(0).context().map(Example::parse))
                .contains(Example.builder().put("query", "q").build());
        assertThat(lists.subList(1, 3)).allMatch(list -> list.equals(new ExampleLists(List.of(), Optional.empty())));
        assertThatThrownBy(() -> payloads(schema, List.of(row(null, Arrays.asList(Map.of(), null)))))
                .hasMessageStartingWith("row 0: column \"examples\": a list has null");
    }

    @Test
    void listsOfStructsAreRejectedInOtherMessages() {
        assertRejected(
                schema(field("boxes", LIST, field("item", STRUCT, field("x", INT64)))),
                "column \"boxes\": a feature cannot be a list of structs; write each field of the struct as a list of"
                        + " its own, or name the column examples and set the schema's metadata riffle.message to"
                        + " ExampleListWithContext");
        assertRejected(
                message("ExampleListWithContext", list("examples", INT64)),
                "column \"examples\": expected a list of structs, found List[Int(64, true)]; each struct is an Example"
                        + " of an ExampleListWithContext");
        assertRejected(
                message("ExampleListWithContext", field("x", INT64)),
                "column \"examples\": the column is missing; an ExampleListWithContext needs a list of structs for its"
                        + " Examples");
    }

    @Test
    void metadataOfAnUnknownMessageIsRejected() {
        assertRejected(
                message("Event", field("x", INT64)),
                "the schema's metadata riffle.message is \"Event\"; expected Example, OFRecord, SequenceExample or"
                        + " ExampleListWithContext");
        try (VectorSchemaRoot root = root(message("SequenceExample", field("x", INT64)), List.of())) {
            assertThatThrownBy(() -> ArrowRecords.payloads(root, RecordFormat.OFRECORD))
                    .hasMessage(
                            "the schema's metadata riffle.message is \"SequenceExample\", but OFRecord files have no"
                                    + " such messages; write TFRecord files");
        }
    }

    @Test
    void ofRecordsHaveTheDialectOfOneFlow() {
        try (VectorSchemaRoot root =
                root(message("OFRecord", field("x", INT32), field("b", BINARY)), List.of(row(3, new byte[] {1, -1})))) {
            assertThat(ArrowRecords.payloads(root, RecordFormat.OFRECORD)
                            .map(payload -> Example.parse(payload, Dialect.ONEFLOW)))
                    .containsExactly(Example.builder()
                            .put("x", Feature.ofInt32s(3))
                            .put("b", new byte[] {1, -1})
                            .build());
            assertThat(ArrowRecords.payloads(root, RecordFormat.TFRECORD).map(Example::parse))
                    .containsExactly(Example.builder()
                            .put("x", 3)
                            .put("b", new byte[] {1, -1})
                            .build());
        }
    }

    // ---------------------------------------------------------------- damaged vectors

    @Test
    void offsetsOutsideTheElementsAreErrors() {
        Schema schema = schema(list("ids", INT64), field("word", UTF8));
        for (int bad : new int[] {-1, 4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            try (VectorSchemaRoot root = root(schema, List.of(row(List.of(1, 2, 3), "abc")))) {
                ((ListVector) root.getVector(0)).getOffsetBuffer().setInt(4, bad);
                assertThatThrownBy(() -> ArrowRecords.payloads(root, RecordFormat.TFRECORD)
                                .toList())
                        .hasMessage("row 0: column \"ids\": the list has the elements 0 to " + bad
                                + " of 3, so its offsets are damaged; write the data again");
            }
        }
        try (VectorSchemaRoot root = root(schema, List.of(row(List.of(1, 2, 3), "abc")))) {
            root.getVector(1).getOffsetBuffer().setInt(4, Integer.MAX_VALUE);
            assertThatThrownBy(() ->
                            ArrowRecords.payloads(root, RecordFormat.TFRECORD).toList())
                    .hasMessageMatching("row 0: column \"word\": the value has 2147483647 bytes at 0 of \\d+, so its"
                            + " offsets are damaged; write the data again");
        }
    }

    @Test
    void vectorsOfAnotherLengthThanTheBatchAreErrors() {
        try (VectorSchemaRoot root = root(schema(field("x", INT64)), List.of(row(1), row(2)))) {
            for (int rows : new int[] {0, 1, 3}) {
                VectorSchemaRoot other = new VectorSchemaRoot(root.getSchema(), root.getFieldVectors(), rows);

                assertThatThrownBy(() -> ArrowRecords.payloads(other, RecordFormat.TFRECORD))
                        .hasMessage(
                                "column \"x\": it has 2 rows, but the batch has " + rows + "; write the data again");
            }
        }
    }
}
