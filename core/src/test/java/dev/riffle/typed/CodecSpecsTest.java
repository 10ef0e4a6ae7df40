package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.SequenceExampleParser;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The specs of a codec parse the messages of the codec into columns. */
class CodecSpecsTest {

    public enum Color {
        RED,
        GREEN
    }

    public record Street(String name, int number) {}

    public record Order(
            long id,
            boolean paid,
            float score,
            double price,
            String page,
            Color color,
            Color byName,
            Instant time,
            byte[] image,
            int items,
            String note,
            List<String> tags,
            float[] vector,
            OptionalLong parent,
            Street home,
            Optional<Street> work) {}

    public record Session(long user, OptionalLong parent, List<List<Long>> clicks, String[][] words) {}

    public record OnlyLists(List<List<Long>> clicks) {}

    private static Order order(long id, Optional<Street> work) {
        return new Order(
                id,
                id % 2 == 1,
                id / 2f,
                id / 4.0,
                "page " + id,
                Color.GREEN,
                Color.RED,
                Instant.ofEpochSecond(id, 5),
                new byte[] {(byte) id},
                (int) id + 1,
                "note",
                List.of("a" + id, "b"),
                new float[] {id, -id},
                work.isPresent() ? OptionalLong.of(id) : OptionalLong.empty(),
                new Street("home", 3),
                work);
    }

    @Test
    void specsParseRecords() {
        RecordCodec<Order> codec = RecordCodec.builder(Order.class)
                .doubleAsFloat("price")
                .enumByName("byName")
                .defaultValue("items", 7)
                .defaultValue("note", "none")
                .build();
        List<Bytes> payloads = List.of(
                codec.encode(order(1, Optional.empty())), codec.encode(order(2, Optional.of(new Street("work", 4)))));

        ParsedFeatures columns = ExampleParser.compile(codec.specs()).parse(payloads);

        assertThat(columns.dense("id").values().toLongs()).containsExactly(1, 2);
        assertThat(columns.dense("paid").values().toLongs()).containsExactly(1, 0);
        assertThat(columns.dense("score").values().toFloats()).containsExactly(0.5f, 1);
        assertThat(columns.dense("price").values().toFloats()).containsExactly(0.25f, 0.5f);
        assertThat(columns.dense("page").values().utf8At(1)).isEqualTo("page 2");
        assertThat(columns.dense("color").values().toLongs()).containsExactly(1, 1);
        assertThat(columns.dense("byName").values().utf8At(0)).isEqualTo("RED");
        assertThat(columns.dense("time").values().toLongs()).containsExactly(1_000_000_005L, 2_000_000_005L);
        assertThat(columns.dense("image").values().bytesAt(1)).isEqualTo(Bytes.ofHex("02"));
        assertThat(columns.dense("items").values().toLongs()).containsExactly(2, 3);
        assertThat(columns.dense("note").values().utf8At(0)).isEqualTo("note");
        assertThat(columns.sparse("tags").values().utf8At(2)).isEqualTo("a2");
        assertThat(columns.sparse("vector").values().toFloats()).containsExactly(1, -1, 2, -2);
        assertThat(columns.sparse("parent").values().toLongs()).containsExactly(2);
        assertThat(columns.dense("home.number").values().toLongs()).containsExactly(3, 3);
        assertThat(columns.sparse("work.number").values().toLongs()).containsExactly(4);
        assertThat(columns.has("work.name", 0)).isFalse();
        assertThat(columns.has("work.name", 1)).isTrue();
    }

    @Test
    void defaultsOfSpecsReplaceMissingFeatures() {
        RecordCodec<Street> codec = RecordCodec.builder(Street.class)
                .defaultValue("name", "none")
                .defaultValue("number", 7)
                .build();

        ParsedFeatures columns = ExampleParser.compile(codec.specs()).parse(List.of(Bytes.empty()));

        assertThat(columns.dense("name").values().utf8At(0)).isEqualTo("none");
        assertThat(columns.dense("number").values().toLongs()).containsExactly(7);
        assertThat(codec.decode(Bytes.empty())).isEqualTo(new Street("none", 7));
    }

    @Test
    void sequenceSpecsParseRecords() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);
        Session first =
                new Session(1, OptionalLong.of(9), List.of(List.of(1L, 2L), List.of(), List.of(3L)), new String[0][]);
        Session second = new Session(2, OptionalLong.empty(), List.of(), new String[][] {{"x"}});

        ParsedSequenceFeatures columns = SequenceExampleParser.compile(codec.sequenceSpecs())
                .parse(List.of(codec.encode(first), codec.encode(second)));

        assertThat(columns.context().dense("user").values().toLongs()).containsExactly(1, 2);
        assertThat(columns.context().sparse("parent").values().toLongs()).containsExactly(9);
        assertThat(columns.featureLists().sparse("clicks").values().toLongs()).containsExactly(1, 2, 3);
        assertThat(columns.featureLists().sparse("words").values().utf8At(0)).isEqualTo("x");
    }

    @Test
    void sequenceSpecsWithoutContextParseRecords() {
        RecordCodec<OnlyLists> codec = RecordCodec.of(OnlyLists.class);

        ParsedSequenceFeatures columns = SequenceExampleParser.compile(codec.sequenceSpecs())
                .parse(List.of(codec.encode(new OnlyLists(List.of(List.of(4L))))));

        assertThat(columns.featureLists().sparse("clicks").values().toLongs()).containsExactly(4);
        assertThat(codec).hasToString("RecordCodec[" + OnlyLists.class.getName() + ": lists(clicks:int64*)]");
    }
}
