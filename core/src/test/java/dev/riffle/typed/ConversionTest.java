package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Conversions of generic types, and of types that have a built-in rule. */
class ConversionTest {

    public record Counts(Map<String, Long> counts, List<Map<String, Long>> all, Optional<Map<String, Long>> maybe) {}

    public record Pair<A, B>(A first, B second) {}

    public record OfPair(Pair<String, Long> pair) {}

    public record Parents(OptionalLong parent, OptionalLong[] ancestors) {}

    public record Tags(List<String> tags) {}

    private static String text(Map<?, ?> map) {
        StringJoiner text = new StringJoiner(",");
        map.forEach((key, value) -> text.add(key + "=" + value));
        return text.toString();
    }

    private static Map<String, Long> map(String text) {
        Map<String, Long> map = new TreeMap<>();
        for (String entry : text.split(",")) {
            String[] parts = entry.split("=");
            map.put(parts[0], Long.valueOf(parts[1]));
        }
        return map;
    }

    @Test
    void genericTypes() {
        RecordCodec<Counts> codec = RecordCodec.builder(Counts.class)
                .with(Map.class, String.class, ConversionTest::text, ConversionTest::map)
                .build();
        Counts record =
                new Counts(Map.of("a", 1L), List.of(Map.of("b", 2L), Map.of("c", 3L)), Optional.of(Map.of("d", 4L)));

        assertThat(Example.parse(codec.encode(record)))
                .isEqualTo(Example.builder()
                        .put("counts", "a=1")
                        .put("all", "b=2", "c=3")
                        .put("maybe", "d=4")
                        .build());
        assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
    }

    @Test
    void genericRecords() {
        RecordCodec<OfPair> codec = RecordCodec.builder(OfPair.class)
                .with(Pair.class, String.class, pair -> pair.first() + "/" + pair.second(), text -> {
                    String[] parts = text.split("/");
                    return new Pair<>(parts[0], Long.valueOf(parts[1]));
                })
                .build();
        OfPair record = new OfPair(new Pair<>("x", 5L));

        assertThat(Example.parse(codec.encode(record)).feature("pair").utf8Value())
                .isEqualTo("x/5");
        assertThat(codec.decode(codec.encode(record))).isEqualTo(record);
        assertThatThrownBy(() -> RecordCodec.of(OfPair.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("record " + OfPair.class.getName() + ", component pair: the record " + Pair.class.getName()
                        + " is generic; use a record without type parameters, or convert it by with(Pair.class, ...)");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void conversionsReplaceTheRulesOfOptionalsAndLists() {
        RecordCodec<Parents> parents = RecordCodec.builder(Parents.class)
                .with(
                        OptionalLong.class,
                        Long.class,
                        parent -> parent.orElse(-1),
                        number -> number < 0 ? OptionalLong.empty() : OptionalLong.of(number))
                .build();
        Parents record =
                new Parents(OptionalLong.empty(), new OptionalLong[] {OptionalLong.of(3), OptionalLong.empty()});
        RecordCodec<Tags> tags = RecordCodec.builder(Tags.class)
                .with(
                        List.class,
                        String.class,
                        list -> String.join(" ", (List<String>) list),
                        text -> List.of(text.split(" ")))
                .build();

        assertThat(Example.parse(parents.encode(record)))
                .isEqualTo(Example.builder()
                        .put("parent", -1)
                        .put("ancestors", 3L, -1L)
                        .build());
        assertThat(parents.decode(parents.encode(record)))
                .usingRecursiveComparison()
                .isEqualTo(record);
        assertThat(Example.parse(tags.encode(new Tags(List.of("a", "b"))))
                        .feature("tags")
                        .utf8Value())
                .isEqualTo("a b");
        assertThat(tags.decode(tags.encode(new Tags(List.of("a", "b")))).tags()).containsExactly("a", "b");
    }
}
